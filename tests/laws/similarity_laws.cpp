// Likeness of rows and blocks, against twins that fill in the whole table of distances and weigh every run of lines.
#include <gtest/gtest.h>

#include <algorithm>

#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"
#include "resolve/block_match.hpp"
#include "resolve/similarity.hpp"

namespace kedge::laws {
namespace {

using Table = std::vector<std::vector<std::size_t>>;  // [bytes of a][bytes of b]

// `b` may begin anywhere: what stands before costs nothing.
enum class Start { first, any };

Table naive_distances(std::string_view a, std::string_view b, Start start) {
  Table table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0) {
        table[i][j] = start == Start::first ? j : 0;
      } else if (j == 0) {
        table[i][j] = i;
      } else {
        const std::size_t changed = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
        table[i][j] = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, changed});
      }
    }
  }
  return table;
}

double share_that_stays(std::size_t distance, std::size_t size) {
  return size == 0 ? 1 : 1 - static_cast<double>(distance) / static_cast<double>(size);
}

double naive_similarity(std::string_view a, std::string_view b) {
  return share_that_stays(naive_distances(a, b, Start::first).back().back(), std::max(a.size(), b.size()));
}

void expect_similarity_of_twin(const std::string& a, const std::string& b) {
  WorkBudget budget;
  ASSERT_DOUBLE_EQ(similarity(a, b, budget), naive_similarity(a, b)) << a << " and " << b;
  const std::vector<std::size_t> ends = naive_distances(a, b, Start::any).back();
  const auto least = std::ranges::min_element(ends);
  const PieceFit fit = best_fit(a, b, budget);
  ASSERT_DOUBLE_EQ(fit.similarity, share_that_stays(*least, a.size())) << a << " in " << b;
  if (!a.empty()) {
    ASSERT_EQ(fit.end, static_cast<std::size_t>(least - ends.begin())) << a << " in " << b;
  }
}

TEST(SimilarityLaws, OfEverySmallPairIsThatOfTheTwin) {
  const std::vector<std::string> rows = every_string(std::array<std::string_view, 3>{"a", "b", "c"}, 4);
  for (const std::string& a : rows) {
    for (const std::string& b : rows) ASSERT_NO_FATAL_FAILURE(expect_similarity_of_twin(a, b));
  }
}

TEST(SimilarityLaws, OfRandomPairsOfAllLengthsIsThatOfTheTwin) {
  constexpr std::array<std::uint32_t, 5> lengths{20, 66, 130, 200, 300};
  for_random_cases(law_cases() / 200, [&](Random& random) {
    const std::size_t kinds = 1 + random.below(20);
    const auto row = [&] {
      std::string made;
      for (std::uint32_t left = random.below(random.pick(lengths)); left > 0; --left) {
        made.push_back(static_cast<char>(0xF0 + random.below(kinds)));
      }
      return made;
    };
    const std::string a = row();
    std::string b = random.one_in(2) ? row() : a;
    for (std::uint32_t changes = random.below(6); changes > 0 && !b.empty(); --changes) {
      b.replace(random.below(b.size()), random.below(3), random.one_in(2) ? "\xF0" : "xy");
    }
    ASSERT_NO_FATAL_FAILURE(expect_similarity_of_twin(a, b));
  });
}

// The best place that may be the match, if there is one that is good enough.
std::optional<LineSpan> naive_block(const Text& text, const Rows& quoted) {
  std::vector<std::pair<double, LineNo>> places;  // those with an unlike line below all others
  const auto height = static_cast<std::uint32_t>(quoted.size());
  double highest_of_others = 0;
  for (LineNo first{1}; text.has(first + height - 1); first = first + 1) {
    if (text.content(first) != quoted.front() || text.content(first + height - 1) != quoted.back()) continue;
    double sum = 0;
    bool accounted_for = true;
    for (std::uint32_t i = 1; i + 1 < height; ++i) {
      const double alike = naive_similarity(text.content(first + i), quoted[i]);
      accounted_for = accounted_for && alike >= 0.5;
      sum += alike;
    }
    const double mean = sum / (height - 2);
    if (accounted_for) {
      places.emplace_back(mean, first);
    } else {
      highest_of_others = std::max(highest_of_others, mean);
    }
  }
  std::ranges::stable_sort(places, std::ranges::greater{}, &std::pair<double, LineNo>::first);
  if (places.empty()) return std::nullopt;
  const double runner_up = std::max(highest_of_others, places.size() > 1 ? places[1].first : 0);
  const bool sure = places[0].first >= 0.9 - 1e-9 && places[0].first - runner_up >= 0.2 - 1e-9;
  return sure ? std::optional(LineSpan{places[0].second, places[0].second + height}) : std::nullopt;
}

TEST(BlockMatchLaws, FindsTheBlockOfTheTwinOrNone) {
  constexpr std::array<std::string_view, 8> middles{"abcdefghij", "abcdefghix", "abcdefgxyz", "abcdexyzuv",
                                                    "0123456789", "",           "begin",      "end"};
  std::size_t found = 0;
  for_random_cases(law_cases() / 20, [&](Random& random) {
    const std::uint32_t height = 1 + random.below(3);
    const auto block = [&] {
      std::string made = "begin\n";
      for (std::uint32_t i = 0; i < height; ++i) {
        made.append(random.one_in(2) ? middles[0] : random.pick(middles)).append("\n");
      }
      return made + "end\n";
    };
    std::string text;
    for (std::uint32_t blocks = 1 + random.below(3); blocks > 0; --blocks) text += block();
    const Rows quoted = rows_of(block());
    WorkBudget budget;
    const BlockMatch match = block_match(Text(text), quoted, budget);
    ASSERT_EQ(match.lines, naive_block(Text(text), quoted)) << printable(text) << " for " << join(quoted, "|");
    ASSERT_EQ(match.reason.empty(), match.lines.has_value());
    found += match.lines ? 1 : 0;
  });
  EXPECT_GT(found, law_cases() / 2000) << "the law was hardly tried";
}

// The most that the rows can be alike to lines of the block in order, each row to another line; none if a row has no line.
std::optional<double> naive_alignment(const Text& text, LineSpan middle, std::span<const std::string> rows) {
  if (rows.empty()) return 0;
  if (middle.size() < rows.size()) return std::nullopt;
  std::optional<double> best = naive_alignment(text, {middle.first + 1, middle.end}, rows);  // the first line is not quoted
  const double alike = naive_similarity(text.content(middle.first), rows.front());
  if (alike < 0.5) return best;
  const std::optional<double> rest = naive_alignment(text, {middle.first + 1, middle.end}, rows.subspan(1));
  if (rest && (!best || alike + *rest > *best)) best = alike + *rest;
  return best;
}

// The block with lines that are not quoted, if it is good enough.
std::optional<LineSpan> naive_wider_block(const Text& text, const Rows& quoted) {
  const std::span<const std::string> rows = std::span(quoted).subspan(1, quoted.size() - 2);
  std::vector<std::pair<double, LineSpan>> places;
  double of_equal_height = 0;
  for (LineNo first{1}; text.has(first); first = first + 1) {
    for (LineNo last = first + 1; text.has(last); last = last + 1) {
      if (text.content(first) != quoted.front() || text.content(last) != quoted.back()) continue;
      const std::uint32_t between = last - first - 1;
      if (between == rows.size()) {
        double sum = 0;
        for (std::uint32_t i = 0; i < between; ++i) sum += naive_similarity(text.content(first + 1 + i), rows[i]);
        of_equal_height = std::max(of_equal_height, sum / between);
      }
      if (between <= rows.size() || between * 0.75 > static_cast<double>(rows.size()) + 1e-9) continue;
      if (const auto sum = naive_alignment(text, {first + 1, last}, rows))
        places.emplace_back(*sum / between, LineSpan{first, last + 1});
    }
  }
  std::ranges::stable_sort(places, std::ranges::greater{}, &std::pair<double, LineSpan>::first);
  if (places.empty()) return std::nullopt;
  const double runner_up = std::max(of_equal_height, places.size() > 1 ? places[1].first : 0);
  const bool sure = places[0].first >= 0.75 - 1e-9 && places[0].first - runner_up >= 0.2 - 1e-9;
  return sure ? std::optional(places[0].second) : std::nullopt;
}

TEST(BlockMatchLaws, FindsTheWiderBlockOfTheTwinOrNone) {
  constexpr std::array<std::string_view, 7> middles{"abcdefghij", "abcdefghix", "abcdefgxyz", "0123456789",
                                                    "klmnopqrst", "begin",      "end"};
  std::size_t found = 0;
  for_random_cases(law_cases() / 20, [&](Random& random) {
    std::string text;
    Rows quoted;
    for (std::uint32_t blocks = 1 + random.below(2); blocks > 0; --blocks) {
      Rows block{"begin"};
      for (std::uint32_t rows = 3 + random.below(5); rows > 0; --rows) block.emplace_back(random.pick(middles));
      block.emplace_back("end");
      text += join(block, "\n") + "\n";
      quoted = block;
    }
    for (std::uint32_t dropped = 1 + random.below(2); dropped > 0; --dropped) {
      quoted.erase(quoted.begin() + 1 + static_cast<std::ptrdiff_t>(random.below(quoted.size() - 2)));
    }
    if (random.one_in(3)) quoted[1] = random.pick(middles);
    WorkBudget budget;
    const BlockMatch match = block_match(Text(text), quoted, budget);
    if (match.lines) return;
    const std::optional<LineSpan> wider = match.wider ? std::optional(match.wider->lines) : std::nullopt;
    ASSERT_EQ(wider, naive_wider_block(Text(text), quoted)) << printable(text) << " for " << join(quoted, "|");
    if (!match.wider) return;
    ++found;
    ASSERT_EQ(match.wider->rows.size(), match.wider->lines.size());
    ASSERT_EQ(match.wider->unquoted.size() + quoted.size(), match.wider->lines.size());
  });
  EXPECT_GT(found, law_cases() / 2000) << "the law was hardly tried";
}

}  // namespace
}  // namespace kedge::laws
