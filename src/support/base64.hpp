// Base64 (RFC 4648): the standard alphabet, with padding, read strictly.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kedge {

std::string to_base64(std::string_view bytes);
// nullopt if a character, the padding or an unused bit is not as to_base64 writes it.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace kedge
