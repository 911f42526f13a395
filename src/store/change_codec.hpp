// Change sets and line sets as bytes, and back. What comes back is what went in or nothing: each ends in a checksum, and is
// held against its own rules besides, so that a damaged row of the records can neither mislead nor stop the program.
//
//   decode_changes(encode(changes)) == changes          decode_lines(encode(lines)) == lines
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "edit/change_set.hpp"
#include "text/line_set.hpp"

namespace kedge {

std::string encode(const ChangeSet& changes);
std::optional<ChangeSet> decode_changes(std::string_view bytes);

std::string encode(const LineSet& lines);
std::optional<LineSet> decode_lines(std::string_view bytes);

}  // namespace kedge
