// Where else a hunk could have stood, against a twin that tries every place.
#include <gtest/gtest.h>

#include <algorithm>

#include "edit/diff.hpp"
#include "edit/slide.hpp"
#include "laws/hunk_model.hpp"
#include "laws/line_soup.hpp"
#include "laws/random_changes.hpp"
#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"

namespace kedge::laws {
namespace {

Hunk moved_by(const Hunk& hunk, std::int64_t lines) {
  const auto moved = [lines](LineNo line) { return LineNo{static_cast<std::uint32_t>(line.value + lines)}; };
  return {{moved(hunk.before.first), moved(hunk.before.end)}, {moved(hunk.after.first), moved(hunk.after.end)}};
}

// Hunk i in all the places between its neighbours where replacing gives the same new text.
std::vector<Hunk> naive_hunk_places(const Lines& before, const Lines& after, const std::vector<Hunk>& hunks, std::size_t i) {
  const Hunk& hunk = hunks[i];
  const std::uint32_t floor = i == 0 ? 1 : hunks[i - 1].before.end.value;
  const auto ceiling = static_cast<std::uint32_t>(i + 1 == hunks.size() ? before.size() + 1 : hunks[i + 1].before.first.value);
  std::vector<Hunk> places;
  for (std::uint32_t first = floor; first + hunk.before.size() <= ceiling; ++first) {
    const std::int64_t distance = std::int64_t{first} - hunk.before.first.value;
    if (std::int64_t{hunk.after.first.value} + distance < 1) continue;
    if (hunk.after.end.value + distance > static_cast<std::int64_t>(after.size()) + 1) continue;
    std::vector<Hunk> others = hunks;
    others[i] = moved_by(hunk, distance);
    if (replaced(before, after, others) == after) places.push_back(others[i]);
  }
  return places;
}

LineSpan covered(const std::vector<Hunk>& places) {
  LineSpan stretch = places.front().before;
  for (const Hunk& place : places) {
    stretch = {std::min(stretch.first, place.before.first), std::max(stretch.end, place.before.end)};
  }
  return stretch;
}

bool covers(LineSpan outer, LineSpan inner) { return outer.first <= inner.first && inner.end <= outer.end; }

void expect_stretches_of_naive_twin(const Text& before, const Text& after, LineKey key) {
  const std::vector<Hunk> hunks = diff_lines(before, after, key);
  const std::vector<Slide> found = slides(before, after, hunks, key);
  const Lines old_lines = lines_of(before, key);
  const Lines new_lines = lines_of(after, key);
  const auto what = [&] { return shown(before) + " -> " + shown(after); };
  for (std::size_t i = 0; i < hunks.size(); ++i) {
    const std::vector<Hunk> places = naive_hunk_places(old_lines, new_lines, hunks, i);
    const LineSpan expected = covered(places);
    if (hunks.size() == 1) {
      for (const Hunk& place : places) {  // wherever it is found, it says the same
        const std::vector<Slide> from_there = slides(before, after, {place}, key);
        ASSERT_EQ(from_there.size(), 1U) << what();
        ASSERT_EQ(from_there.front().stretch, expected) << what();
        ASSERT_EQ(from_there.front().hunk, places.back()) << what();
      }
    } else {
      ASSERT_TRUE(std::ranges::any_of(found, [&](const Slide& slide) { return covers(slide.stretch, expected); }))
          << "lines " << expected.first.value << " to before " << expected.end.value << " of " << what();
    }
  }

  // The hunks are the same change, each at its lowest place, and no further push changes them.
  std::vector<Hunk> settled;
  for (const Slide& slide : found) {
    ASSERT_TRUE(covers(slide.stretch, slide.hunk.before)) << what();
    settled.push_back(slide.hunk);
  }
  ASSERT_EQ(replaced(old_lines, new_lines, settled), new_lines) << what();
  ASSERT_EQ(settled_low(before, after, hunks, key), settled) << what();
  ASSERT_EQ(settled_low(before, after, settled, key), settled) << what();
  for (std::size_t i = 0; i < settled.size(); ++i) {
    const LineSpan all_places = covered(naive_hunk_places(old_lines, new_lines, settled, i));
    ASSERT_EQ(all_places.end, settled[i].before.end) << "hunk " << i << " can be pushed further down: " << what();
    ASSERT_TRUE(covers(found[i].stretch, all_places)) << what();
  }
}

// Equal texts give equal diffs, wherever the author's change stood: removing or adding one stretch of lines anywhere.
void expect_every_single_change_lies_in_the_stretch(const Text& before, LineKey key) {
  const Lines lines = lines_of(before, key);
  for (std::uint32_t begin = 0; begin < lines.size(); ++begin) {
    for (std::uint32_t end = begin + 1; end <= lines.size(); ++end) {
      std::string bytes(before.bom());
      for (std::uint32_t i = 0; i < lines.size(); ++i) bytes += i >= begin && i < end ? "" : lines[i];
      const Text after(bytes);
      const std::vector<Slide> found = slides(before, after, diff_lines(before, after, key), key);
      const LineSpan removed{LineNo{begin + 1}, LineNo{end + 1}};
      ASSERT_EQ(found.size(), 1U) << shown(before) << " -> " << shown(after);
      ASSERT_TRUE(covers(found.front().stretch, removed)) << shown(before) << " -> " << shown(after);
    }
  }
}

TEST(SlideLaws, StretchesAreThoseOfATwinThatTriesEveryPlaceForEveryPairOfSmallTexts) {
  for (const std::vector<Text>& texts : {every_text(two_kinds, 5), every_text(three_kinds, 3)}) {
    for (const Text& before : texts) {
      for (const Text& after : texts) {
        expect_stretches_of_naive_twin(before, after, LineKey::bytes);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(SlideLaws, StretchesAreThoseOfATwinThatTriesEveryPlace) {
  for_random_cases(law_cases() / 3, [](Random& random) {
    const LineSoup soup(random);
    const Text before(soup.text(random, 12));
    const Text after(random.one_in(4) ? soup.text(random) : soup.variant(random, before));
    expect_stretches_of_naive_twin(before, after, random.one_in(2) ? LineKey::bytes : LineKey::content);
  });
}

TEST(SlideLaws, ALineThatWasRemovedLiesInTheStretchWhereverItStood) {
  for (const Text& text : every_terminated_text(two_kinds, 6)) {
    expect_every_single_change_lies_in_the_stretch(text, LineKey::bytes);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace kedge::laws
