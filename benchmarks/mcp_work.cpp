// What a client waits for when it works over MCP: edits of small files one after the other and sixteen at a time, a large file
// that is read, the first answer of a server that was just started, and the memory of one that does nothing. kedge and another
// server of files, turn by turn in one run.
//   mcp_work KEDGE [PEER-COMMAND…]     the peer's command is followed by the folder that it serves
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>

#include "benchmarks/median.hpp"
#include "benchmarks/peer.hpp"
#include "benchmarks/source_like.hpp"
#include "support/json.hpp"
#include "support/json_read.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t files = 100;
constexpr std::size_t at_once = 16;
constexpr std::size_t turns = 7;
constexpr std::size_t starts = 15;
constexpr std::uint32_t lines_of_small = 40;
constexpr std::size_t bytes_of_large = 1'000'000;

// A server, and how it is asked.
struct Server {
  const char* name;
  std::vector<std::string> command;
  std::function<Json(const fs::path& file, std::size_t round)> edit;        // params of tools/call
  std::function<Json(const fs::path& file, std::uint32_t from_line)> read;  // params of tools/call
  fs::path folder;
};

std::string request(std::size_t id, std::string_view method, const Json& params) {
  return Json::object({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}).dump();
}

Json call_of(std::string_view tool, Json arguments) {
  return Json::object({{"name", tool}, {"arguments", std::move(arguments)}});
}

std::string marked(std::size_t round) { return concat("    marked = ", round, "\n"); }

std::string small_content() { return concat(source_like(lines_of_small), marked(0), source_like(lines_of_small)); }

class Client {
 public:
  explicit Client(const Server& server) : server_(server), peer_(server.command) {
    const Json params = Json::object({{"protocolVersion", "2025-06-18"},
                                      {"capabilities", Json::object()},
                                      {"clientInfo", Json::object({{"name", "mcp_work"}, {"version", "1"}})}});
    ask("initialize", params);
    KEDGE_REQUIRE(peer_.tell(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"));
  }

  pid_t process() const { return peer_.process(); }

  Json ask(std::string_view method, const Json& params) {
    KEDGE_REQUIRE(peer_.tell(request(++last_id_, method, params)));
    return answer();
  }

  // Every file is edited once, with so many edits under way.
  void edit_all(std::size_t round, std::size_t under_way) {
    std::size_t asked = 0, answered = 0;
    while (answered < files) {
      for (; asked < files && asked - answered < under_way; ++asked) {
        const fs::path file = server_.folder / concat('f', asked, ".py");
        KEDGE_REQUIRE(peer_.tell(request(++last_id_, "tools/call", server_.edit(file, round))));
      }
      const Json result = answer();
      const Json* const refused = result.find("result") != nullptr ? result.find("result")->find("isError") : nullptr;
      if (result.find("result") == nullptr || (refused != nullptr && *refused == Json(true))) {
        std::fprintf(stderr, "%s\n", result.dump().substr(0, 600).c_str());
        std::exit(1);
      }
      ++answered;
    }
  }

  // All of it, in as many calls as it takes. The bytes of text that came.
  std::size_t read_all(const fs::path& file) {
    std::size_t bytes = 0;
    for (std::uint32_t from = 1; from != 0;) {
      const Json answered = ask("tools/call", server_.read(file, from));
      const std::string& text = *answered.find("result")->find("content")->as_array()->front().find("text")->as_string();
      bytes += text.size();
      constexpr std::string_view more = "go on with start=";
      const std::size_t at = text.rfind(more);
      from = at == std::string::npos ? 0 : static_cast<std::uint32_t>(std::atol(text.c_str() + at + more.size()));
    }
    return bytes;
  }

 private:
  // The next answer; what the server tells beside it does not count.
  Json answer() {
    for (;;) {
      const std::optional<std::string> line = peer_.next_answer();
      KEDGE_REQUIRE(line.has_value());
      Json message = read_json(*line).value();
      if (message.find("id") != nullptr && message.find("method") == nullptr) return message;
    }
  }

  const Server& server_;
  Peer peer_;
  std::size_t last_id_ = 0;
};

// Memory that is this process's and its children's own, in kilobytes: shared pages count by their share.
long memory_of(pid_t process) {
  long kilobytes = 0;
  std::ifstream rollup(concat("/proc/", process, "/smaps_rollup"));
  for (std::string word; rollup >> word;) {
    if (word == "Pss:") {
      rollup >> kilobytes;
      break;
    }
  }
  std::ifstream children(concat("/proc/", process, "/task/", process, "/children"));
  for (pid_t child = 0; children >> child;) kilobytes += memory_of(child);
  return kilobytes;
}

struct Measured {
  std::vector<Milliseconds> one_by_one, side_by_side, large, start;
  long memory = 0;
};

void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

void lay_out(const Server& server) {
  fs::create_directories(server.folder);
  for (std::size_t i = 0; i < files; ++i) write(server.folder / concat('f', i, ".py"), small_content());
  std::string large;
  while (large.size() < bytes_of_large) append(large, source_like(1000));
  write(server.folder / "large.py", large);
}

template <class Work>
Milliseconds timed(const Work& work) {
  const WallClock clock;
  work();
  return clock.elapsed();
}

void row(const char* what, const char* unit, const std::vector<double>& values, bool more_is_better) {
  std::printf("%-34s %-8s %12.2f", what, unit, values[0]);
  if (values.size() > 1) {
    const double ratio = more_is_better ? values[0] / values[1] : values[1] / values[0];
    std::printf(" %12.2f %9.1f", values[1], ratio);
  }
  std::printf("\n");
}

int compare(const std::string& kedge, const std::vector<std::string>& peer) {
  std::string pattern = (fs::temp_directory_path() / "kedge-bench-XXXXXX").string();
  KEDGE_REQUIRE(mkdtemp(pattern.data()) != nullptr);
  const fs::path top = fs::canonical(pattern);
  std::vector<Server> servers;
  const fs::path ours = top / "ours";
  servers.push_back(
      {.name = "kedge",
       .command = {kedge, "mcp", "--dialect", "replace", "--root", ours.string(), "--state", (top / "state").string()},
       .edit =
           [](const fs::path& file, std::size_t round) {
             return call_of(
                 "edit",
                 Json::object({{"path", file.string()}, {"old_string", marked(round)}, {"new_string", marked(round + 1)}}));
           },
       .read = [](const fs::path& file,
                  std::uint32_t from) { return call_of("read", Json::object({{"path", file.string()}, {"start", from}})); },
       .folder = ours});
  if (!peer.empty()) {
    std::vector<std::string> command = peer;
    const fs::path theirs = top / "theirs";
    command.push_back(theirs.string());
    servers.push_back({.name = "the peer",
                       .command = command,
                       .edit =
                           [](const fs::path& file, std::size_t round) {
                             const Json edit = Json::object({{"oldText", marked(round)}, {"newText", marked(round + 1)}});
                             return call_of("edit_file",
                                            Json::object({{"path", file.string()}, {"edits", Json::array({edit})}}));
                           },
                       .read = [](const fs::path& file,
                                  std::uint32_t) { return call_of("read_text_file", Json::object({{"path", file.string()}})); },
                       .folder = theirs});
  }
  std::vector<Measured> measured(servers.size());
  std::vector<std::unique_ptr<Client>> clients;
  for (const Server& server : servers) {
    lay_out(server);
    clients.push_back(std::make_unique<Client>(server));
  }
  for (std::size_t i = 0; i < servers.size(); ++i) measured[i].memory = memory_of(clients[i]->process());
  std::size_t round = 0;
  for (std::size_t turn = 0; turn <= turns; ++turn) {
    for (std::size_t i = 0; i < servers.size(); ++i) {
      const Milliseconds one = timed([&] { clients[i]->edit_all(round, 1); });
      const Milliseconds many = timed([&] { clients[i]->edit_all(round + 1, at_once); });
      const Milliseconds large =
          timed([&] { KEDGE_REQUIRE(clients[i]->read_all(servers[i].folder / "large.py") >= bytes_of_large); });
      if (turn == 0) continue;  // a warm-up
      measured[i].one_by_one.push_back(one);
      measured[i].side_by_side.push_back(many);
      measured[i].large.push_back(large);
    }
    round += 2;
  }
  for (std::size_t turn = 0; turn <= starts; ++turn) {
    for (std::size_t i = 0; i < servers.size(); ++i) {
      std::unique_ptr<Client> client;
      const Milliseconds start = timed([&] {
        client = std::make_unique<Client>(servers[i]);
        client->ask("tools/call", servers[i].read(servers[i].folder / "f0.py", 1));
      });
      if (turn > 0) measured[i].start.push_back(start);
    }
  }
  std::printf("%-34s %-8s %12s %12s %9s\n", "", "", "kedge", servers.size() > 1 ? "the peer" : "",
              servers.size() > 1 ? "times" : "");
  const auto print = [&](const char* what, const char* unit, bool more_is_better, const auto& value) {
    std::vector<double> values;
    for (const Measured& each : measured) values.push_back(value(each));
    row(what, unit, values, more_is_better);
  };
  const auto per_second = [](const std::vector<Milliseconds>& times) { return 1000.0 * files / median(times).count(); };
  print("edits of 100 files, one by one", "per s", true, [&](const Measured& m) { return per_second(m.one_by_one); });
  print("the same, 16 at a time", "per s", true, [&](const Measured& m) { return per_second(m.side_by_side); });
  print("a file of 1 MB read", "ms", false, [](const Measured& m) { return median(m.large).count(); });
  print("start to the first call's answer", "ms", false, [](const Measured& m) { return median(m.start).count(); });
  print("memory when idle", "KB", false, [](const Measured& m) { return static_cast<double>(m.memory); });
  clients.clear();
  fs::remove_all(top);
  return 0;
}

}  // namespace
}  // namespace kedge::bench

int main(int count, char** words) {
  if (count < 2) {
    std::fputs("usage: mcp_work KEDGE [PEER-COMMAND…]\n", stderr);
    return 2;
  }
  return kedge::bench::compare(words[1], {words + 2, words + count});
}
