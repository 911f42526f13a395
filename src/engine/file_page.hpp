// Some lines of a file that is too large to load whole. It can be read but not edited.
#pragma once

#include "plan/session.hpp"
#include "text/text.hpp"

namespace kedge {

inline constexpr std::uint64_t largest_readable_file = 2UL * 1024 * 1024 * 1024;

struct FilePage {
  Text text;          // the lines of the page
  LineNo first;       // line number in the file of its first line
  bool more = false;  // more lines follow
  std::uint64_t file_size = 0;
};

// From line `first`, up to `last` or as many as there is room for. Reads in pieces from the start of the file. Refused
// (limit_exceeded) beyond 2 GiB, (line_out_of_range) if there is no such line, and (cancelled). Reports how many bytes it has
// read.
Result<FilePage> load_page(const Session& session, std::string_view path, LineNo first, std::optional<LineNo> last,
                           std::size_t most_bytes);

}  // namespace kedge
