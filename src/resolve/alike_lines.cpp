#include "resolve/alike_lines.hpp"

#include <algorithm>
#include <tuple>

#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::size_t piece_size = 3;
constexpr std::size_t least_part = 5;  // a fifth

std::uint32_t folded(char c) { return static_cast<unsigned char>(to_lower(c)); }

// Calls `visit` with a slot for each piece of three bytes. Two pieces may share a slot: then a line looks more similar than it
// is, and the real comparison finds out.
constexpr unsigned slot_bits = 16;
template <class Visit>
void each_piece(std::string_view bytes, Visit visit) {
  if (bytes.size() < piece_size) return;
  std::uint32_t piece = (folded(bytes[0]) << 8U) | folded(bytes[1]);
  for (std::size_t i = 2; i < bytes.size(); ++i) {
    piece = ((piece << 8U) | folded(bytes[i])) & 0xFFFFFFU;
    visit((piece * 0x9E3779B1U) >> (32 - slot_bits));
  }
}

// The pieces of one row, each counted once per line.
class Pieces {
 public:
  explicit Pieces(std::string_view row) : last_line_(std::size_t{1} << slot_bits, absent) {
    each_piece(row, [&](std::uint32_t slot) {
      count_ += last_line_[slot] == absent ? 1 : 0;
      last_line_[slot] = unseen;
    });
  }

  std::size_t count() const { return count_; }

  std::size_t count_in(std::string_view content, LineNo line) {
    const std::uint32_t mark = line.value + unseen;
    std::size_t shared = 0;
    each_piece(content, [&](std::uint32_t slot) {
      if (last_line_[slot] == absent || last_line_[slot] == mark) return;
      last_line_[slot] = mark;
      ++shared;
    });
    return shared;
  }

 private:
  static constexpr std::uint32_t absent = 0;
  static constexpr std::uint32_t unseen = 1;
  std::vector<std::uint32_t> last_line_;  // of each slot: the last line that had it, if the row has it
  std::size_t count_ = 0;
};

struct Alike {
  LineNo line;
  std::size_t shared;
  std::size_t length_apart;
};

bool better(const Alike& a, const Alike& b) {
  return std::tuple(b.shared, a.length_apart, a.line) < std::tuple(a.shared, b.length_apart, b.line);
}

}  // namespace

std::vector<LineNo> alike_lines(const Text& text, std::string_view row, std::size_t most, WorkBudget& budget) {
  Pieces pieces(row);
  if (most == 0 || pieces.count() == 0 || !budget.spend(row.size() + text.size() / 2 + text.line_count())) return {};
  std::vector<Alike> best;  // a heap with the worst on top
  for (LineNo line{1}; text.has(line); line = line + 1) {
    const std::string_view content = text.content(line);
    const std::size_t shared = pieces.count_in(content, line);
    if (shared == 0 || shared * least_part < pieces.count()) continue;
    const Alike alike{line, shared, content.size() > row.size() ? content.size() - row.size() : row.size() - content.size()};
    if (best.size() == most) {
      if (!better(alike, best.front())) continue;
      std::ranges::pop_heap(best, better);
      best.pop_back();
    }
    best.push_back(alike);
    std::ranges::push_heap(best, better);
  }
  std::ranges::sort_heap(best, better);
  std::vector<LineNo> lines;
  for (const Alike& alike : best) lines.push_back(alike.line);
  return lines;
}

}  // namespace kedge
