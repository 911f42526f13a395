// A small library for tagged lines: each line's number and two digits of the hash of its content, and whether an anchor still
// matches. It needs only the standard library and knows nothing about files, tools or protocols.
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

// The lines of a text, numbered from `first`. A line ends with LF or CRLF; there is no empty line after the last one. A byte
// order mark is not part of any line. The contents point into the text, which has to outlive them.
std::vector<TaggedLine> tag_lines(std::string_view text, std::uint32_t first = 1);

// LINE:HASH|CONTENT, one per row.
std::string format_tagged(std::span<const TaggedLine> lines);

struct Anchor {
  std::uint32_t line = 1;
  std::string hash;  // in either case
};

enum class Fit : std::uint8_t {
  fits,
  no_such_line,  // no line has this number
  other_hash,    // the line has other content
  reversed,      // a range that ends before it starts
};

Fit validate(const Anchor& anchor, std::span<const TaggedLine> lines);

// The first anchor that does not match decides.
Fit validate_range(const Anchor& start, const Anchor& end, std::span<const TaggedLine> lines);

}  // namespace kedge::hashline
