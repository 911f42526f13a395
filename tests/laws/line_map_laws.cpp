// Following lines over composed maps is the same as following them change by change.
#include <gtest/gtest.h>

#include <algorithm>

#include "edit/line_hunks.hpp"
#include "edit/recover.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"

namespace kedge::laws {
namespace {

struct KnownWay {
  std::vector<Drift> steps;
  std::vector<LineMap> maps;

  LineMap composed() const {
    std::vector<const LineMap*> all;
    for (const LineMap& map : maps) all.push_back(&map);
    return LineMap::composed(all);
  }
  std::string shown_way() const {
    std::string out = shown(steps.front().shown());
    for (const Drift& step : steps) out += " -> " + shown(step.current());
    return out;
  }
};

KnownWay random_way(Random& random) {
  const LineSoup soup(random);
  Text at(random.one_in(4) ? byte_soup(random, 12) : soup.text(random));
  KnownWay way;
  for (std::uint32_t left = 1 + random.below(5); left > 0; --left) {
    const ChangeSet changes = random_changes(random, at);
    const Text next = changes.apply(at);
    way.steps.push_back(Drift::known(at, next, changes));
    way.maps.emplace_back(at.line_count(), line_hunks(at, next, changes, LineKey::content));
    at = next;
  }
  return way;
}

TEST(LineMapLaws, ComposedIsStepByStep) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const KnownWay way = random_way(random);
    const LineMap map = way.composed();
    const Text& first = way.steps.front().shown();
    ASSERT_EQ(map.lines_before(), first.line_count()) << way.shown_way();
    ASSERT_EQ(map.lines_after(), way.steps.back().current().line_count()) << way.shown_way();
    const LineSpan all = first.all_lines();
    for (LineNo line{1}; line < all.end; line = line + 1) {
      for (LineNo end = line + 1; end <= all.end; end = end + 1) {
        std::expected<LineSpan, Unproven> now = LineSpan{line, end};
        for (const Drift& step : way.steps) {
          if (now) now = step.follow(*now);
        }
        const std::expected<LineSpan, Unproven> at_once = map.follow({line, end});
        ASSERT_EQ(at_once.has_value(), now.has_value()) << line.value << '-' << end.value << ' ' << way.shown_way();
        if (now) {
          ASSERT_EQ(*at_once, *now) << line.value << '-' << end.value << ' ' << way.shown_way();
        }
      }
    }
  });
}

TEST(LineMapLaws, EditsArePlacedAsStepByStep) {
  for_random_cases(law_cases() / 2, [](Random& random) {
    const KnownWay way = random_way(random);
    const LineSpan all = way.steps.front().shown().all_lines();
    const LineNo first{1 + random.below(all.end.value)};
    const LineNo end{std::min(all.end.value, first.value + random.below(3))};
    const std::vector<LineEdit> edits{
        {{first, end}, {"new"}, 0, random.pick(std::array{Lean::above, Lean::neither, Lean::below})}};
    Result<std::vector<LineEdit>> placed = edits;
    for (const Drift& step : way.steps) {
      if (placed) placed = recover(step, *placed, Code::anchor_stale);
    }
    const Result<std::vector<LineEdit>> at_once = recover(way.composed(), edits, Code::anchor_stale);
    ASSERT_EQ(at_once.has_value(), placed.has_value()) << shown(edits) << ' ' << way.shown_way();
    if (placed) {
      ASSERT_EQ(at_once->front().lines, placed->front().lines) << shown(edits) << ' ' << way.shown_way();
    }
  });
}

TEST(LineMapLaws, CompositionIsAssociative) {
  for_random_cases(law_cases() / 4, [](Random& random) {
    const KnownWay way = random_way(random);
    LineMap one_by_one = way.maps.front();
    for (std::size_t i = 1; i < way.maps.size(); ++i) one_by_one = one_by_one.then(way.maps[i]);
    ASSERT_EQ(one_by_one, way.composed()) << way.shown_way();
    const std::span<const LineMap::Run> runs = one_by_one.runs();
    ASSERT_EQ(LineMap::of_runs({runs.begin(), runs.end()}), one_by_one) << way.shown_way();
  });
}

}  // namespace
}  // namespace kedge::laws
