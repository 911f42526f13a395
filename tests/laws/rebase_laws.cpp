// Moving exactly known change sets over each other.
//
//   rebase(mine, theirs).apply(theirs.apply(x)) == rebase(theirs, mine).apply(mine.apply(x)), and both succeed or refuse
//   rebase(mine, nothing) == mine
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "edit/rebase.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

bool same_place(const Edit& a, const Edit& b) { return a.span.empty() && a.span == b.span; }

// Insertions of one side at one place whose leans go against the order of the call.
bool tangled_at(std::span<const Edit> edits, const Edit& place) {
  std::vector<Lean> leans;
  for (const Edit& edit : edits) {
    if (same_place(edit, place)) leans.push_back(edit.lean);
  }
  return !std::ranges::is_sorted(leans);
}

bool clash(std::span<const Edit> mine, const Edit& m, std::span<const Edit> theirs, const Edit& t) {
  if (!same_place(m, t)) return overlap(m, t);
  return m.lean == t.lean || tangled_at(mine, m) || tangled_at(theirs, t);
}

// The edits of both sides as one list over the base, insertions at one place by their lean; nothing if two clash.
std::optional<std::string> naive_merge(const Text& base, const ChangeSet& mine, const ChangeSet& theirs) {
  std::vector<Edit> all;
  for (const Edit& m : mine.edits()) {
    for (const Edit& t : theirs.edits()) {
      if (clash(mine.edits(), m, theirs.edits(), t)) return std::nullopt;
    }
    all.push_back(m);
  }
  // Each of theirs goes behind everything of mine that it has to stand behind.
  for (const Edit& t : theirs.edits()) {
    const auto stands_before_t = [&](const Edit& other) {
      const bool of_mine = std::ranges::find(mine.edits(), other) != mine.edits().end();
      if (same_place(other, t)) return !of_mine || other.lean < t.lean;
      if (other.span.begin != t.span.begin) return other.span.begin < t.span.begin;
      return other.span.empty();
    };
    all.insert(std::ranges::find_if_not(all, stands_before_t), t);
  }
  return spliced(std::string(base.bytes()), all);
}

void expect_rebase_is_symmetric(const Text& base, const ChangeSet& mine, const ChangeSet& theirs) {
  const Result<ChangeSet> over_theirs = rebase(base, mine, theirs);
  const Result<ChangeSet> over_mine = rebase(base, theirs, mine);
  const std::optional<std::string> expected = naive_merge(base, mine, theirs);
  const auto what = [&] { return shown(base) + " mine " + shown(mine) + " theirs " + shown(theirs); };
  ASSERT_EQ(over_theirs.has_value(), over_mine.has_value()) << what();
  ASSERT_EQ(over_theirs.has_value(), expected.has_value()) << what();
  if (!expected) {
    ASSERT_EQ(over_theirs.error().code, Code::conflict);
    ASSERT_EQ(over_mine.error().code, Code::conflict);
    return;
  }
  ASSERT_EQ(over_theirs->apply(theirs.apply(base)).bytes(), *expected) << what() << " gave " << shown(*over_theirs);
  ASSERT_EQ(over_mine->apply(mine.apply(base)).bytes(), *expected) << what() << " gave " << shown(*over_mine);
}

TEST(RebaseLaws, BothOrdersGiveTheSameTextOrBothRefuse) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    const Text base(random.one_in(3) ? byte_soup(random, 12) : soup.text(random));
    const ChangeSet mine = random_changes(random, base);
    const ChangeSet nameless = random_changes(random, base);
    // Distinct texts, so that it shows whose insertion came first.
    std::vector<Edit> named;
    for (Edit edit : nameless.edits()) {
      edit.text += "T" + std::to_string(named.size());
      named.push_back(edit);
    }
    expect_rebase_is_symmetric(base, mine, ChangeSet::make(base, named).value());
  });
}

TEST(RebaseLaws, BothOrdersGiveTheSameTextForEveryPairOfSmallChangeSets) {
  const Text base("abcd");
  std::vector<ChangeSet> all_mine;
  std::vector<ChangeSet> all_theirs;
  for (const std::vector<Edit>& edits : every_edit_list(base.size(), "M", "NN")) {
    all_mine.push_back(ChangeSet::make(base, edits).value());
  }
  for (const std::vector<Edit>& edits : every_edit_list(base.size(), "T", "UUU")) {
    all_theirs.push_back(ChangeSet::make(base, edits).value());
  }
  for (const ChangeSet& mine : all_mine) {
    for (const ChangeSet& theirs : all_theirs) {
      expect_rebase_is_symmetric(base, mine, theirs);
      if (HasFailure()) return;
    }
  }
}

TEST(RebaseLaws, OverNothingIsTheSameChangeSet) {
  for_random_cases(law_cases(), [](Random& random) {
    const LineSoup soup(random);
    const Text base(soup.text(random));
    const ChangeSet mine = random_changes(random, base);
    const ChangeSet nothing(base.size());
    const Result<ChangeSet> same = rebase(base, mine, nothing);
    ASSERT_TRUE(same.has_value());
    ASSERT_EQ(*same, mine) << shown(base) << ' ' << shown(mine) << " became " << shown(*same);
    const Result<ChangeSet> empty = rebase(base, nothing, mine);
    ASSERT_TRUE(empty.has_value());
    ASSERT_TRUE(empty->empty());
    ASSERT_EQ(empty->base_size(), mine.apply(base).size());
  });
}

}  // namespace
}  // namespace kedge::laws
