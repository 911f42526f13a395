// Messages of the Language Server Protocol on a stream of bytes: a header with a length, and JSON. The bytes are not trusted.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "support/json.hpp"

namespace kedge {

std::string lsp_message(const Json& json);

inline constexpr std::size_t largest_lsp_message = 16UL * 1024 * 1024;

// Takes the first message off the bytes. nullopt: it is not all there yet. The error: these are no messages, or one is too
// large; nothing that follows can be read.
std::expected<std::optional<Json>, std::string> take_lsp_message(std::string& bytes);

}  // namespace kedge
