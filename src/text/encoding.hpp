// Detects encodings, and encodes new text for files that are not UTF-8. What is already in a file is never converted.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace kedge {

// "UTF-16LE", "UTF-16BE", "UTF-32LE" or "UTF-32BE" by the byte order mark; empty for everything else.
std::string_view wide_encoding(std::string_view bytes);

// Converts UTF-8 text into an encoding with an IANA name, in any case: UTF-8, US-ASCII, ISO-8859-1, ISO-8859-15, windows-1252.
// On error: the encoding is unknown, or it lacks a character.
std::expected<std::string, std::string> encoded(std::string_view utf8, std::string_view encoding);

}  // namespace kedge
