// Where a quotation stands in a text, byte for byte but for line endings: LF and CRLF are the same terminator, so a caller
// that quotes a file need not know how its lines end. A lone CR is content.
//
// Linear in the size of the text and the quotation, whatever they hold.
#pragma once

#include <string_view>
#include <vector>

#include "text/text.hpp"

namespace kedge {

// Every place, also those that overlap, in order; the first `most` of them. Spans are raw bytes of the text. None begins or
// ends between the CR and the LF of a terminator, and none touches the BOM. REQUIRES: quoted is not empty.
std::vector<ByteSpan> places_of(const Text& text, std::string_view quoted, std::size_t most);

// The leftmost places that do not overlap, which is what replacing them one by one would find.
// REQUIRES: sorted as places_of gives them.
std::vector<ByteSpan> apart(std::vector<ByteSpan> places);

}  // namespace kedge
