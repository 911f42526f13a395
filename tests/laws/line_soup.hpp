// Random texts of few kinds of lines, so that lines repeat, ends slide and equal stretches can be mistaken for each
// other. Now and then there are mixed line endings, lone CRs, a BOM, NULs, bytes that are not UTF-8, and no final newline.
#pragma once

#include <string>
#include <vector>

#include "laws/random_source.hpp"
#include "text/text.hpp"

namespace kedge::laws {

// One choice of line kinds and line endings, from which several related texts are drawn.
class LineSoup {
 public:
  explicit LineSoup(Random& random);

  const std::string& content(Random& random) const { return random.pick(kinds_); }
  std::string ending(Random& random) const;
  // Up to that many lines; most texts are short.
  std::string text(Random& random, std::uint32_t most_lines = 10) const;
  // The text after a few line edits and changes of ending, and maybe with its parts in another order.
  enum class Moves { none, some };
  std::string variant(Random& random, const Text& text, Moves moves = Moves::some) const;

 private:
  std::string line(Random& random) const { return content(random) + ending(random); }

  std::vector<std::string> kinds_;
  std::vector<std::string> endings_;
};

// Bytes that are no lines in particular, of those that matter to a line table.
std::string byte_soup(Random& random, std::uint32_t most_bytes);

inline constexpr std::string_view utf8_bom = "\xEF\xBB\xBF";

}  // namespace kedge::laws
