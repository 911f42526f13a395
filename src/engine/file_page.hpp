// Some lines of a file that is too large to be loaded whole: it can be looked at, and not edited.
#pragma once

#include "plan/session.hpp"
#include "text/text.hpp"

namespace kedge {

inline constexpr std::uint64_t largest_readable_file = 2UL * 1024 * 1024 * 1024;

struct FilePage {
  Text text;          // the lines of the page
  LineNo first;       // what its first line is in the file
  bool more = false;  // there are further lines behind it
  std::uint64_t file_size = 0;
};

// From line `first`, up to `last` or as many as fit. Reads in pieces from the start of the file. Refused (limit_exceeded)
// beyond 2 GiB, (line_out_of_range) if there is no such line, and (cancelled). Tells how many bytes it has read.
Result<FilePage> load_page(const Session& session, std::string_view path, LineNo first, std::optional<LineNo> last,
                           std::size_t most_bytes);

}  // namespace kedge
