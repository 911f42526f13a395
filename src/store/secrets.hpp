// Texts that are not to be found again in a history: private keys and the tokens of well-known services (secrets.def).
#pragma once

#include <optional>
#include <string_view>

namespace kedge {

// What stands in it, for people ("a private key"); nothing if nothing does.
std::optional<std::string_view> secret_in(std::string_view bytes);

}  // namespace kedge
