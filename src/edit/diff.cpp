// The shape of the algorithm.
//
// 1. Trim. Most drift is a few lines in a large file: comparing bytes from both ends leaves a small middle, and lines
//    outside it are never hashed. Trimming keeps a shortest edit script shortest.
// 2. Myers, in linear space: find the middle snake of a shortest path, split there, repeat. The search for one snake
//    costs (lines x differences), so it is capped. The first try has a low cap and compares lines as they stand: a few
//    changes at both ends of a large file are found without hashing it.
// 3. Intern, if there are more differences: each line of the middle becomes a number, equal lines (by full bytes) the
//    same number, and Myers starts again with a higher cap.
// 4. Patience, where that cap is reached: lines that occur exactly once on each side, in the longest order they share,
//    split the region; each part goes back to Myers. Without such lines the region is taken as replaced.
//
// All loops are iterative: hostile input costs time within the cap, never stack.
#include "edit/diff.hpp"

#include <algorithm>
#include <optional>

#include "edit/slide.hpp"
#include "support/common_ends.hpp"
#include "support/fast_hash.hpp"
#include "support/require.hpp"

namespace kedge {
namespace {

using Ids = std::span<const std::uint32_t>;

// Equal strings get equal numbers. Open addressing; equal hashes are told apart by bytes.
class Interner {
 public:
  explicit Interner(std::size_t most) {
    std::size_t slots = 16;
    while (slots < 2 * most) slots *= 2;
    slots_.resize(slots);
  }

  std::uint32_t id_of(std::string_view key) {
    const std::uint64_t hash = fast_hash(key);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.id == 0) {
        slot = {hash, key, ++count_};
        return slot.id;
      }
      if (slot.hash == hash && slot.key == key) return slot.id;
    }
  }

  std::uint32_t count() const { return count_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::string_view key;
    std::uint32_t id = 0;  // 0: free
  };
  std::vector<Slot> slots_;
  std::uint32_t count_ = 0;
};

struct Region {
  std::uint32_t old_begin, old_end, new_begin, new_end;
  std::uint32_t old_size() const { return old_end - old_begin; }
  std::uint32_t new_size() const { return new_end - new_begin; }
};

struct Snake {
  std::uint32_t old_begin, new_begin, old_end, new_end;  // a run of equal elements, maybe empty
};

// Differences searched from each end of a region before something else is tried.
constexpr std::int64_t cap_on_lines = 48;
constexpr std::int64_t cap_on_ids = 1024;

// The furthest point reached on each diagonal.
class Frontier {
 public:
  explicit Frontier(std::int64_t radius) : radius_(radius), reach_(static_cast<std::size_t>(2 * radius + 3)) {}
  std::int64_t& operator[](std::int64_t diagonal) { return reach_[static_cast<std::size_t>(diagonal + radius_ + 1)]; }

 private:
  std::int64_t radius_;
  std::vector<std::int64_t> reach_;
};

// Myers' middle snake: searches from both ends until the two fronts meet. same(i, j) compares element i of the old
// sequence with element j of the new one. REQUIRES: both sides non-empty.
template <class Same>
std::optional<Snake> middle_snake(const Same& same, const Region& region, std::int64_t cap) {
  const auto n = static_cast<std::int64_t>(region.old_size());
  const auto m = static_cast<std::int64_t>(region.new_size());
  const std::int64_t delta = n - m;
  const bool odd = (delta & 1) != 0;
  const std::int64_t limit = std::min((n + m + 1) / 2, cap);
  const auto equal = [&](std::int64_t i, std::int64_t j) {
    return same(region.old_begin + static_cast<std::uint32_t>(i), region.new_begin + static_cast<std::uint32_t>(j));
  };
  const auto snake = [&](std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
    const auto old_index = [&](std::int64_t i) { return region.old_begin + static_cast<std::uint32_t>(i); };
    const auto new_index = [&](std::int64_t i) { return region.new_begin + static_cast<std::uint32_t>(i); };
    return Snake{old_index(x0), new_index(y0), old_index(x1), new_index(y1)};
  };

  Frontier forward(limit + 1);
  Frontier backward(limit + 1);
  forward[1] = 0;
  backward[1] = 0;
  for (std::int64_t d = 0; d <= limit; ++d) {
    // Diagonals that leave the rectangle cannot come back into it: skip them.
    const std::int64_t low = -d + 2 * std::max<std::int64_t>(0, d - m);
    const std::int64_t high = d - 2 * std::max<std::int64_t>(0, d - n);
    for (std::int64_t k = low; k <= high; k += 2) {
      const bool down = k == -d || (k != d && forward[k - 1] < forward[k + 1]);
      std::int64_t x = down ? forward[k + 1] : forward[k - 1] + 1;
      std::int64_t y = x - k;
      const std::int64_t x0 = x;
      const std::int64_t y0 = y;
      while (x < n && y < m && equal(x, y)) ++x, ++y;
      forward[k] = x;
      const std::int64_t opposite = delta - k;
      if (odd && opposite >= -(d - 1) && opposite <= d - 1 && x + backward[opposite] >= n) return snake(x0, y0, x, y);
    }
    for (std::int64_t k = low; k <= high; k += 2) {
      const bool down = k == -d || (k != d && backward[k - 1] < backward[k + 1]);
      std::int64_t x = down ? backward[k + 1] : backward[k - 1] + 1;
      std::int64_t y = x - k;
      const std::int64_t x0 = x;
      const std::int64_t y0 = y;
      while (x < n && y < m && equal(n - 1 - x, m - 1 - y)) ++x, ++y;
      backward[k] = x;
      const std::int64_t opposite = delta - k;
      if (!odd && opposite >= -d && opposite <= d && x + forward[opposite] >= n) {
        return snake(n - x, m - y, n - x0, m - y0);
      }
    }
  }
  return std::nullopt;
}

struct Pair {
  std::uint32_t old_index, new_index;
};

// Elements that occur once on each side of the region, in the longest common order.
std::vector<Pair> patience_anchors(Ids before, Ids after, const Region& region, std::uint32_t id_count) {
  struct Seen {
    std::uint32_t old_count = 0, new_count = 0, old_index = 0;
  };
  std::vector<Seen> seen(id_count + 1);
  for (std::uint32_t i = region.old_begin; i < region.old_end; ++i) {
    Seen& entry = seen[before[i]];
    ++entry.old_count;
    entry.old_index = i;
  }
  for (std::uint32_t j = region.new_begin; j < region.new_end; ++j) ++seen[after[j]].new_count;

  std::vector<Pair> unique;  // in the order of the new side
  for (std::uint32_t j = region.new_begin; j < region.new_end; ++j) {
    const Seen& entry = seen[after[j]];
    if (entry.old_count == 1 && entry.new_count == 1) unique.push_back({entry.old_index, j});
  }

  // Longest increasing subsequence by piles.
  constexpr auto none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> pile_tops;
  std::vector<std::size_t> left(unique.size(), none);
  for (std::size_t i = 0; i < unique.size(); ++i) {
    const auto pile =
        std::ranges::partition_point(pile_tops, [&](std::size_t top) { return unique[top].old_index < unique[i].old_index; });
    if (pile != pile_tops.begin()) left[i] = *(pile - 1);
    if (pile == pile_tops.end()) {
      pile_tops.push_back(i);
    } else {
      *pile = i;
    }
  }
  std::vector<Pair> anchors;
  for (std::size_t i = pile_tops.empty() ? none : pile_tops.back(); i != none; i = left[i]) anchors.push_back(unique[i]);
  std::ranges::reverse(anchors);
  return anchors;
}

// Marks what is not kept, region by region, within the middle.
class Marks {
 public:
  explicit Marks(const Region& middle) : middle_(middle), removed_(middle.old_size()), added_(middle.new_size()) {}

  void replace(const Region& region) {
    std::fill_n(removed_.begin() + (region.old_begin - middle_.old_begin), region.old_size(), true);
    std::fill_n(added_.begin() + (region.new_begin - middle_.new_begin), region.new_size(), true);
  }

  std::vector<IndexHunk> hunks() const {
    std::vector<IndexHunk> hunks;
    IndexHunk hunk{0, 0, 0, 0};
    while (hunk.old_begin < removed_.size() || hunk.new_begin < added_.size()) {
      hunk.old_end = hunk.old_begin;
      hunk.new_end = hunk.new_begin;
      while (hunk.old_end < removed_.size() && removed_[hunk.old_end] != 0) ++hunk.old_end;
      while (hunk.new_end < added_.size() && added_[hunk.new_end] != 0) ++hunk.new_end;
      if (hunk.old_end > hunk.old_begin || hunk.new_end > hunk.new_begin) {
        hunks.push_back({hunk.old_begin + middle_.old_begin, hunk.old_end + middle_.old_begin,
                         hunk.new_begin + middle_.new_begin, hunk.new_end + middle_.new_begin});
      }
      hunk.old_begin = hunk.old_end + 1;
      hunk.new_begin = hunk.new_end + 1;
    }
    return hunks;
  }

 private:
  Region middle_;
  std::vector<char> removed_, added_;
};

template <class Same>
Region trimmed(const Same& same, Region region) {
  while (region.old_size() > 0 && region.new_size() > 0 && same(region.old_begin, region.new_begin)) {
    ++region.old_begin, ++region.new_begin;
  }
  while (region.old_size() > 0 && region.new_size() > 0 && same(region.old_end - 1, region.new_end - 1)) {
    --region.old_end, --region.new_end;
  }
  return region;
}

// Splits regions at middle snakes until nothing is left to split. Where the cap is reached, `otherwise(region)` gives
// the parts to go on with, or nothing to take the region as replaced, or refuses and so ends the whole attempt.
template <class Same, class Otherwise>
std::optional<std::vector<IndexHunk>> split_at_snakes(const Same& same, const Region& middle, std::int64_t cap,
                                                      const Otherwise& otherwise) {
  Marks marks(middle);
  std::vector<Region> open{middle};
  while (!open.empty()) {
    const Region region = trimmed(same, open.back());
    open.pop_back();
    if (region.old_size() == 0 || region.new_size() == 0) {
      marks.replace(region);
    } else if (const std::optional<Snake> snake = middle_snake(same, region, cap)) {
      open.push_back({region.old_begin, snake->old_begin, region.new_begin, snake->new_begin});
      open.push_back({snake->old_end, region.old_end, snake->new_end, region.new_end});
    } else {
      const std::optional<std::vector<Region>> parts = otherwise(region);
      if (!parts) return std::nullopt;
      if (parts->empty()) marks.replace(region);
      open.insert(open.end(), parts->begin(), parts->end());
    }
  }
  return marks.hunks();
}

// What stands between patience anchors; nothing if there are none.
std::vector<Region> between_anchors(Ids before, Ids after, Region region, std::uint32_t id_count) {
  std::vector<Region> parts;
  for (const Pair& anchor : patience_anchors(before, after, region, id_count)) {
    parts.push_back({region.old_begin, anchor.old_index, region.new_begin, anchor.new_index});
    region.old_begin = anchor.old_index + 1;
    region.new_begin = anchor.new_index + 1;
  }
  if (!parts.empty()) parts.push_back(region);
  return parts;
}

// The middle that trimming left. old_key(i) and new_key(j) are what two elements are compared by.
template <class KeyOfOld, class KeyOfNew>
std::vector<IndexHunk> diff_middle(const Region& middle, const KeyOfOld& old_key, const KeyOfNew& new_key) {
  const auto same_keys = [&](std::uint32_t i, std::uint32_t j) { return old_key(i) == new_key(j); };
  const auto give_up = [](const Region&) -> std::optional<std::vector<Region>> { return std::nullopt; };
  if (std::optional hunks = split_at_snakes(same_keys, middle, cap_on_lines, give_up)) return *std::move(hunks);

  Interner interner(std::size_t{middle.old_size()} + middle.new_size());
  std::vector<std::uint32_t> before;
  std::vector<std::uint32_t> after;
  before.reserve(middle.old_size());
  after.reserve(middle.new_size());
  for (std::uint32_t i = middle.old_begin; i < middle.old_end; ++i) before.push_back(interner.id_of(old_key(i)));
  for (std::uint32_t j = middle.new_begin; j < middle.new_end; ++j) after.push_back(interner.id_of(new_key(j)));

  const Region inner{0, middle.old_size(), 0, middle.new_size()};
  const auto same_ids = [&](std::uint32_t i, std::uint32_t j) { return before[i] == after[j]; };
  const auto patience = [&](const Region& region) {
    return std::optional(between_anchors(before, after, region, interner.count()));
  };
  std::optional<std::vector<IndexHunk>> hunks = split_at_snakes(same_ids, inner, cap_on_ids, patience);
  KEDGE_REQUIRE(hunks.has_value());  // patience always has an answer
  for (IndexHunk& hunk : *hunks) {
    hunk = {hunk.old_begin + middle.old_begin, hunk.old_end + middle.old_begin, hunk.new_begin + middle.new_begin,
            hunk.new_end + middle.new_begin};
  }
  return *std::move(hunks);
}

// Whole lines that both texts share at their start and end, found on bytes first because that is fastest.
Region untrimmed(const Text& before, const Text& after, LineKey key) {
  const auto line_key = [key](const Text& text, LineNo line) {
    return key == LineKey::bytes ? text.raw(line) : text.content(line);
  };
  Region middle{0, before.line_count(), 0, after.line_count()};

  if (before.bom() == after.bom()) {
    // Lines that end inside the common prefix are equal; the next one may be cut off in one of the texts, so look.
    const std::size_t same = common_prefix(before.bytes(), after.bytes());
    const auto whole_lines = [same](const Text& text) {
      const LineSpan touched = text.lines_touched({{same}, {same}});
      return touched.first.value - 1;
    };
    const std::uint32_t lines = std::min(whole_lines(before), whole_lines(after));
    middle.old_begin = middle.new_begin = lines;
  }
  while (middle.old_size() > 0 && middle.new_size() > 0 &&
         line_key(before, LineNo{middle.old_begin + 1}) == line_key(after, LineNo{middle.new_begin + 1})) {
    ++middle.old_begin, ++middle.new_begin;
  }

  const std::string_view old_rest = before.bytes().substr(before.span(between_lines(LineNo{middle.old_begin + 1})).begin.value);
  const std::string_view new_rest = after.bytes().substr(after.span(between_lines(LineNo{middle.new_begin + 1})).begin.value);
  const std::size_t same = common_suffix(old_rest, new_rest);
  // Lines that begin inside the common suffix are equal; one that begins right at its edge may be longer in the other.
  const auto whole_lines = [same](const Text& text) {
    const std::size_t from = text.size() - same;
    const LineSpan touched = text.lines_touched({{from}, {from}});
    const LineNo first_inside = touched.empty() ? touched.first : touched.end;
    return text.all_lines().end - std::min(first_inside, text.all_lines().end);
  };
  std::uint32_t tail = std::min({whole_lines(before), whole_lines(after), middle.old_size(), middle.new_size()});
  if (tail > 0 && line_key(before, before.all_lines().end - tail) != line_key(after, after.all_lines().end - tail)) --tail;
  middle.old_end -= tail;
  middle.new_end -= tail;
  while (middle.old_size() > 0 && middle.new_size() > 0 &&
         line_key(before, LineNo{middle.old_end}) == line_key(after, LineNo{middle.new_end})) {
    --middle.old_end, --middle.new_end;
  }
  return middle;
}

}  // namespace

std::vector<IndexHunk> diff_sequences(std::span<const std::string_view> before, std::span<const std::string_view> after) {
  const Region all{0, static_cast<std::uint32_t>(before.size()), 0, static_cast<std::uint32_t>(after.size())};
  return diff_middle(all, [&](std::uint32_t i) { return before[i]; }, [&](std::uint32_t j) { return after[j]; });
}

std::vector<Hunk> diff_lines(const Text& before, const Text& after, LineKey key) {
  const auto line_key = [key](const Text& text) {
    return [&text, key](std::uint32_t index) {
      return key == LineKey::bytes ? text.raw(LineNo{index + 1}) : text.content(LineNo{index + 1});
    };
  };
  std::vector<Hunk> hunks;
  for (const IndexHunk& hunk : diff_middle(untrimmed(before, after, key), line_key(before), line_key(after))) {
    hunks.push_back({{{hunk.old_begin + 1}, {hunk.old_end + 1}}, {{hunk.new_begin + 1}, {hunk.new_end + 1}}});
  }
  return settled_low(before, after, hunks, key);
}

ChangeSet diff(const Text& before, const Text& after) {
  std::vector<Edit> edits;
  if (before.bom() != after.bom()) {
    edits.push_back({{{0}, {before.bom().size()}}, std::string(after.bom()), 0, Lean::neither});
  }
  for (const Hunk& hunk : diff_lines(before, after, LineKey::bytes)) {
    edits.push_back({before.span(hunk.before), std::string(after.slice(after.span(hunk.after))), 0, Lean::neither});
  }
  Result<ChangeSet> changes = ChangeSet::make(before, std::move(edits));
  KEDGE_REQUIRE(changes.has_value());  // hunks are disjoint by construction
  return *std::move(changes);
}

}  // namespace kedge
