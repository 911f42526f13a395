#include "edit/moved_block.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "support/fast_hash.hpp"
#include "text/line_hash.hpp"
#include "text/line_quality.hpp"

namespace kedge {
namespace {

constexpr std::uint32_t farthest = 60;  // lines by which a block may reach beyond what is asked about, on either side
constexpr std::size_t around = 3;       // lines on either side that identify a place

// The non-blank lines of a text, and which of them are adjacent.
class Surroundings {
 public:
  explicit Surroundings(const Text& text) {
    for (LineNo line{1}; text.has(line); line = line + 1) {
      if (is_blank(text.content(line))) continue;
      lines_.push_back(line);
      keys_.push_back(fast_hash(text.content(line)));
    }
  }

  // The lines above and below these lines.
  std::uint64_t of(LineSpan lines) const { return key(index_of(lines.first), index_of(lines.end)); }

  // How often lines are adjacent.
  std::unordered_map<std::uint64_t, std::uint32_t> seams() const {
    std::unordered_map<std::uint64_t, std::uint32_t> all;
    for (std::size_t at = 0; at <= keys_.size(); ++at) ++all[key(at, at)];
    return all;
  }

 private:
  std::size_t index_of(LineNo line) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(lines_, line) - lines_.begin());
  }

  // Of the lines in front of one and of those from another on. Beyond the edges of the text there is nothing, which counts,
  // too.
  std::uint64_t key(std::size_t in_front_of, std::size_t from) const {
    std::uint64_t key = 0;
    const auto add = [&](std::uint64_t part) { key = (key ^ part) * 0x9E3779B97F4A7C15ULL; };
    for (std::size_t i = around; i >= 1; --i) add(in_front_of >= i ? keys_[in_front_of - i] : 0);
    for (std::size_t i = 0; i < around; ++i) add(from + i < keys_.size() ? keys_[from + i] : 0);
    return key;
  }

  std::vector<LineNo> lines_;
  std::vector<std::uint64_t> keys_;
};

bool same(const Text& a, LineNo line, const Text& b, LineNo other) {
  return a.has(line) && b.has(other) && a.content(line) == b.content(other);
}

// How often these lines of a text occur in another.
std::uint32_t times(const Text& in, const Text& text, LineSpan lines) {
  std::uint32_t found = 0;
  for (LineNo first{1}; first + lines.size() <= in.all_lines().end; first = first + 1) {
    std::uint32_t i = 0;
    while (i < lines.size() && same(in, first + i, text, lines.first + i)) ++i;
    found += i == lines.size() ? 1 : 0;
  }
  return found;
}

std::uint32_t telling_lines(const Text& text, LineSpan lines) {
  std::uint32_t telling = 0;
  for (LineNo line = lines.first; line < lines.end; line = line + 1) telling += is_low(text.content(line)) ? 0 : 1;
  return telling;
}

}  // namespace

bool moved_as_block(const Text& then, LineSpan lines, const Text& now, LineSpan lines_now) {
  std::uint32_t up = 0;
  while (up < farthest && lines.first.value > up + 1 && lines_now.first.value > up + 1 &&
         same(then, lines.first - (up + 1), now, lines_now.first - (up + 1))) {
    ++up;
  }
  std::uint32_t down = 0;
  while (down < farthest && same(then, lines.end + down, now, lines_now.end + down)) ++down;

  const Surroundings around_then(then);
  const Surroundings around_now(now);
  const auto seams_then = around_then.seams();
  const auto seams_now = around_now.seams();
  const auto count = [](const auto& seams, std::uint64_t key) {
    const auto found = seams.find(key);
    return found == seams.end() ? 0U : found->second;
  };
  // Brackets at the edges of a block may belong to it or to its surroundings.
  for (std::uint32_t u = 0; u <= up; ++u) {
    for (std::uint32_t d = 0; d <= down; ++d) {
      const LineSpan block{lines.first - u, lines.end + d};
      const LineSpan block_now{lines_now.first - u, lines_now.end + d};
      // One more seam where it was cut out, one less where it was put in.
      const std::uint64_t hole = around_then.of(block);
      const std::uint64_t landing = around_now.of(block_now);
      if (count(seams_now, hole) != count(seams_then, hole) + 1) continue;
      if (count(seams_then, landing) != count(seams_now, landing) + 1) continue;
      const std::uint32_t telling = telling_lines(then, block);
      if (telling >= 2 || (telling == 1 && block.size() >= 3)) return true;
    }
  }
  return false;
}

bool same_surroundings(const Text& then, LineSpan lines, const Text& now, LineSpan lines_now) {
  const LineSpan wide_then = with_context(then, lines, around);
  const LineSpan wide_now = with_context(now, lines_now, around);
  if (wide_then.size() != wide_now.size() || lines.first - wide_then.first != lines_now.first - wide_now.first) return false;
  for (std::uint32_t i = 0; i < wide_then.size(); ++i) {
    if (!same(then, wide_then.first + i, now, wide_now.first + i)) return false;
  }
  // A copy has the same surroundings, and then these occur twice.
  for (const LineSpan side : {LineSpan{wide_then.first, lines.first}, LineSpan{lines.end, wide_then.end}}) {
    if (!side.empty() && (times(then, then, side) != 1 || times(now, then, side) != 1)) return false;
  }
  return telling_lines(then, with_context(then, lines, around)) >= 2;
}

}  // namespace kedge
