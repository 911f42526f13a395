// Encodes change sets, line sets and line maps as bytes. Decoding gives back exactly what was encoded, or nullopt: each
// encoding ends with a checksum, and its invariants are checked, so that a damaged database row can neither mislead nor abort
// the program.
//
//   decode_changes(encode(changes)) == changes          decode_lines(encode(lines)) == lines
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "edit/change_set.hpp"
#include "edit/line_map.hpp"
#include "text/line_set.hpp"

namespace kedge {

std::string encode(const ChangeSet& changes);
std::optional<ChangeSet> decode_changes(std::string_view bytes);

std::string encode(const LineSet& lines);
std::optional<LineSet> decode_lines(std::string_view bytes);

std::string encode(const LineMap& map);
std::optional<LineMap> decode_map(std::string_view bytes);

}  // namespace kedge
