// The marker rows of a SEARCH/REPLACE block: each is alone on its row and begins in the first column.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kedge {

enum class BlockMarker : std::uint8_t { search, divider, replace };

// `<<<<<<< SEARCH`, `=======` or `>>>>>>> REPLACE`, with five to nine signs; trailing whitespace does not count.
std::optional<BlockMarker> block_marker_of(std::string_view row);

// The marker that was probably meant by a row that begins like another kind of marker (`<<<<<<< HEAD`), or that differs from
// one only by leading whitespace or by characters that look alike.
std::optional<BlockMarker> misspelled_marker(std::string_view row);

// As it is to be written.
std::string_view written(BlockMarker marker);

}  // namespace kedge
