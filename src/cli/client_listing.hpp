// Asks an installed client itself what it makes of its entry for kedge: only it knows whether the server is approved, trusted,
// enabled and running.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "setup/clients.hpp"

namespace kedge {

// What its list of servers means for kedge: the problem, empty if there is none.
std::string problem_in_listing(const Client& client, std::string_view listing);

// None if the client has no such command or is not installed here.
std::optional<std::string> ask_client(const Client& client);

}  // namespace kedge
