// The lines of a stream that comes in pieces of any size. A line that is too long is skipped up to its end and told once, with
// its first bytes; no more of it is kept than the limit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kedge::mcp {

struct Line {
  std::string text;  // without its end, LF or CRLF; of one that is too long, how it begins
  bool too_long = false;
  bool lost = false;  // there was no memory for it
};

class LineReader {
 public:
  static constexpr std::size_t most_bytes_of_beginning = 4096;

  explicit LineReader(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  // Takes from the front of `piece` until a line ends, or all of it. An unfinished line at the end of the stream is nobody's
  // message, so there is no way to ask for it. If it throws for want of memory, nothing has been taken.
  std::optional<Line> next(std::string_view& piece);
  // The line that is begun is skipped up to its end and told to be lost. Needs no memory, nor does what follows up to there.
  void lose_line();

 private:
  std::size_t most_bytes_;
  std::string begun_;
  bool skipping_ = false;
  bool lost_ = false;
};

}  // namespace kedge::mcp
