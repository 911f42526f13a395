// Base64 (RFC 4648), with padding: of the plain alphabet, strictly read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kedge {

std::string to_base64(std::string_view bytes);
// Nothing where a character, the padding or a leftover bit is not as to_base64 writes it.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace kedge
