#include "edit/slide.hpp"

#include <algorithm>

namespace kedge {
namespace {

class Slider {
 public:
  Slider(const Text& before, const Text& after, LineKey key) : before_(before), after_(after), key_(key) {}

  // A hunk moves up by one line if the line it would take in above equals the line it would let go below, on each
  // side that it has lines on. `floor` is the first line that it may take in.
  bool can_go_up(const Hunk& hunk, LineNo floor) const {
    if (hunk.before.first <= floor) return false;
    return (hunk.before.empty() || same(before_, hunk.before.first - 1, hunk.before.last())) &&
           (hunk.after.empty() || same(after_, hunk.after.first - 1, hunk.after.last()));
  }
  bool can_go_down(const Hunk& hunk, LineNo ceiling) const {
    if (hunk.before.end >= ceiling) return false;
    return (hunk.before.empty() || same(before_, hunk.before.end, hunk.before.first)) &&
           (hunk.after.empty() || same(after_, hunk.after.end, hunk.after.first));
  }

 private:
  bool same(const Text& text, LineNo a, LineNo b) const { return key_of(text, a, key_) == key_of(text, b, key_); }

  const Text& before_;
  const Text& after_;
  LineKey key_;
};

Hunk moved_up(Hunk hunk) {
  hunk.before = {hunk.before.first - 1, hunk.before.end - 1};
  hunk.after = {hunk.after.first - 1, hunk.after.end - 1};
  return hunk;
}

Hunk moved_down(Hunk hunk) {
  hunk.before = {hunk.before.first + 1, hunk.before.end + 1};
  hunk.after = {hunk.after.first + 1, hunk.after.end + 1};
  return hunk;
}

LineSpan covering(LineSpan a, LineSpan b) { return {std::min(a.first, b.first), std::max(a.end, b.end)}; }

// Two hunks with no kept line between them are one.
Hunk merged(const Hunk& above, const Hunk& below) {
  return {{above.before.first, below.before.end}, {above.after.first, below.after.end}};
}

}  // namespace

std::vector<Slide> slides(const Text& before, const Text& after, const std::vector<Hunk>& hunks, LineKey key) {
  const Slider slider(before, after, key);
  std::vector<Slide> done;  // each hunk at its lowest place
  for (std::size_t i = 0; i < hunks.size(); ++i) {
    Hunk hunk = hunks[i];
    LineSpan stretch = hunk.before;
    bool of_several = false;
    for (;;) {
      const LineNo floor = done.empty() ? LineNo{1} : done.back().hunk.before.end;
      while (slider.can_go_up(hunk, floor)) hunk = moved_up(hunk);
      stretch = covering(stretch, hunk.before);
      if (done.empty() || hunk.before.first > floor) break;
      // It reached the hunk above: the pair moves as one, and maybe further than either.
      hunk = merged(done.back().hunk, hunk);
      stretch = covering(covering(stretch, done.back().stretch), hunk.before);
      of_several = true;
      done.pop_back();
    }
    const LineNo ceiling = i + 1 < hunks.size() ? hunks[i + 1].before.first : before.all_lines().end;
    while (slider.can_go_down(hunk, ceiling)) hunk = moved_down(hunk);
    done.push_back({hunk, covering(stretch, hunk.before), of_several});
  }
  return done;
}

std::vector<Hunk> settled_low(const Text& before, const Text& after, const std::vector<Hunk>& hunks, LineKey key) {
  std::vector<Hunk> settled;
  for (const Slide& slide : slides(before, after, hunks, key)) settled.push_back(slide.hunk);
  return settled;
}

}  // namespace kedge
