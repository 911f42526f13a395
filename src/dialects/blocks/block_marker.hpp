// The rows that part a SEARCH/REPLACE block: each stands alone on its row, in the first column.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace kedge {

enum class BlockMarker : std::uint8_t { search, divider, replace };

// `<<<<<<< SEARCH`, `=======` or `>>>>>>> REPLACE`, of five to nine signs; blanks behind it do not count.
std::optional<BlockMarker> block_marker_of(std::string_view row);

// Where a row begins like a marker of another kind (`<<<<<<< HEAD`), or is one but for blanks before it or for characters that
// only look alike: the marker that was probably meant.
std::optional<BlockMarker> misspelled_marker(std::string_view row);

// As it is to be written.
std::string_view written(BlockMarker marker);

}  // namespace kedge
