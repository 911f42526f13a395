// The edit distance is computed column by column, 64 rows of the table per word: neighbours in a column differ by at most one,
// so two bits hold the difference (Myers 1999, in Hyyrö's block form).
#include "resolve/similarity.hpp"

#include <algorithm>
#include <vector>

#include "support/common_ends.hpp"

namespace kedge {
namespace {

constexpr std::size_t word_bits = 64;
constexpr std::size_t longest_compared = 4096;

std::size_t words_for(std::size_t rows) { return (rows + word_bits - 1) / word_bits; }

// 64 rows of one column: which of them are one more, or one less, than the row above.
struct Block {
  std::uint64_t more = ~std::uint64_t{0};
  std::uint64_t less = 0;
};

// Moves a block to the next column. `equal` marks the rows whose byte is the column's; `above` is the change of the row just
// above the block. Returns the change of the row of `last_bit`.
int advance(Block& block, std::uint64_t equal, int above, std::uint64_t last_bit) {
  const std::uint64_t more_above = above > 0 ? 1 : 0;
  const std::uint64_t less_above = above < 0 ? 1 : 0;
  const std::uint64_t vertical = equal | block.less;
  equal |= less_above;
  const std::uint64_t horizontal = (((equal & block.more) + block.more) ^ block.more) | equal;
  std::uint64_t grew = block.less | ~(horizontal | block.more);
  std::uint64_t shrank = block.more & horizontal;
  const int change = (grew & last_bit) != 0 ? 1 : (shrank & last_bit) != 0 ? -1 : 0;
  grew = (grew << 1U) | more_above;
  shrank = (shrank << 1U) | less_above;
  block.more = shrank | ~(vertical | grew);
  block.less = grew & vertical;
  return change;
}

// Where the pattern may begin in the text.
enum class Begin : std::uint8_t { at_its_start, anywhere };

struct Distances {
  std::size_t at_end;    // to the text up to its end
  std::size_t least;     // to the text up to some place
  std::size_t least_at;  // the first such place
};

// REQUIRES: pattern is not empty.
Distances distances(std::string_view pattern, std::string_view text, Begin begin) {
  const std::size_t words = words_for(pattern.size());
  std::vector<std::uint64_t> rows_with(256 * words, 0);  // of each byte
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    rows_with[static_cast<unsigned char>(pattern[i]) * words + i / word_bits] |= std::uint64_t{1} << (i % word_bits);
  }
  constexpr std::uint64_t top_bit = std::uint64_t{1} << (word_bits - 1);
  const std::uint64_t last_row = std::uint64_t{1} << ((pattern.size() - 1) % word_bits);

  std::vector<Block> column(words);
  std::size_t distance = pattern.size();
  Distances found{distance, distance, 0};
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::uint64_t* equal = &rows_with[static_cast<unsigned char>(text[at]) * words];
    int change = begin == Begin::at_its_start ? 1 : 0;
    for (std::size_t i = 0; i < words; ++i) change = advance(column[i], equal[i], change, i + 1 < words ? top_bit : last_row);
    distance += static_cast<std::size_t>(change);  // wraps for -1, as it should
    if (distance < found.least) found = {distance, distance, at + 1};
  }
  found.at_end = distance;
  return found;
}

// The cost of `distances`: a step for each word of each column, and building its tables.
std::uint64_t work(std::string_view pattern, std::string_view text) { return words_for(pattern.size()) * (text.size() + 64); }

double share(std::size_t part, std::size_t all) { return static_cast<double>(part) / static_cast<double>(all); }

}  // namespace

double similarity(std::string_view a, std::string_view b, WorkBudget& budget) {
  const std::size_t longer = std::max(a.size(), b.size());
  if (!budget.spend(1 + longer / 8)) return 0;
  if (a == b) return 1;
  if (a.empty() || b.empty()) return 0;
  const std::size_t prefix = common_prefix(a, b);
  a.remove_prefix(prefix);
  b.remove_prefix(prefix);
  const std::size_t suffix = common_suffix(a, b);
  a.remove_suffix(suffix);
  b.remove_suffix(suffix);

  const std::string_view pattern = a.size() < b.size() ? a : b;
  const std::string_view other = a.size() < b.size() ? b : a;
  std::size_t distance = other.size();
  if (!pattern.empty() && other.size() <= longest_compared) {
    if (!budget.spend(work(pattern, other))) return 0;
    distance = distances(pattern, other, Begin::at_its_start).at_end;
  }
  return 1 - share(distance, longer);
}

PieceFit best_fit(std::string_view piece, std::string_view whole, WorkBudget& budget) {
  if (piece.empty()) return {1, 0};
  if (piece.size() > longest_compared) return {similarity(piece, whole, budget), whole.size()};
  if (!budget.spend(work(piece, whole))) return {};
  const Distances found = distances(piece, whole, Begin::anywhere);
  return {1 - share(found.least, piece.size()), found.least_at};
}

}  // namespace kedge
