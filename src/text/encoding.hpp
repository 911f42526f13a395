// What a file's bytes are, as far as the bytes tell, and how new text is written into files that are not UTF-8. Nothing that
// is already in a file is ever converted.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace kedge {

// "UTF-16LE", "UTF-16BE", "UTF-32LE" or "UTF-32BE" by the byte order mark; empty for everything else.
std::string_view wide_encoding(std::string_view bytes);

// UTF-8 text in the bytes of another encoding, named as IANA does, in any case: UTF-8, US-ASCII, ISO-8859-1, ISO-8859-15,
// windows-1252. Or what is wrong: the encoding is not known here, or it has no such character.
std::expected<std::string, std::string> encoded(std::string_view utf8, std::string_view encoding);

}  // namespace kedge
