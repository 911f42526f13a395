// The algebra of one change set, and of one after another.
//
//   c.invert(x).apply(c.apply(x)) == x                      a.then(a.apply(x), b).apply(x) == b.apply(a.apply(x))
//   c.trimmed(x).apply(x) == c.apply(x)                     untouched bytes are the same before and after
//   c.makes(x, y) == (c.apply(x) == y)                      lines begin where a new scan of the bytes finds them
#include <gtest/gtest.h>

#include <algorithm>

#include "edit/change_set.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

// Runs a law on every change set of up to two edits over four bytes, line breaks among them.
template <class Law>
void for_every_small_change_set(const Law& law) {
  for (const std::string_view bytes : {"a\nb\n", "a\r\nb", "\n\n\n\n", "abcd"}) {
    const Text base{std::string(bytes)};
    for (const std::vector<Edit>& edits : every_edit_list(base.size(), "x\n", "y")) {
      law(base, ChangeSet::make(base, edits).value());
      if (testing::Test::HasFailure()) return;
    }
  }
}

void expect_sorted_and_disjoint(const ChangeSet& changes) {
  const std::span<const Edit> edits = changes.edits();
  for (std::size_t i = 0; i < edits.size(); ++i) {
    ASSERT_LE(edits[i].span.begin, edits[i].span.end) << shown(changes);
    ASSERT_LE(edits[i].span.end.value, changes.base_size()) << shown(changes);
    ASSERT_LE(i == 0 ? ByteOffset{0} : edits[i - 1].span.end, edits[i].span.begin) << shown(changes);
  }
}

void expect_invert_takes_back(const Text& base, const ChangeSet& changes) {
  const Text after = changes.apply(base);
  const ChangeSet inverse = changes.invert(base);
  ASSERT_EQ(inverse.base_size(), after.size());
  ASSERT_EQ(inverse.apply(after).bytes(), base.bytes()) << shown(base) << ' ' << shown(changes);
  ASSERT_EQ(inverse.invert(after), changes) << shown(base);
}

void expect_then_does_both(const Text& base, const ChangeSet& first, const ChangeSet& second) {
  const Text middle = first.apply(base);
  const ChangeSet both = first.then(middle, second);
  expect_sorted_and_disjoint(both);
  ASSERT_EQ(both.base_size(), base.size());
  ASSERT_EQ(both.apply(base).bytes(), second.apply(middle).bytes())
      << shown(base) << ' ' << shown(first) << " then " << shown(second) << " = " << shown(both);
}

void expect_trimmed_does_the_same(const Text& base, const ChangeSet& changes) {
  const ChangeSet trimmed = changes.trimmed(base);
  expect_sorted_and_disjoint(trimmed);
  ASSERT_EQ(trimmed.apply(base).bytes(), changes.apply(base).bytes()) << shown(base) << ' ' << shown(changes);
  for (const Edit& edit : trimmed.edits()) {
    const std::string_view old = base.slice(edit.span);
    ASSERT_FALSE(old.empty() && edit.text.empty()) << "changes nothing: " << shown(trimmed);
    if (old.empty() || edit.text.empty()) continue;
    ASSERT_NE(old.front(), edit.text.front()) << shown(base) << ' ' << shown(trimmed);
    ASSERT_NE(old.back(), edit.text.back()) << shown(base) << ' ' << shown(trimmed);
  }
}

void expect_lines_as_in_a_new_scan(const Text& base, const ChangeSet& changes) {
  const Text after = changes.apply(base);
  const Text scanned{std::string(after.bytes())};
  ASSERT_EQ(after.bom(), scanned.bom()) << shown(base) << ' ' << shown(changes);
  ASSERT_EQ(after.line_count(), scanned.line_count()) << shown(base) << ' ' << shown(changes);
  for (LineNo line{1}; line <= scanned.all_lines().end; line = line + 1) {
    ASSERT_EQ(after.span(between_lines(line)), scanned.span(between_lines(line))) << shown(base) << ' ' << shown(changes);
  }
}

void expect_makes_what_apply_gives(const Text& base, const ChangeSet& changes) {
  const Text after = changes.apply(base);
  ASSERT_TRUE(changes.makes(base, after)) << shown(base) << ' ' << shown(changes);
  for (std::size_t at = 0; at < after.size(); ++at) {
    std::string other(after.bytes());
    other[at] = other[at] == '?' ? '!' : '?';
    ASSERT_FALSE(changes.makes(base, Text(other))) << shown(base) << ' ' << shown(changes) << ' ' << at;
    other.erase(at, 1);
    ASSERT_FALSE(changes.makes(base, Text(other))) << shown(base) << ' ' << shown(changes) << ' ' << at;
  }
}

TEST(ChangeSetLaws, MakeRefusesExactlyWhenTwoEditsOverlap) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    const Text text(soup.text(random, 5));
    const std::vector<Edit> edits = random_edits(random, text);
    bool expected = false;
    for (std::size_t i = 0; i < edits.size(); ++i) {
      for (std::size_t j = i + 1; j < edits.size(); ++j) expected = expected || overlap(edits[i], edits[j]);
    }
    const Result<ChangeSet> made = ChangeSet::make(text, edits);
    ASSERT_EQ(!made.has_value(), expected) << shown(text) << ' ' << shown(edits);
    if (!made) {
      ASSERT_EQ(made.error().code, Code::overlapping_operations);
      return;
    }
    expect_sorted_and_disjoint(*made);
    ASSERT_EQ(made->edits().size(), edits.size());
    for (const Edit& edit : edits) ASSERT_EQ(std::ranges::count(made->edits(), edit), 1) << shown(edits);
  });
}

TEST(ChangeSetLaws, EveryPairOfSmallEditsOverlapsOrIsTakenInEitherOrder) {
  const Text base("a\nb\n");
  std::vector<Edit> singles;
  for (const std::vector<Edit>& list : every_edit_list(base.size(), "x", "x")) {
    if (list.size() == 1) singles.push_back(list.front());
  }
  for (const Edit& a : singles) {
    for (const Edit& b : singles) {
      ASSERT_EQ(ChangeSet::make(base, {a, b}).has_value(), !overlap(a, b)) << shown(std::vector{a, b});
    }
  }
}

TEST(ChangeSetLaws, InsertionsAtOnePlaceKeepTheOrderOfTheCallAndStandBeforeAReplacementThere) {
  for_random_cases(law_cases(), [](Random& random) {
    const Text text(byte_soup(random, 6));
    const std::size_t place = random.below(text.size() + 1);
    const std::size_t end = place + random.below(text.size() - place + 1);
    std::string inserted;
    std::vector<Edit> edits;
    for (char name = 'a'; name <= 'e'; ++name) {
      edits.push_back({{{place}, {place}}, std::string(1, name), 0, Lean::neither});
      inserted += name;
    }
    if (end > place)
      edits.insert(edits.begin() + random.below(edits.size() + 1), Edit{{{place}, {end}}, "X", 0, Lean::neither});
    const std::string expected = std::string(text.bytes().substr(0, place)) + inserted + (end > place ? "X" : "") +
                                 std::string(text.bytes().substr(end));
    const Result<ChangeSet> made = ChangeSet::make(text, edits);
    ASSERT_TRUE(made.has_value());
    ASSERT_EQ(made->apply(text).bytes(), expected) << shown(text) << ' ' << shown(edits);
  });
}

TEST(ChangeSetLaws, ApplySplicesEveryEdit) {
  for_random_changes([](const Text& base, const ChangeSet& changes) {
    ASSERT_EQ(changes.apply(base).bytes(), spliced(std::string(base.bytes()), changes.edits()))
        << shown(base) << shown(changes);
  });
}

TEST(ChangeSetLaws, UntouchedBytesAreTheSameBeforeAndAfter) {
  for_random_changes([](const Text& base, const ChangeSet& changes) {
    const Text after = changes.apply(base);
    std::size_t old_at = 0;
    std::size_t new_at = 0;
    const auto expect_same_until = [&](std::size_t old_end) {
      const std::size_t size = old_end - old_at;
      ASSERT_EQ(after.bytes().substr(new_at, size), base.bytes().substr(old_at, size)) << shown(base) << ' ' << shown(changes);
    };
    for (const Edit& edit : changes.edits()) {
      expect_same_until(edit.span.begin.value);
      new_at += edit.span.begin.value - old_at + edit.text.size();
      old_at = edit.span.end.value;
    }
    expect_same_until(base.size());
    ASSERT_EQ(new_at + base.size() - old_at, after.size());
  });
}

TEST(ChangeSetLaws, LinesBeginWhereANewScanFindsThem) { for_random_changes(expect_lines_as_in_a_new_scan); }

TEST(ChangeSetLaws, LinesOfEverySmallResultBeginWhereANewScanFindsThem) {
  for_every_small_change_set(expect_lines_as_in_a_new_scan);
}

// A mark that comes, goes or is completed by an edit moves where line 1 begins.
TEST(ChangeSetLaws, LinesBeginBehindAByteOrderMarkThatAnEditMakesOrBreaks) {
  for (const std::string_view bytes : {"", "\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF\na", "\xEF\xBB", "\xBB\xBF\n", "\xEF\xBFx"}) {
    const Text base{std::string(bytes)};
    for (const auto& [one, other] :
         {std::pair{"\xEF\xBB\xBF", "\n"}, std::pair{"\xEF", "\xBF"}, std::pair{"\xBB", "\xBF\n"}, std::pair{"", "x"}}) {
      for (const std::vector<Edit>& edits : every_edit_list(base.size(), one, other)) {
        expect_lines_as_in_a_new_scan(base, ChangeSet::make(base, edits).value());
        if (HasFailure()) return;
      }
    }
  }
}

TEST(ChangeSetLaws, MakesIsTrueOfWhatApplyGivesAndOfNothingElse) { for_random_changes(expect_makes_what_apply_gives); }

TEST(ChangeSetLaws, InvertTakesBackWhatApplyDid) { for_random_changes(expect_invert_takes_back); }

TEST(ChangeSetLaws, InvertTakesBackEverySmallChangeSet) { for_every_small_change_set(expect_invert_takes_back); }

TEST(ChangeSetLaws, ThenDoesWhatOneAfterTheOtherDoes) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    const Text base(random.one_in(3) ? byte_soup(random, 12) : soup.text(random));
    const ChangeSet first = random_changes(random, base);
    expect_then_does_both(base, first, random_changes(random, first.apply(base)));
  });
}

TEST(ChangeSetLaws, ThenDoesBothForEveryPairOfSmallChangeSets) {
  const Text base("abcd");
  std::vector<std::vector<std::vector<Edit>>> lists_over;  // by the size of the middle text
  for (std::size_t size = 0; size <= 7; ++size) lists_over.push_back(every_edit_list(size, "Y", "Z"));
  for (const std::vector<Edit>& edits : every_edit_list(base.size(), "v", "ww")) {
    const ChangeSet first = ChangeSet::make(base, edits).value();
    const bool leans = std::ranges::any_of(edits, [](const Edit& edit) { return edit.lean != Lean::neither; });
    if (leans) continue;  // which only matter when change sets part ways
    const Text middle = first.apply(base);
    for (const std::vector<Edit>& next : lists_over.at(middle.size())) {
      if (std::ranges::any_of(next, [](const Edit& edit) { return edit.lean != Lean::neither; })) continue;
      expect_then_does_both(base, first, ChangeSet::make(middle, next).value());
      if (HasFailure()) return;
    }
  }
}

TEST(ChangeSetLaws, ThenIsAssociative) {
  for_random_cases(law_cases() / 4, [](Random& random) {
    const Text x(byte_soup(random, 10));
    const ChangeSet a = random_changes(random, x);
    const Text y = a.apply(x);
    const ChangeSet b = random_changes(random, y);
    const Text z = b.apply(y);
    const ChangeSet c = random_changes(random, z);
    ASSERT_EQ(a.then(y, b).then(z, c).apply(x).bytes(), a.then(y, b.then(z, c)).apply(x).bytes());
  });
}

TEST(ChangeSetLaws, NothingBeforeOrAfterChangesNothing) {
  for_random_changes([](const Text& base, const ChangeSet& changes) {
    const Text after = changes.apply(base);
    ASSERT_EQ(ChangeSet(base.size()).then(base, changes).apply(base).bytes(), after.bytes()) << shown(changes);
    ASSERT_EQ(changes.then(after, ChangeSet(after.size())).apply(base).bytes(), after.bytes()) << shown(changes);
  });
}

TEST(ChangeSetLaws, TrimmedAppliesToTheSameText) { for_random_changes(expect_trimmed_does_the_same); }

TEST(ChangeSetLaws, EverySmallChangeSetTrimmedAppliesToTheSameText) {
  for_every_small_change_set(expect_trimmed_does_the_same);
}

}  // namespace
}  // namespace kedge::laws
