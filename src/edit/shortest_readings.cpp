#include "edit/shortest_readings.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace kedge {
namespace {

constexpr std::uint64_t most_places = 1U << 20U;
constexpr std::uint32_t lines_around = 32;  // beyond the first and the last change, which may slide
constexpr std::uint32_t one_line_more = 1U << 12U;
constexpr std::uint32_t one_hunk_more = 1;
constexpr std::uint32_t never = 1U << 30U;
constexpr std::uint32_t few_changes = 4;

std::string_view key_at(const Text& text, std::uint32_t index, LineKey key) { return key_of(text, LineNo{index + 1}, key); }

}  // namespace

std::optional<ShortestReadings> ShortestReadings::of(const Text& before, const Text& after, LineKey key) {
  const std::uint32_t n = before.line_count();
  const std::uint32_t m = after.line_count();
  const std::uint32_t shorter = std::min(n, m);
  std::uint32_t top = 0;
  while (top < shorter && key_at(before, top, key) == key_at(after, top, key)) ++top;
  std::uint32_t end = 0;
  while (end < shorter - top && key_at(before, n - 1 - end, key) == key_at(after, m - 1 - end, key)) ++end;
  const std::uint32_t first = top > lines_around ? top - lines_around : 0;
  const std::uint32_t below = end > lines_around ? end - lines_around : 0;
  const std::uint32_t old_lines = n - below - first;
  const std::uint32_t new_lines = m - below - first;
  if (std::uint64_t{old_lines + 1} * (new_lines + 1) > most_places || old_lines + new_lines > one_line_more)
    return std::nullopt;
  return ShortestReadings(before, after, key, first, old_lines, new_lines);
}

ShortestReadings::ShortestReadings(const Text& before, const Text& after, LineKey key, std::uint32_t first,
                                   std::uint32_t old_lines, std::uint32_t new_lines)
    : first_(first) {
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  const auto number = [&](const Text& text, std::uint32_t line) {
    return numbers.try_emplace(key_at(text, line, key), static_cast<std::uint32_t>(numbers.size())).first->second;
  };
  for (std::uint32_t i = 0; i < old_lines; ++i) old_.push_back(number(before, first + i));
  for (std::uint32_t j = 0; j < new_lines; ++j) new_.push_back(number(after, first + j));
  const auto longer = std::max(old_lines, new_lines);
  furthest_ = std::max(few_changes, longer - std::min(old_lines, new_lines));
  go_backwards();
  while (furthest_ < longer && from_[at(0, 0)].outside / one_line_more > furthest_) {
    furthest_ = std::min(2 * furthest_, longer);
    go_backwards();
  }
  go_forwards();
}

void ShortestReadings::go_forwards() {
  to_.assign((old_.size() + 1) * (2 * std::size_t{furthest_} + 1), {never, never});
  to_[at(0, 0)] = {0, never};
  for (std::uint32_t i = 0; i <= old_.size(); ++i) {
    for (std::uint32_t j = first_near(i); j < end_of_near(i); ++j) {
      Cost& here = to_[at(i, j)];
      const auto edited = [&](const Cost& last) {
        here.inside = std::min(here.inside, std::min(last.inside, last.outside + one_hunk_more) + one_line_more);
      };
      if (i > 0 && is_near(i - 1, j)) edited(to_[at(i - 1, j)]);
      if (j > 0 && is_near(i, j - 1)) edited(to_[at(i, j - 1)]);
      if (i > 0 && j > 0 && old_[i - 1] == new_[j - 1]) {
        const Cost& last = to_[at(i - 1, j - 1)];
        here.outside = std::min(last.outside, last.inside);
      }
    }
  }
}

// `inside`: what it costs from here if a hunk is open.
void ShortestReadings::go_backwards() {
  from_.assign((old_.size() + 1) * (2 * std::size_t{furthest_} + 1), {0, 0});
  for (std::uint32_t i = static_cast<std::uint32_t>(old_.size()) + 1; i-- > 0;) {
    for (std::uint32_t j = end_of_near(i); j-- > first_near(i);) {
      if (i == old_.size() && j == new_.size()) continue;
      std::uint32_t edited = never;
      if (i < old_.size() && is_near(i + 1, j)) edited = std::min(edited, from_[at(i + 1, j)].inside + one_line_more);
      if (j < new_.size() && is_near(i, j + 1)) edited = std::min(edited, from_[at(i, j + 1)].inside + one_line_more);
      Cost& here = from_[at(i, j)];
      here = {edited + one_hunk_more, edited};
      if (i < old_.size() && j < new_.size() && old_[i] == new_[j]) {
        const std::uint32_t kept = from_[at(i + 1, j + 1)].outside;
        here = {std::min(here.outside, kept), std::min(here.inside, kept)};
      }
    }
  }
}

bool ShortestReadings::all_pair(LineNo line, LineNo now) const {
  if (old_.empty() || new_.empty()) return true;
  if (line.value - 1 < first_) return all_pair(LineNo{first_ + 1}, LineNo{first_ + 1});
  const auto last = static_cast<std::uint32_t>(old_.size()) - 1;
  const std::uint32_t i = line.value - 1 - first_;
  if (i > last) return all_pair(LineNo{first_ + last + 1}, LineNo{first_ + static_cast<std::uint32_t>(new_.size())});
  const std::uint32_t least = from_[at(0, 0)].outside;
  for (std::uint32_t j = first_near(i); j < end_of_near(i); ++j) {
    const Cost& there = to_[at(i, j)];
    const bool removed =
        is_near(i + 1, j) &&
        std::min(there.inside, there.outside + one_hunk_more) + one_line_more + from_[at(i + 1, j)].inside == least;
    if (removed) return false;
    const bool paired = j < new_.size() && old_[i] == new_[j] &&
                        std::min(there.inside, there.outside) + from_[at(i + 1, j + 1)].outside == least;
    if (paired && first_ + j + 1 != now.value) return false;
  }
  return true;
}

}  // namespace kedge
