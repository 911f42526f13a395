// Where a quotation stands, against a twin that cuts both sides into characters and terminators and tries every place.
#include <gtest/gtest.h>

#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"
#include "resolve/quotation.hpp"

namespace kedge::laws {
namespace {

struct Symbol {
  char what;  // LF for either terminator
  std::size_t begin;
  std::size_t end;
};

std::vector<Symbol> symbols_of(std::string_view bytes) {
  std::vector<Symbol> symbols;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t size = bytes.substr(at).starts_with("\r\n") ? 2 : 1;
    symbols.push_back({bytes[at + size - 1], at, at + size});
    at += size;
  }
  return symbols;
}

std::vector<ByteSpan> naive_places(const std::string& text, const std::string& quoted) {
  const std::vector<Symbol> whole = symbols_of(text);
  const std::vector<Symbol> sought = symbols_of(quoted);
  std::vector<ByteSpan> places;
  for (std::size_t at = 0; at + sought.size() <= whole.size(); ++at) {
    bool same = true;
    for (std::size_t i = 0; i < sought.size(); ++i) same = same && whole[at + i].what == sought[i].what;
    if (same) places.push_back({{whole[at].begin}, {whole[at + sought.size() - 1].end}});
  }
  return places;
}

void expect_places_of_twin(const std::string& text, const std::string& quoted) {
  const std::vector<ByteSpan> expected = naive_places(text, quoted);
  ASSERT_EQ(places_of(Text(text), quoted, unlimited), expected)
      << '"' << printable(quoted) << "\" in \"" << printable(text) << '"';
  for (std::size_t most = 0; most < expected.size(); ++most) {
    const auto end = expected.begin() + static_cast<std::ptrdiff_t>(most);
    ASSERT_EQ(places_of(Text(text), quoted, most), std::vector(expected.begin(), end));
  }
}

void expect_twins_agree(std::span<const std::string_view> pieces, std::uint32_t text_pieces, std::uint32_t quoted_pieces) {
  const std::vector<std::string> quotations = every_string(pieces, quoted_pieces);
  for (const std::string& text : every_string(pieces, text_pieces)) {
    for (const std::string& quoted : quotations) {
      if (quoted.empty()) continue;
      ASSERT_NO_FATAL_FAILURE(expect_places_of_twin(text, quoted));
    }
  }
}

TEST(QuotationLaws, EverySmallQuotationStandsWhereTheTwinFindsIt) {
  expect_twins_agree(std::array<std::string_view, 3>{"a", "\r", "\n"}, 6, 4);
}

TEST(QuotationLaws, EverySmallQuotationThatOverlapsItselfStandsWhereTheTwinFindsIt) {
  expect_twins_agree(std::array<std::string_view, 2>{"a", "b"}, 9, 6);
}

TEST(QuotationLaws, RandomQuotationsStandWhereTheTwinFindsThem) {
  constexpr std::array<std::string_view, 5> pieces{"a", "b", "\r", "\n", "\r\n"};
  for_random_cases(law_cases() / 10, [&](Random& random) {
    const std::size_t kinds = 1 + random.below(pieces.size());
    const auto soup = [&](std::uint32_t most) {
      std::string made;
      for (std::uint32_t left = random.below(most); left > 0; --left) made += pieces[random.below(kinds)];
      return made;
    };
    const std::string quoted = "a" + soup(20);
    std::string text = soup(60);
    for (std::uint32_t i = random.below(4); i > 0; --i) text += quoted.substr(random.below(quoted.size())) + soup(10);
    ASSERT_NO_FATAL_FAILURE(expect_places_of_twin(text, quoted));
  });
}

}  // namespace
}  // namespace kedge::laws
