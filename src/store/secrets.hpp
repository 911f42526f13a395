// Texts that must not be kept in the history: private keys and the tokens of well-known services (secrets.def).
#pragma once

#include <optional>
#include <string_view>

#include "edit/change_set.hpp"

namespace kedge {

// The kind of secret in it, for people ("a private key"); nullopt if there is none.
std::optional<std::string_view> secret_in(std::string_view bytes);

// The same for a text that became what it is by changes to one that had none. `inverse` leads back to that one.
std::optional<std::string_view> new_secret_in(std::string_view bytes, const ChangeSet& inverse);

}  // namespace kedge
