#include "store/version_chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "support/repeatable_random.hpp"

namespace kedge {
namespace {

constexpr VersionId versions = 4;

// Every graph over four versions: bit i*4+j is the step from version i+1 to j+1.
std::vector<ChainStep> steps_of(unsigned graph, VersionId from) {
  std::vector<ChainStep> steps;
  for (VersionId to = 1; to <= versions; ++to) {
    const auto bit = static_cast<unsigned>((from - 1) * versions + to - 1);
    if ((graph >> bit & 1U) != 0) steps.push_back({.from = from, .to = to, .change = bit});
  }
  return steps;
}

// The naive twin: the length of the shortest walk, by trying all walks.
std::size_t naive_distance(unsigned graph, VersionId from, VersionId goal, std::size_t allowed) {
  if (from == goal) return 0;
  std::size_t best = std::numeric_limits<std::size_t>::max();
  if (allowed == 0) return best;
  for (const ChainStep& step : steps_of(graph, from)) {
    const std::size_t rest = naive_distance(graph, step.to, goal, allowed - 1);
    if (rest != std::numeric_limits<std::size_t>::max()) best = std::min(best, rest + 1);
  }
  return best;
}

TEST(VersionChain, IsTheShortestInEveryGraphOfFourVersions) {
  for (unsigned graph = 0; graph < 1U << (versions * versions); graph += 7) {  // a seventh of them
    const auto steps_from = [&](VersionId from) { return steps_of(graph, from); };
    const auto chain = shortest_chain(1, [](VersionId version) { return version == versions; }, steps_from);
    const std::size_t distance = naive_distance(graph, 1, versions, versions);
    ASSERT_EQ(chain.has_value(), distance != std::numeric_limits<std::size_t>::max()) << graph;
    if (!chain) continue;
    ASSERT_EQ(chain->size(), distance) << graph;
    VersionId at = 1;
    for (const ChainStep& step : *chain) {
      EXPECT_EQ(step.from, at);
      at = step.to;
    }
    EXPECT_EQ(at, versions);
    EXPECT_EQ(turned_round(*chain).front().from, versions);
  }
}

TEST(VersionChain, DoesNotLeadThroughAFileThatWasDeleted) {
  const auto steps_from = [](VersionId from) -> std::vector<ChainStep> {
    if (from == 1) return {{.from = 1, .to = no_version}};
    if (from == no_version) return {{.from = no_version, .to = 2}};
    return {};
  };
  EXPECT_FALSE(shortest_chain(1, [](VersionId version) { return version == 2; }, steps_from));
  EXPECT_TRUE(shortest_chain(1, [](VersionId version) { return version == no_version; }, steps_from));
}

TEST(VersionChain, EndsAtItsLimits) {
  const auto onwards = [](VersionId from) { return std::vector<ChainStep>{{.from = from, .to = from + 1}}; };
  const auto is_eleven = [](VersionId version) { return version == 11; };
  EXPECT_TRUE(shortest_chain(1, is_eleven, onwards, {.length = 10}));
  EXPECT_FALSE(shortest_chain(1, is_eleven, onwards, {.length = 9}));
  EXPECT_TRUE(shortest_chain(1, is_eleven, onwards, {.steps_looked_at = 10}));
  EXPECT_FALSE(shortest_chain(1, is_eleven, onwards, {.steps_looked_at = 9}));
}

TEST(VersionChain, ComposedChangesDoWhatTheyDoInTurn) {
  RepeatableRandom random(3);
  for (int round = 0; round < 300; ++round) {
    const Text base("one\ntwo\nthree\n");
    Text text = base;
    std::vector<ChangeSet> changes;
    for (std::size_t i = random.below(6); i > 0; --i) {
      const std::size_t begin = random.below(text.size() + 1);
      const std::size_t end = begin + random.below(text.size() - begin + 1);
      changes.push_back(*ChangeSet::make(text, {{.span = {{begin}, {end}}, .text = std::string(random.below(6), 'x')}}));
      text = changes.back().apply(text);
    }
    const std::optional<Composed> all = composed(base, changes);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->after, text);
    EXPECT_EQ(all->changes.apply(base), text);
    EXPECT_EQ(applied_in_turn(base, changes), text);
  }
}

TEST(VersionChain, ChangesThatDoNotFitAreNotApplied) {
  const std::vector<ChangeSet> changes{ChangeSet(3)};
  EXPECT_FALSE(composed(Text("four"), changes));
  EXPECT_FALSE(applied_in_turn(Text("four"), changes));
}

}  // namespace
}  // namespace kedge
