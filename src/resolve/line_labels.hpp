// By what a reader may name each line of a text: the shortest hash that names it alone, and how well that serves as an anchor.
#pragma once

#include <string>

#include "resolve/hash_index.hpp"
#include "text/line_quality.hpp"

namespace kedge {

class LineLabels {
 public:
  explicit LineLabels(const HashIndex& index);

  // Of six digits of the content's hash, eight, and eight of the context's, the first that names no other line; else the six.
  // REQUIRES: the text has the line.
  std::string hash(LineNo line) const;
  LineQuality quality(LineNo line) const { return qualities_[line.value - 1]; }

  // "12#a3f1b2".
  std::string anchor(LineNo line) const;

 private:
  enum class Length : std::uint8_t { six, eight, context };
  std::vector<std::uint64_t> heads_, contexts_;  // of contexts only if a line needs one
  std::vector<Length> lengths_;
  std::vector<LineQuality> qualities_;
};

}  // namespace kedge
