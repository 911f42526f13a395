// Checks that the server works: starts it as a client would, asks for its tools, and ends it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kedge {

struct ServerCheck {
  std::int64_t milliseconds = 0;
  std::size_t tools = 0;
};

// nullopt if it did not answer correctly. Its state folder is temporary.
std::optional<ServerCheck> check_server(const std::string& program, const std::string& root);

}  // namespace kedge
