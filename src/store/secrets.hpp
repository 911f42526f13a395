// Texts that must not be kept in the history: private keys and the tokens of well-known services (secrets.def).
#pragma once

#include <optional>
#include <string_view>

namespace kedge {

// The kind of secret in it, for people ("a private key"); nullopt if there is none.
std::optional<std::string_view> secret_in(std::string_view bytes);

}  // namespace kedge
