// The shape of the algorithm.
//
// 1. Trim. Most drift is a few lines in a large file: comparing bytes from both ends leaves a small middle, and lines
//    outside it are never hashed. Trimming keeps a shortest edit script shortest.
// 2. Myers, in linear space: find the middle snake of a shortest path, split there, repeat. The search for one snake
//    costs (lines x differences), so it is capped. The first try compares lines directly and skips long equal
//    runs as bytes: a few changes at both ends of a large file are found without hashing it. It has a budget, because in
//    a file that repeats itself every diagonal has long runs.
// 3. Intern, if there are more differences: each line of the middle becomes a number, equal lines (by full bytes) the
//    same number, and Myers starts again with a higher cap.
// 4. Patience, where that cap is reached: lines that occur exactly once on each side, in the longest order they share,
//    split the region; each part goes back to Myers. Without such lines the region is taken as replaced.
//
// All loops are iterative: hostile input costs time within the cap, never stack.
#include "edit/diff.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "edit/slide.hpp"
#include "support/common_ends.hpp"
#include "support/fast_hash.hpp"
#include "support/require.hpp"

namespace kedge {
namespace {

using Ids = std::span<const std::uint32_t>;

// Equal strings get equal numbers. Open addressing; strings with equal hashes are compared by bytes.
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

// How much searching is allowed before another algorithm is tried.
struct Patience {
  std::int64_t differences;  // from each end of a region
  std::int64_t elements;     // compared in total; negative once used up
};

// The furthest point reached on each diagonal.
class Frontier {
 public:
  explicit Frontier(std::int64_t radius) : radius_(radius), reach_(static_cast<std::size_t>(2 * radius + 3)) {}
  std::int64_t& operator[](std::int64_t diagonal) { return reach_[static_cast<std::size_t>(diagonal + radius_ + 1)]; }

 private:
  std::int64_t radius_;
  std::vector<std::int64_t> reach_;
};

// Myers' middle snake: searches from both ends until the two fronts meet. runs.forward(i, j, most) says how many elements
// are equal from i and j on, runs.backward(i, j, most) how many up to them. REQUIRES: both sides non-empty.
template <class Runs>
std::optional<Snake> middle_snake(const Runs& runs, const Region& region, Patience& patience) {
  const auto n = static_cast<std::int64_t>(region.old_size());
  const auto m = static_cast<std::int64_t>(region.new_size());
  const std::int64_t delta = n - m;
  const bool odd = (delta & 1) != 0;
  const std::int64_t limit = std::min((n + m + 1) / 2, patience.differences);
  const auto run_from = [&](std::int64_t x, std::int64_t y) -> std::int64_t {
    if (x >= n || y >= m) return 0;
    const std::uint32_t run =
        runs.forward(region.old_begin + static_cast<std::uint32_t>(x), region.new_begin + static_cast<std::uint32_t>(y),
                     static_cast<std::uint32_t>(std::min(n - x, m - y)));
    patience.elements -= run + 1;
    return run;
  };
  const auto run_back_from = [&](std::int64_t x, std::int64_t y) -> std::int64_t {
    if (x >= n || y >= m) return 0;
    const std::uint32_t run =
        runs.backward(region.old_end - static_cast<std::uint32_t>(x), region.new_end - static_cast<std::uint32_t>(y),
                      static_cast<std::uint32_t>(std::min(n - x, m - y)));
    patience.elements -= run + 1;
    return run;
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
  for (std::int64_t d = 0; d <= limit && patience.elements >= 0; ++d) {
    // Diagonals that leave the rectangle cannot come back into it: skip them.
    const std::int64_t low = -d + 2 * std::max<std::int64_t>(0, d - m);
    const std::int64_t high = d - 2 * std::max<std::int64_t>(0, d - n);
    for (std::int64_t k = low; k <= high; k += 2) {
      const bool down = k == -d || (k != d && forward[k - 1] < forward[k + 1]);
      const std::int64_t x0 = down ? forward[k + 1] : forward[k - 1] + 1;
      const std::int64_t y0 = x0 - k;
      const std::int64_t x = x0 + run_from(x0, y0);
      forward[k] = x;
      const std::int64_t opposite = delta - k;
      if (odd && opposite >= -(d - 1) && opposite <= d - 1 && x + backward[opposite] >= n) return snake(x0, y0, x, x - k);
    }
    for (std::int64_t k = low; k <= high; k += 2) {
      const bool down = k == -d || (k != d && backward[k - 1] < backward[k + 1]);
      const std::int64_t x0 = down ? backward[k + 1] : backward[k - 1] + 1;
      const std::int64_t y0 = x0 - k;
      const std::int64_t x = x0 + run_back_from(x0, y0);
      backward[k] = x;
      const std::int64_t opposite = delta - k;
      if (!odd && opposite >= -d && opposite <= d && x + forward[opposite] >= n) {
        return snake(n - x, m - (x - k), n - x0, m - y0);
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

template <class Runs>
Region trimmed(const Runs& runs, Region region) {
  const std::uint32_t head = runs.forward(region.old_begin, region.new_begin, std::min(region.old_size(), region.new_size()));
  region.old_begin += head;
  region.new_begin += head;
  const std::uint32_t tail = runs.backward(region.old_end, region.new_end, std::min(region.old_size(), region.new_size()));
  region.old_end -= tail;
  region.new_end -= tail;
  return region;
}

// Splits regions at middle snakes until nothing is left to split. Where patience ends, `otherwise(region)` gives the parts
// to go on with, or none to take the region as replaced, or refuses and so ends the whole attempt.
template <class Runs, class Otherwise>
std::optional<std::vector<IndexHunk>> split_at_snakes(const Runs& runs, const Region& middle, Patience patience,
                                                      const Otherwise& otherwise) {
  Marks marks(middle);
  std::vector<Region> open{middle};
  while (!open.empty()) {
    const Region region = trimmed(runs, open.back());
    open.pop_back();
    if (region.old_size() == 0 || region.new_size() == 0) {
      marks.replace(region);
    } else if (const std::optional<Snake> snake = middle_snake(runs, region, patience)) {
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

// Runs found by comparing one element after the other. same(i, j) compares element i of the old sequence with element j of
// the new one.
template <class Same>
class SingleSteps {
 public:
  explicit SingleSteps(Same same) : same_(std::move(same)) {}
  std::uint32_t forward(std::uint32_t i, std::uint32_t j, std::uint32_t most) const {
    std::uint32_t run = 0;
    while (run < most && same_(i + run, j + run)) ++run;
    return run;
  }
  std::uint32_t backward(std::uint32_t i, std::uint32_t j, std::uint32_t most) const {
    std::uint32_t run = 0;
    while (run < most && same_(i - 1 - run, j - 1 - run)) ++run;
    return run;
  }

 private:
  Same same_;
};

// The regions between patience anchors; empty if there are none.
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

// Runs of lines. A run that has lasted for a while is passed over as bytes: equal bytes are equal lines, and the line at
// which the bytes part is looked at by itself.
class LineRuns {
 public:
  LineRuns(const Text& before, const Text& after, LineKey key) : before_(before), after_(after), key_(key) {}

  std::uint32_t forward(std::uint32_t i, std::uint32_t j, std::uint32_t most) const {
    std::uint32_t run = 0;
    for (std::uint32_t steps = 0; run < most && same(i + run, j + run);) {
      ++run;
      if (++steps % long_run == 0) run += equal_bytes_forward(i + run, j + run, most - run);
    }
    return run;
  }
  std::uint32_t backward(std::uint32_t i, std::uint32_t j, std::uint32_t most) const {
    std::uint32_t run = 0;
    for (std::uint32_t steps = 0; run < most && same(i - 1 - run, j - 1 - run);) {
      ++run;
      if (++steps % long_run == 0) run += equal_bytes_backward(i - run, j - run, most - run);
    }
    return run;
  }

 private:
  static constexpr std::uint32_t long_run = 8;

  bool same(std::uint32_t i, std::uint32_t j) const {
    return key_of(before_, LineNo{i + 1}, key_) == key_of(after_, LineNo{j + 1}, key_);
  }

  static std::string_view bytes_of(const Text& text, std::uint32_t first, std::uint32_t end) {
    return text.slice(text.span({LineNo{first + 1}, LineNo{end + 1}}));
  }
  static std::size_t begin_of(const Text& text, std::uint32_t index) {
    return text.span(between_lines(LineNo{index + 1})).begin.value;
  }

  std::uint32_t equal_bytes_forward(std::uint32_t i, std::uint32_t j, std::uint32_t most) const {
    const std::size_t same = common_prefix(bytes_of(before_, i, i + most), bytes_of(after_, j, j + most));
    const auto whole_lines = [same](const Text& text, std::uint32_t first) {
      const std::size_t at = begin_of(text, first) + same;
      return text.lines_touched({{at}, {at}}).first.value - 1 - first;
    };
    return std::min({whole_lines(before_, i), whole_lines(after_, j), most});
  }
  std::uint32_t equal_bytes_backward(std::uint32_t i, std::uint32_t j, std::uint32_t most) const {
    const std::size_t same = common_suffix(bytes_of(before_, i - most, i), bytes_of(after_, j - most, j));
    const auto whole_lines = [same](const Text& text, std::uint32_t end) {
      const std::size_t at = begin_of(text, end) - same;
      const LineSpan touched = text.lines_touched({{at}, {at}});
      return end - std::min(end, (touched.empty() ? touched.first : touched.end).value - 1);
    };
    return std::min({whole_lines(before_, i), whole_lines(after_, j), most});
  }

  const Text& before_;
  const Text& after_;
  LineKey key_;
};

// The same sequences read from their ends.
template <class Runs>
class Reversed {
 public:
  Reversed(const Runs& runs, const Region& all) : runs_(runs), all_(all) {}
  std::uint32_t forward(std::uint32_t i, std::uint32_t j, std::uint32_t most) const {
    return runs_.backward(all_.old_end - i, all_.new_end - j, most);
  }
  std::uint32_t backward(std::uint32_t i, std::uint32_t j, std::uint32_t most) const {
    return runs_.forward(all_.old_end - i, all_.new_end - j, most);
  }

 private:
  const Runs& runs_;
  Region all_;
};

// old_key(i) and new_key(j) are what two elements are compared by; `runs` compares the same elements, maybe faster.
template <class Runs, class KeyOfOld, class KeyOfNew>
std::vector<IndexHunk> diff_indices(const Runs& runs, const Region& all, const KeyOfOld& old_key, const KeyOfNew& new_key) {
  const Region middle = trimmed(runs, all);
  // Most edits only insert, only remove, or replace one line: nothing is left to search.
  const bool is_one_sided = middle.old_size() == 0 || middle.new_size() == 0;
  if (is_one_sided && middle.old_size() + middle.new_size() == 0) return {};
  if (is_one_sided || (middle.old_size() == 1 && middle.new_size() == 1)) {
    return {{middle.old_begin, middle.old_end, middle.new_begin, middle.new_end}};
  }
  const std::int64_t size = std::int64_t{middle.old_size()} + middle.new_size();
  const auto give_up = [](const Region&) -> std::optional<std::vector<Region>> { return std::nullopt; };
  // Searching without hashing has to stay cheaper than hashing.
  const Patience for_few_changes{.differences = std::clamp<std::int64_t>(size / 64, 8, 256), .elements = 4 * size};
  if (std::optional hunks = split_at_snakes(runs, middle, for_few_changes, give_up)) return *std::move(hunks);

  Interner interner(static_cast<std::size_t>(size));
  std::vector<std::uint32_t> before;
  std::vector<std::uint32_t> after;
  before.reserve(middle.old_size());
  after.reserve(middle.new_size());
  for (std::uint32_t i = middle.old_begin; i < middle.old_end; ++i) before.push_back(interner.id_of(old_key(i)));
  for (std::uint32_t j = middle.new_begin; j < middle.new_end; ++j) after.push_back(interner.id_of(new_key(j)));

  const Region inner{0, middle.old_size(), 0, middle.new_size()};
  const SingleSteps ids([&](std::uint32_t i, std::uint32_t j) { return before[i] == after[j]; });
  const auto patience = [&](const Region& region) {
    return std::optional(between_anchors(before, after, region, interner.count()));
  };
  const Patience for_many_changes{.differences = 1024, .elements = std::numeric_limits<std::int64_t>::max()};
  std::optional<std::vector<IndexHunk>> hunks = split_at_snakes(ids, inner, for_many_changes, patience);
  KEDGE_REQUIRE(hunks.has_value());  // patience always has an answer
  for (IndexHunk& hunk : *hunks) {
    hunk = {hunk.old_begin + middle.old_begin, hunk.old_end + middle.old_begin, hunk.new_begin + middle.new_begin,
            hunk.new_end + middle.new_begin};
  }
  return *std::move(hunks);
}

}  // namespace

std::vector<IndexHunk> diff_sequences(std::span<const std::string_view> before, std::span<const std::string_view> after) {
  const Region all{0, static_cast<std::uint32_t>(before.size()), 0, static_cast<std::uint32_t>(after.size())};
  const SingleSteps runs([&](std::uint32_t i, std::uint32_t j) { return before[i] == after[j]; });
  return diff_indices(runs, all, [&](std::uint32_t i) { return before[i]; }, [&](std::uint32_t j) { return after[j]; });
}

std::vector<Hunk> diff_lines(const Text& before, const Text& after, LineKey key, Search search) {
  const Region all{0, before.line_count(), 0, after.line_count()};
  const LineRuns runs(before, after, key);
  std::vector<Hunk> hunks;
  if (search == Search::from_the_top) {
    const auto old_key = [&](std::uint32_t i) { return key_of(before, LineNo{i + 1}, key); };
    const auto new_key = [&](std::uint32_t j) { return key_of(after, LineNo{j + 1}, key); };
    for (const IndexHunk& hunk : diff_indices(runs, all, old_key, new_key)) {
      hunks.push_back({{{hunk.old_begin + 1}, {hunk.old_end + 1}}, {{hunk.new_begin + 1}, {hunk.new_end + 1}}});
    }
  } else {
    const std::uint32_t n = all.old_end;
    const std::uint32_t m = all.new_end;
    const auto old_key = [&](std::uint32_t i) { return key_of(before, LineNo{n - i}, key); };
    const auto new_key = [&](std::uint32_t j) { return key_of(after, LineNo{m - j}, key); };
    for (const IndexHunk& hunk : diff_indices(Reversed(runs, all), all, old_key, new_key)) {
      hunks.push_back({{{n - hunk.old_end + 1}, {n - hunk.old_begin + 1}}, {{m - hunk.new_end + 1}, {m - hunk.new_begin + 1}}});
    }
    std::ranges::reverse(hunks);
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
