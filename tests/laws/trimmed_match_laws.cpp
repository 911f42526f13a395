// Lines that match but for blanks at their ends, against a twin that compares every run of lines.
#include <gtest/gtest.h>

#include <limits>

#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"
#include "resolve/trimmed_match.hpp"

namespace kedge::laws {
namespace {

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

std::string naively_trimmed(std::string row) {
  const auto is_blank_at = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; };
  while (!row.empty() && is_blank_at(row.back())) row.pop_back();
  while (!row.empty() && is_blank_at(row.front())) row.erase(0, 1);
  return row;
}

std::vector<LineSpan> naive_places(const Text& text, const Rows& quoted) {
  bool says_something = false;
  for (const std::string& row : quoted) says_something = says_something || !naively_trimmed(row).empty();
  std::vector<LineSpan> places;
  for (std::uint32_t at = 0; says_something && at + quoted.size() <= text.line_count(); ++at) {
    bool same = true;
    for (std::uint32_t i = 0; i < quoted.size(); ++i) {
      same = same && naively_trimmed(std::string(text.content(LineNo{at + i + 1}))) == naively_trimmed(quoted[i]);
    }
    if (same) places.push_back({LineNo{at + 1}, LineNo{at + 1} + static_cast<std::uint32_t>(quoted.size())});
  }
  return places;
}

void expect_places_of_twin(const Text& text, const Rows& quoted) {
  const std::vector<LineSpan> expected = naive_places(text, quoted);
  ASSERT_EQ(trimmed_places(text, quoted, all), expected) << printable(text.bytes()) << " for " << printable(join(quoted, "|"));
  if (!expected.empty()) {
    ASSERT_EQ(trimmed_places(text, quoted, 1), std::vector{expected.front()});
  }
}

TEST(TrimmedMatchLaws, EverySmallQuotationStandsWhereTheTwinFindsIt) {
  constexpr std::array<std::string_view, 4> contents{"a", " b", "b\t", ""};
  std::vector<Rows> quotations;
  for (const Text& quoted : every_terminated_text(contents, 3)) {
    if (quoted.size() > 0) quotations.push_back(rows_of(quoted.bytes()));
  }
  for (const Text& text : every_text(contents, 4)) {
    for (const Rows& quoted : quotations) ASSERT_NO_FATAL_FAILURE(expect_places_of_twin(text, quoted));
  }
}

TEST(TrimmedMatchLaws, RandomQuotationsStandWhereTheTwinFindsThem) {
  constexpr std::array<std::string_view, 6> contents{"a", "  a", "a \r", "b", "\tb", ""};
  for_random_cases(law_cases() / 10, [&](Random& random) {
    const auto soup = [&](std::uint32_t most) {
      std::string made;
      for (std::uint32_t left = random.below(most); left > 0; --left) {
        made.append(random.pick(contents)).append(random.one_in(3) ? "\r\n" : "\n");
      }
      return made;
    };
    ASSERT_NO_FATAL_FAILURE(expect_places_of_twin(Text(soup(30)), rows_of(soup(8))));
  });
}

}  // namespace
}  // namespace kedge::laws
