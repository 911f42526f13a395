// Reads lines from a stream that arrives in pieces of any size. A line that is too long is skipped to its end and reported
// once, with its first bytes; no more of it than the limit is kept.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kedge::mcp {

struct Line {
  std::string text;  // without LF or CRLF; if too long, only its beginning
  bool too_long = false;
  bool lost = false;  // there was no memory for it
};

class LineReader {
 public:
  static constexpr std::size_t most_bytes_of_beginning = 4096;

  explicit LineReader(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Consumes `piece` up to the end of a line, or all of it. An unfinished line at the end of the stream is not a message, so
  // there is no way to ask for it. If this throws for lack of memory, nothing has been consumed.
  std::optional<Line> next(std::string_view& piece);
  // Skips the current line to its end and reports it as lost. Needs no memory until then.
  void lose_line();

 private:
  std::size_t most_bytes_;
  std::string begun_;
  bool skipping_ = false;
  bool lost_ = false;
};

}  // namespace kedge::mcp
