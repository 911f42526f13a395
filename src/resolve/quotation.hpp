// Where a quotation matches a text, byte for byte except for line endings: LF and CRLF are the same terminator, so a caller
// need not know how the file's lines end. A lone CR is content.
//
// Linear in the size of the text and the quotation, whatever their content.
#pragma once

#include <string_view>
#include <vector>

#include "text/text.hpp"

namespace kedge {

// The first `most` matches in order, including overlapping ones. Spans are raw bytes of the text. None begins or ends between
// the CR and the LF of a terminator, and none touches the BOM. REQUIRES: quoted is not empty.
std::vector<ByteSpan> places_of(const Text& text, std::string_view quoted, std::size_t most);

}  // namespace kedge
