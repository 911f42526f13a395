#include "cli/client_listing.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "fs/program_file.hpp"
#include "process/piped_run.hpp"
#include "setup/server_entry.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::chrono::seconds patience_with_client{20};  // some start every server before they list it

}  // namespace

std::string problem_in_listing(const Client& client, std::string_view listing) {
  const std::string text = lower_case(listing);
  std::string own;
  for (const std::string_view line : split(text, '\n')) {
    if (line.contains(server_name)) append(own, concat(line, '\n'));
  }
  const auto says_any = [](std::string_view said, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return said.contains(word); });
  };
  const std::string command = concat(client.lists_servers.front(), ' ', client.lists_servers[1], ' ', client.lists_servers[2]);
  const auto told = [&](std::string_view what) { return concat(what, " (", command, ')'); };
  if (says_any(text, {"untrusted", "not trusted"})) {
    return told(concat("untrusted folder: ", client.title, " starts no server here; start it in this folder and trust it"));
  }
  if (says_any(own, {"pending", "needs approval", "not approved"})) {
    return told(concat("pending approval: start ", client.title, " in this folder and approve the server kedge"));
  }
  if (says_any(own, {"disabled"})) return told(concat("disabled server: ", client.title, " has switched it off"));
  if (says_any(own, {"failed", "disconnected", "error", "not connected"})) {
    return told(concat(client.title, " cannot connect to the server"));
  }
  if (!own.empty()) return {};
  return told(concat(client.title, " does not list the server"));
}

std::optional<std::string> ask_client(const Client& client) {
  if (client.lists_servers.empty()) return std::nullopt;
  std::vector<std::string> words(client.lists_servers.begin(), client.lists_servers.end());
  const std::optional<std::string> program = program_of(words.front());
  if (!program) return std::nullopt;
  words.front() = *program;
  // Some print their list to standard error.
  words.insert(words.begin(), {"/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"});
  const std::optional<PipedRun> run = run_piped(words, "", patience_with_client);
  if (!run || !run->done) return std::nullopt;
  return problem_in_listing(client, run->output);
}

}  // namespace kedge
