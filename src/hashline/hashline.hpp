// Tagged lines as a library of its own: what stands before each line (its number and two digits of the hash of its content),
// and whether an anchor still fits a text. Needs the standard library alone, and knows nothing of files, tools or protocols.
//
//   using namespace kedge::hashline;
//   const std::vector<TaggedLine> lines = tag_lines("one\ntwo\n");
//   std::cout << format_tagged(lines);                       // 1:76|one, 2:3f|two
//   const Fit fit = validate_range({1, "76"}, {2, "3f"}, lines);
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kedge::hashline {

// The first byte of the SHA-256 of a line without its terminator, as two lower-case hexadecimal digits.
std::string line_hash(std::string_view content);

struct TaggedLine {
  std::uint32_t number = 1;  // from 1
  std::string hash;
  std::string_view content;  // without its terminator

  friend bool operator==(const TaggedLine&, const TaggedLine&) = default;
};

// The lines of a text, counted from `first`. A line ends in LF or CRLF; behind a final one there is no further line. A byte
// order mark belongs to no line. The contents point into the text, which has to outlive them.
std::vector<TaggedLine> tag_lines(std::string_view text, std::uint32_t first = 1);

// LINE:HASH|CONTENT, one to a row.
std::string format_tagged(std::span<const TaggedLine> lines);

struct Anchor {
  std::uint32_t line = 1;
  std::string hash;  // of either case
};

enum class Fit : std::uint8_t {
  fits,
  no_such_line,  // the number is none of the lines'
  other_hash,    // the line is there and has other content
  reversed,      // of a range: it ends before it starts
};

Fit validate(const Anchor& anchor, std::span<const TaggedLine> lines);

// The first of the two that does not fit decides.
Fit validate_range(const Anchor& start, const Anchor& end, std::span<const TaggedLine> lines);

}  // namespace kedge::hashline
