// How a caller can name each line of a text: the shortest hash that is unique to it, and how well that serves as an anchor.
#pragma once

#include <string>

#include "resolve/hash_index.hpp"
#include "text/line_quality.hpp"

namespace kedge {

class LineLabels {
 public:
  explicit LineLabels(const HashIndex& index);

  // The first of these that names no other line: six digits of the content hash, eight, eight of the context hash; otherwise
  // the six. REQUIRES: the text has the line.
  std::string hash(LineNo line) const;
  LineQuality quality(LineNo line) const { return qualities_[line.value - 1]; }
  // Whether the hash names no other line.
  bool is_unique(LineNo line) const { return lengths_[line.value - 1] != Length::shared; }

  // "12#a3f1b2".
  std::string anchor(LineNo line) const;

 private:
  enum class Length : std::uint8_t { six, eight, context, shared };
  std::vector<std::uint64_t> heads_, contexts_;  // contexts only if a line needs one
  std::vector<Length> lengths_;
  std::vector<LineQuality> qualities_;
};

}  // namespace kedge
