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

// Whether the place begins or ends inside a word: `x = 1` in `x = 10`.
bool cuts_a_word(std::string_view bytes, const ByteSpan& place);

}  // namespace kedge
