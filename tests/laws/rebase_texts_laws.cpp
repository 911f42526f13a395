// Placing the difference between two texts into a third: what both sides did, or a refusal.
#include <gtest/gtest.h>

#include <array>

#include "edit/recover.hpp"
#include "laws/line_soup.hpp"
#include "laws/merge_model.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

std::string case_of(const Text& base, const Text& mine, const Text& theirs) {
  return "base " + shown(base) + " mine " + shown(mine) + " theirs " + shown(theirs);
}

struct Outcomes {
  std::size_t moved = 0, refused = 0, rivalled = 0;
};

// Each result is one that both sides' shortest scripts allow.
Outcomes expect_merges_that_were_meant(const std::vector<Text>& texts) {
  std::vector<std::vector<std::vector<Script>>> scripts(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const Text& other : texts) scripts[i].push_back(every_shortest_script(texts[i], other));
  }
  Outcomes tally;
  for (std::size_t b = 0; b < texts.size(); ++b) {
    for (std::size_t m = 0; m < texts.size(); ++m) {
      for (std::size_t t = 0; t < texts.size(); ++t) {
        const Result<ChangeSet> moved = rebase_texts(texts[b], texts[m], texts[t]);
        if (!moved) {
          EXPECT_EQ(moved.error().code, Code::conflict);
          ++tally.refused;
          continue;
        }
        ++tally.moved;
        if (m == t) continue;  // the same change, made once
        const std::set<std::string> meant = every_merge(texts[b], {texts[m], scripts[b][m]}, {texts[t], scripts[b][t]});
        const std::string result(moved->apply(texts[t]).bytes());
        EXPECT_TRUE(meant.contains(result)) << case_of(texts[b], texts[m], texts[t]) << " gave " << shown(result);
        if (meant.size() > 1) ++tally.rivalled;
        if (testing::Test::HasFailure()) return tally;
      }
    }
  }
  return tally;
}

void print(const Outcomes& tally) {
  std::cout << "moved " << tally.moved << ", refused " << tally.refused << ", moved though another merge is as short "
            << tally.rivalled << '\n';
}

TEST(RebaseTextsLaws, EverySmallMergeOfTwoKindsOfLinesIsOneThatWasMeant) {
  print(expect_merges_that_were_meant(every_terminated_text(two_kinds, 4)));
}

TEST(RebaseTextsLaws, EverySmallMergeOfThreeKindsOfLinesIsOneThatWasMeant) {
  print(expect_merges_that_were_meant(every_terminated_text(three_kinds, 3)));
}

TEST(RebaseTextsLaws, EverySmallMergeWithAndWithoutFinalNewlinesIsOneThatWasMeant) {
  print(expect_merges_that_were_meant(every_text(two_kinds, 3)));
}

TEST(RebaseTextsLaws, NothingDoneOnOneSideIsWhatTheOtherDid) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const LineSoup soup(random);
    const Text base(soup.text(random));
    const Text other(random.one_in(4) ? soup.text(random) : soup.variant(random, base));
    const Result<ChangeSet> mine = rebase_texts(base, other, base);
    ASSERT_TRUE(mine.has_value()) << case_of(base, other, base);
    ASSERT_EQ(mine->apply(base).bytes(), other.bytes()) << case_of(base, other, base);
    const Result<ChangeSet> theirs = rebase_texts(base, base, other);
    ASSERT_TRUE(theirs.has_value()) << case_of(base, base, other);
    ASSERT_EQ(theirs->apply(other).bytes(), other.bytes()) << case_of(base, base, other);
  });
}

TEST(RebaseTextsLaws, TheSameChangeOnBothSidesIsMadeOnce) {
  for_random_cases(law_cases() / 4, [](Random& random) {
    const LineSoup soup(random);
    const Text base(soup.text(random));
    const Text both(soup.variant(random, base));
    const Result<ChangeSet> moved = rebase_texts(base, both, both);
    ASSERT_TRUE(moved.has_value()) << case_of(base, both, both);
    ASSERT_EQ(moved->apply(both).bytes(), both.bytes()) << case_of(base, both, both);
  });
}

// Where lines are moved, a line can be taken to have stayed or to have gone with its header, so this is about other edits.
TEST(RebaseTextsLaws, BothOrdersGiveTheSameTextWhereBothSucceed) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const LineSoup soup(random);
    const Text base(soup.text(random, 14));
    const Text mine(soup.variant(random, base, LineSoup::Moves::none));
    const Text theirs(soup.variant(random, base, LineSoup::Moves::none));
    const Result<ChangeSet> over_theirs = rebase_texts(base, mine, theirs);
    const Result<ChangeSet> over_mine = rebase_texts(base, theirs, mine);
    if (!over_theirs || !over_mine) return;
    ASSERT_EQ(over_theirs->apply(theirs).bytes(), over_mine->apply(mine).bytes()) << case_of(base, mine, theirs);
  });
}

TEST(RebaseTextsLaws, NoByteOfEitherSideIsLostOrDoubled) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const LineSoup soup(random);
    const Text base(soup.text(random, 14));
    const Text mine(soup.variant(random, base));
    const Text theirs(soup.variant(random, base));
    const Result<ChangeSet> moved = rebase_texts(base, mine, theirs);
    if (!moved || base.bom() != mine.bom() || mine == theirs) return;
    const Text after = moved->apply(theirs);
    if (after.bom() != theirs.bom()) return;  // a line of these bytes has come to stand at the top
    ASSERT_EQ(after.size() + base.size(), mine.size() + theirs.size())
        << case_of(base, mine, theirs) << " gave " << shown(after);
    ASSERT_EQ(after.line_count() + base.line_count(), mine.line_count() + theirs.line_count())
        << case_of(base, mine, theirs) << " gave " << shown(after);
  });
}

TEST(RebaseTextsLaws, TwoMovesOfOneFunctionAreAConflict) {
  const std::string f = "def f():\n  x;\n  z;\n";
  const std::string g = "def g():\n  y;\n  w;\n";
  const std::string h = "def h():\n  q;\n  r;\n";
  const Text theirs(g + h + f);
  const Result<ChangeSet> moved = rebase_texts(Text(f + g + h), Text(g + f + h), theirs);
  EXPECT_FALSE(moved.has_value()) << shown(moved->apply(theirs));
}

TEST(RebaseTextsLaws, AnUnterminatedEndIsNotGluedToWhatFollowsNow) {
  struct Case {
    std::string_view base, mine, theirs;
  };
  for (const auto& [base, mine, theirs] : {
           Case{"a\nb\n", "a\nb", "a\nb\nc\n"},
           Case{"a\n", "b", "a\nc\n"},
           Case{"a\nb\nc\n", "a\nb\nx", "a\nb\nc\nd\n"},
           Case{"a\nb\nc", "a\nb\nc\nd", "a\nb\nx"},
       }) {
    const Text current{std::string(theirs)};
    const Result<ChangeSet> moved = rebase_texts(Text{std::string(base)}, Text{std::string(mine)}, current);
    EXPECT_FALSE(moved.has_value()) << shown(base) << ' ' << shown(mine) << ' ' << shown(theirs) << " gave "
                                    << shown(moved->apply(current));
  }
}

}  // namespace
}  // namespace kedge::laws
