#include "mcp/agents.hpp"

#include <algorithm>

#include "support/sha256.hpp"
#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

constexpr std::size_t fewest_bytes = 16;  // of a token
constexpr std::size_t most_bytes_of_name = 64;
constexpr std::string_view blanks = " \t\r\n";

bool is_token(std::string_view text) {
  return text.size() >= fewest_bytes && text.find_first_of(blanks) == std::string_view::npos;
}

// Names go into logs, so they are plain.
bool is_agent_name(std::string_view text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' ||
           c == '@';
  };
  return !text.empty() && text.size() <= most_bytes_of_name && std::ranges::all_of(text, is_plain);
}

std::expected<Agent, std::string> agent_in(std::string_view row) {
  const std::size_t end = row.find_first_of(blanks);
  const std::string_view name = row.substr(0, end);
  const std::string_view token = end == std::string_view::npos ? std::string_view() : without_blanks(row.substr(end), blanks);
  if (!is_agent_name(name)) {
    return std::unexpected(concat("a name has at most ", most_bytes_of_name, " letters, digits, _, -, . and @"));
  }
  if (!is_token(token)) {
    return std::unexpected(
        concat("NAME TOKEN is needed, with a token of at least ", fewest_bytes, " characters without blanks"));
  }
  return Agent{.name = std::string(name), .token = std::string(token)};
}

}  // namespace

std::expected<std::vector<Agent>, std::string> agents_in(std::string_view file) {
  if (const std::string_view alone = without_blanks(file, blanks); alone.find_first_of(blanks) == std::string_view::npos) {
    if (is_token(alone)) return std::vector{Agent{.token = std::string(alone)}};
    return std::unexpected(concat("a token is one line of at least ", fewest_bytes, " characters without blanks"));
  }
  std::vector<Agent> agents;
  std::size_t number = 0;
  for (const std::string_view each : split(file, '\n')) {
    ++number;
    const std::string_view row = without_blanks(each, blanks);
    if (row.empty()) continue;
    std::expected<Agent, std::string> agent = agent_in(row);
    if (!agent) return std::unexpected(concat("line ", number, ": ", agent.error()));
    for (const Agent& other : agents) {
      if (other.name == agent->name) return std::unexpected(concat("line ", number, ": ", agent->name, " has a token already"));
      if (other.token == agent->token) return std::unexpected(concat("line ", number, ": ", other.name, " has the same token"));
    }
    agents.push_back(*std::move(agent));
  }
  return agents;
}

std::vector<Agent> with_sessions(std::vector<Agent> agents, std::string_view stateless) {
  if (agents.empty()) agents.emplace_back();
  constexpr std::size_t digits = 16;
  for (Agent& agent : agents) {
    const std::string mark = agent.token.empty() ? std::string() : concat('-', to_hex(sha256(agent.token)).substr(0, digits));
    agent.stateless = concat(stateless, mark);
  }
  return agents;
}

}  // namespace kedge::mcp
