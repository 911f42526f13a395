// A known change set in whole lines: its hunks lead from one text to the other, and what no edit touched is kept.
#include <gtest/gtest.h>

#include "edit/line_hunks.hpp"
#include "laws/hunk_model.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

bool is_kept(const std::vector<Hunk>& hunks, LineNo line) {
  for (const Hunk& hunk : hunks) {
    if (hunk.before.contains(line)) return false;
  }
  return true;
}

void expect_hunks_of_the_change(const Text& before, const ChangeSet& changes) {
  const Text after = changes.apply(before);
  const auto what = [&] { return shown(before) + " " + shown(changes) + " -> " + shown(after); };
  for (const LineKey key : {LineKey::bytes, LineKey::content}) {
    const std::vector<Hunk> hunks = line_hunks(before, after, changes, key);
    const Hunk* above = nullptr;
    for (const Hunk& hunk : hunks) {
      ASSERT_LE(hunk.before.first, hunk.before.end) << what();
      ASSERT_LE(hunk.after.first, hunk.after.end) << what();
      ASSERT_LE(hunk.before.end, before.all_lines().end) << what();
      ASSERT_LE(hunk.after.end, after.all_lines().end) << what();
      ASSERT_FALSE(hunk.before.empty() && hunk.after.empty()) << what();
      ASSERT_TRUE(above == nullptr || (above->before.end < hunk.before.first && above->after.end < hunk.after.first))
          << "no kept line between two hunks: " << what();
      above = &hunk;
    }
    ASSERT_EQ(replaced(lines_of(before, key), lines_of(after, key), hunks), lines_of(after, key)) << what();
    for (LineNo line{1}; before.has(line); line = line + 1) {
      const bool untouched = changes.map_line(before, after, line).has_value();
      ASSERT_TRUE(!untouched || is_kept(hunks, line)) << "line " << line.value << " of " << what();
    }
  }
}

TEST(LineHunksLaws, HunksLeadToTheNewTextAndKeepWhatNoEditTouched) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const LineSoup soup(random);
    const Text text(random.one_in(4) ? byte_soup(random, 12) : soup.text(random));
    expect_hunks_of_the_change(text, random_changes(random, text));
  });
}

TEST(LineHunksLaws, HunksLeadToTheNewTextForEverySmallChangeSet) {
  for (const std::string_view bytes : {"a\nb\n", "a\r\nb", "\n\n\n\n", "\r\r\n\r", "a\n\nb", "", "a", "\xEF\xBB\xBF\n"}) {
    const Text base{std::string(bytes)};
    for (const std::string_view text : {"x\n", "\r", "\n", "a"}) {
      for (const std::vector<Edit>& edits : every_edit_list(base.size(), text, "a\n")) {
        expect_hunks_of_the_change(base, ChangeSet::make(base, edits).value());
        if (HasFailure()) return;
      }
    }
  }
}

TEST(LineHunksLaws, LinesThatWereJoinedAfterMoreWasRemovedThanStandsAboveAreOneHunk) {
  const Text before("z\naaaaaaaa\nb\n" + std::string(40, 'c') + "\n");
  const ChangeSet changes =
      ChangeSet::make(before, {{{{3}, {11}}, "", 0, Lean::neither}, {{{12}, {12}}, "x", 1, Lean::neither}}).value();
  expect_hunks_of_the_change(before, changes);
  EXPECT_EQ(line_hunks(before, changes.apply(before), changes, LineKey::bytes),
            (std::vector<Hunk>{{{LineNo{2}, LineNo{4}}, {LineNo{2}, LineNo{3}}}}));
}

TEST(LineHunksLaws, TwoInsertionsAboveTheFirstLineAreOneHunk) {
  const Text before("a\nb\n");
  const ChangeSet changes =
      ChangeSet::make(before, {{{{0}, {0}}, "x\n", 0, Lean::above}, {{{0}, {0}}, "y\n", 1, Lean::above}}).value();
  expect_hunks_of_the_change(before, changes);
}

TEST(LineHunksLaws, WholeLineEditsHaveTheHunksOfTheirLines) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    // All lines differ, so there is one right answer.
    std::string bytes;
    const std::uint32_t count = 1 + random.below(8);
    for (std::uint32_t i = 0; i < count; ++i) bytes += "line " + std::to_string(i) + "\n";
    const Text before(bytes);
    std::vector<Edit> edits;
    std::vector<Hunk> expected;
    std::uint32_t added = 0;
    std::uint32_t removed = 0;
    for (std::uint32_t line = 1 + random.below(3); line <= count; line += 2 + random.below(3)) {
      const LineSpan lines{LineNo{line}, LineNo{std::min(count + 1, line + random.below(3))}};
      const std::uint32_t rows = random.below(3);
      if (lines.empty() && rows == 0) continue;
      std::string text;
      for (std::uint32_t i = 0; i < rows; ++i) text += "row " + std::to_string(added + i) + "\n";
      edits.push_back({before.span(lines), text, 0, Lean::neither});
      const LineNo first{lines.first.value + added - removed};
      expected.push_back({lines, {first, first + rows}});
      added += rows;
      removed += lines.size();
      line = lines.end.value;
    }
    const ChangeSet changes = ChangeSet::make(before, edits).value();
    ASSERT_EQ(line_hunks(before, changes.apply(before), changes, LineKey::bytes), expected) << shown(before) << shown(changes);
  });
}

}  // namespace
}  // namespace kedge::laws
