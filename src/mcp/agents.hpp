// Who uses a server over HTTP. Agents are told apart by their tokens, never by their connections.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace kedge::mcp {

struct Agent {
  std::string name = {};       // for logs and limits; empty: there is only this one
  std::string token = {};      // empty: none is needed
  std::string stateless = {};  // the session of its requests that have none
};

// The agents of a token file: one token alone, or lines of a name and a token. The error says in words what is wrong, and never
// what a token is.
std::expected<std::vector<Agent>, std::string> agents_in(std::string_view file);

// The same agents, or one without a token if there are none. What was shown to an agent without a session is remembered for all
// requests with the same token.
std::vector<Agent> with_sessions(std::vector<Agent> agents, std::string_view stateless);

}  // namespace kedge::mcp
