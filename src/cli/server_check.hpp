// Whether this program serves: it is started as a client would start it, asked for its tools, and ended.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kedge {

struct ServerCheck {
  std::int64_t milliseconds = 0;
  std::size_t tools = 0;
};

// Nothing if it did not answer as it should. It keeps its records in a folder of its own, which is removed.
std::optional<ServerCheck> check_server(const std::string& program, const std::string& root);

}  // namespace kedge
