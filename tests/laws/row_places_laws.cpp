// Lines that match exactly, or but for blanks at their ends, against a twin that compares every run of lines.
#include <gtest/gtest.h>

#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"
#include "resolve/row_places.hpp"

namespace kedge::laws {
namespace {

std::string what_counts(std::string row, MatchMode rung) {
  const auto is_blank_at = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; };
  if (rung == MatchMode::exact) return row;
  while (!row.empty() && is_blank_at(row.back())) row.pop_back();
  if (rung == MatchMode::trailing_blanks) return row;
  while (!row.empty() && is_blank_at(row.front())) row.erase(0, 1);
  return row;
}

std::vector<LineSpan> naive_row_places(const Text& text, const Rows& quoted, MatchMode rung) {
  bool says_something = rung == MatchMode::exact;
  for (const std::string& row : quoted) says_something = says_something || !what_counts(row, MatchMode::line_trimmed).empty();
  std::vector<LineSpan> places;
  for (std::uint32_t at = 0; says_something && at + quoted.size() <= text.line_count(); ++at) {
    bool same = true;
    for (std::uint32_t i = 0; i < quoted.size(); ++i) {
      same = same && what_counts(std::string(text.content(LineNo{at + i + 1})), rung) == what_counts(quoted[i], rung);
    }
    if (same) places.push_back({LineNo{at + 1}, LineNo{at + 1} + static_cast<std::uint32_t>(quoted.size())});
  }
  return places;
}

void expect_row_places_of_twin(const Text& text, const Rows& quoted) {
  for (const MatchMode rung : {MatchMode::exact, MatchMode::trailing_blanks, MatchMode::line_trimmed}) {
    const std::vector<LineSpan> expected = naive_row_places(text, quoted, rung);
    ASSERT_EQ(row_places(text, quoted, rung, unlimited), expected)
        << printable(text.bytes()) << " for " << printable(join(quoted, "|")) << " by " << name_of(rung);
    if (!expected.empty()) {
      ASSERT_EQ(row_places(text, quoted, rung, 1), std::vector{expected.front()});
    }
  }
}

TEST(RowPlacesLaws, EverySmallQuotationStandsWhereTheTwinFindsIt) {
  constexpr std::array<std::string_view, 4> contents{"a", " b", "b\t", ""};
  std::vector<Rows> quotations;
  for (const Text& quoted : every_terminated_text(contents, 3)) {
    if (quoted.size() > 0) quotations.push_back(rows_of(quoted.bytes()));
  }
  for (const Text& text : every_text(contents, 4)) {
    for (const Rows& quoted : quotations) ASSERT_NO_FATAL_FAILURE(expect_row_places_of_twin(text, quoted));
  }
}

TEST(RowPlacesLaws, RandomQuotationsStandWhereTheTwinFindsThem) {
  constexpr std::array<std::string_view, 6> contents{"a", "  a", "a \r", "b", "\tb", ""};
  for_random_cases(law_cases() / 10, [&](Random& random) {
    const auto soup = [&](std::uint32_t most) {
      std::string made;
      for (std::uint32_t left = random.below(most); left > 0; --left) {
        made.append(random.pick(contents)).append(random.one_in(3) ? "\r\n" : "\n");
      }
      return made;
    };
    ASSERT_NO_FATAL_FAILURE(expect_row_places_of_twin(Text(soup(30)), rows_of(soup(8))));
  });
}

TEST(RowPlacesLaws, AFinderFindsTheSameBeforeAndAfterItHasAnIndex) {
  constexpr std::array<std::string_view, 12> contents{"",  "  ",  "a",         " a",          "a  ",    "a \r",
                                                      "b", "b\r", "it\u2019s", "  it\u2019s", "it's\t", "b\u00A0"};
  constexpr std::array rungs{MatchMode::exact, MatchMode::trailing_blanks, MatchMode::line_trimmed,
                             MatchMode::uniform_indentation, MatchMode::typographic_punctuation};
  for_random_cases(law_cases() / 10, [&](Random& random) {
    std::string bytes;
    for (std::uint32_t left = random.below(30); left > 0; --left) {
      bytes.append(random.pick(contents)).append(random.one_in(5) ? "\r\n" : "\n");
    }
    if (random.one_in(3)) bytes.append(random.pick(contents));
    const Text text(bytes);
    RowFinder finder(text);
    for (int quotation = 0; quotation < 40; ++quotation) {
      Rows quoted;
      for (std::uint32_t left = 1 + random.below(3); left > 0; --left) quoted.emplace_back(random.pick(contents));
      const MatchMode rung = random.pick(rungs);
      const std::size_t most = random.one_in(3) ? random.below(4) : unlimited;
      ASSERT_EQ(finder.places(quoted, rung, most), row_places(text, quoted, rung, most))
          << printable(bytes) << " for " << printable(join(quoted, "|")) << " by " << name_of(rung) << ", " << most;
    }
  });
}

}  // namespace
}  // namespace kedge::laws
