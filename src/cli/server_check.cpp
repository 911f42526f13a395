#include "cli/server_check.hpp"

#include <chrono>

#include "fs/scratch_folder.hpp"
#include "process/piped_run.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

constexpr std::chrono::seconds patience{10};

std::string message(Json id, std::string_view method, Json params) {
  Json json = Json::object({{"jsonrpc", "2.0"}});
  if (!id.is_null()) json.set("id", std::move(id));
  json.set("method", method);
  json.set("params", std::move(params));
  return concat(json.dump(), '\n');
}

}  // namespace

std::optional<ServerCheck> check_server(const std::string& program, const std::string& root) {
  const ScratchFolder state;
  if (state.path().empty() || program.empty()) return std::nullopt;
  const std::string input =
      concat(message(1, "initialize",
                     Json::object({{"protocolVersion", "2025-11-25"},
                                   {"capabilities", Json::object()},
                                   {"clientInfo", Json::object({{"name", "kedge doctor"}, {"version", KEDGE_VERSION}})}})),
             message(Json(), "notifications/initialized", Json::object()), message(2, "tools/list", Json::object()));
  const auto start = std::chrono::steady_clock::now();
  const std::optional<PipedRun> run = run_piped({program, "mcp", "--root", root, "--state", state.path()}, input, patience);
  const auto took = std::chrono::steady_clock::now() - start;
  if (!run || !run->done) return std::nullopt;
  for (const std::string_view line : split(run->output, '\n')) {
    const auto answer = read_json(line);
    const Json* const result = answer ? answer->find("result") : nullptr;
    const Json* const tools = result == nullptr ? nullptr : result->find("tools");
    if (tools == nullptr || tools->as_array() == nullptr) continue;
    return ServerCheck{std::chrono::duration_cast<std::chrono::milliseconds>(took).count(), tools->as_array()->size()};
  }
  return std::nullopt;
}

}  // namespace kedge
