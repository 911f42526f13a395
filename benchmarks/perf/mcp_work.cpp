// What a client waits for when it works over MCP: edits of small files one after the other and sixteen at a time, a large file
// that is read, the first answer of a server that was just started, and the memory of one that does nothing. kedge, kedge
// without syncs, which promises of a power cut what the other one does: nothing, and another server of files, turn by turn in
// one run.
//   mcp_work KEDGE [PEER-COMMAND…]     the peer's command is followed by the folder that it serves
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>

#include "benchmarks/perf/peer.hpp"
#include "benchmarks/perf/results.hpp"
#include "benchmarks/perf/scratch.hpp"
#include "benchmarks/perf/source_like.hpp"
#include "support/json.hpp"
#include "support/json_read.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t files = 100;
constexpr std::size_t at_once = 16;
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

// The same size, and it parses.
std::string small_python() {
  std::string text;
  const auto add_functions = [&text](std::uint32_t first) {
    for (std::uint32_t i = first; i < first + lines_of_small / 4; ++i) {
      append(text, concat("def adjust_", i, "(session, limit):\n    total = session.offset + ", i, "\n    return total\n\n"));
    }
  };
  add_functions(0);
  append(text, concat("def marked():\n", marked(0), "    return marked\n\n"));
  add_functions(lines_of_small);
  return text;
}

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

  // Every file with this ending is edited once, with so many edits under way.
  void edit_all(std::string_view ending, std::size_t round, std::size_t under_way) {
    std::size_t asked = 0, answered = 0;
    while (answered < files) {
      for (; asked < files && asked - answered < under_way; ++asked) {
        const fs::path file = server_.folder / concat('f', asked, ending);
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

struct Timings {
  std::vector<Milliseconds> one_by_one, side_by_side, python, large, start;
  long memory = 0;
};

// A figure of each server.
struct Measurement {
  const char* name;
  const char* unit;
  std::vector<double> (*values)(const Timings& timings);
};

void lay_out(const Server& server) {
  for (std::size_t i = 0; i < files; ++i) {
    write_file(server.folder / concat('f', i, ".txt"), small_content());
    write_file(server.folder / concat('f', i, ".py"), small_python());
  }
  std::string large;
  while (large.size() < bytes_of_large) append(large, source_like(1000));
  write_file(server.folder / "large.txt", large);
}

template <class Work>
Milliseconds timed(const Work& work) {
  const WallClock clock;
  work();
  return clock.elapsed();
}

// What each server took or did; the ratio is that of kedge, as it is by itself, to the peer: how many times better it is.
void print(const Measurement& what, const std::vector<Server>& servers, const std::vector<Timings>& timings) {
  std::vector<double> medians;
  for (std::size_t i = 0; i < servers.size(); ++i) {
    std::vector<double> values = what.values(timings[i]);
    note_result({.group = "mcp", .what = what.name, .tool = servers[i].name, .unit = what.unit}, values);
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    medians.push_back(values[values.size() / 2]);
  }
  std::printf("%-34s %-6s", what.name, what.unit);
  for (const double median : medians) std::printf(" %24.2f", median);
  const bool more_is_better = std::string_view(what.unit) == "per s";
  for (std::size_t i = 0; medians.size() > 2 && i < 2; ++i) {
    std::printf(" %9.1f", more_is_better ? medians[i] / medians[2] : medians[2] / medians[i]);
  }
  std::printf("\n");
}

std::vector<double> numbers(const std::vector<Milliseconds>& times) {
  std::vector<double> values;
  for (const Milliseconds& time : times) values.push_back(time.count());
  return values;
}

std::vector<double> per_second(const std::vector<Milliseconds>& times) {
  std::vector<double> values;
  for (const Milliseconds& time : times) values.push_back(1000.0 * files / time.count());
  return values;
}

const Measurement measurements[] = {
    {"edits one by one", "per s", [](const Timings& t) { return per_second(t.one_by_one); }},
    {"edits 16 at a time", "per s", [](const Timings& t) { return per_second(t.side_by_side); }},
    {"edits of Python one by one", "per s", [](const Timings& t) { return per_second(t.python); }},
    {"a file of 1 MB read", "ms", [](const Timings& t) { return numbers(t.large); }},
    {"start to first answer", "ms", [](const Timings& t) { return numbers(t.start); }},
    {"memory when idle", "KB", [](const Timings& t) { return std::vector{static_cast<double>(t.memory)}; }},
};

Server kedge_server(const char* name, const std::string& program, const Scratch& scratch, const char* folder,
                    const char* durability) {
  const fs::path root = scratch.folder(folder);
  return {.name = name,
          .command = {program, "mcp", "--dialect", "replace", "--root", root.string(), "--state",
                      scratch.file(concat("state of ", folder)), "--durability", durability},
          .edit =
              [](const fs::path& file, std::size_t round) {
                return call_of(
                    "edit",
                    Json::object({{"path", file.string()}, {"old_string", marked(round)}, {"new_string", marked(round + 1)}}));
              },
          .read = [](const fs::path& file,
                     std::uint32_t from) { return call_of("read", Json::object({{"path", file.string()}, {"start", from}})); },
          .folder = root};
}

Server peer_server(std::vector<std::string> command, const Scratch& scratch) {
  const fs::path root = scratch.folder("theirs");
  command.push_back(root.string());
  return {.name = "server-filesystem",
          .command = std::move(command),
          .edit =
              [](const fs::path& file, std::size_t round) {
                const Json edit = Json::object({{"oldText", marked(round)}, {"newText", marked(round + 1)}});
                return call_of("edit_file", Json::object({{"path", file.string()}, {"edits", Json::array({edit})}}));
              },
          .read = [](const fs::path& file,
                     std::uint32_t) { return call_of("read_text_file", Json::object({{"path", file.string()}})); },
          .folder = root};
}

void compare(const std::string& kedge, const std::vector<std::string>& peer) {
  const std::size_t turns = is_quick() ? 3 : 7;
  const std::size_t starts = is_quick() ? 7 : 15;
  const Scratch scratch;
  std::vector<Server> servers{kedge_server("kedge", kedge, scratch, "ours", "full"),
                              kedge_server("kedge --durability none", kedge, scratch, "ours, not synced", "none")};
  if (!peer.empty()) servers.push_back(peer_server(peer, scratch));
  std::vector<Timings> timings(servers.size());
  std::vector<std::unique_ptr<Client>> clients;
  for (const Server& server : servers) {
    lay_out(server);
    clients.push_back(std::make_unique<Client>(server));
  }
  for (std::size_t i = 0; i < servers.size(); ++i) timings[i].memory = memory_of(clients[i]->process());
  std::size_t round = 0;
  for (std::size_t turn = 0; turn <= turns; ++turn) {
    for (std::size_t i = 0; i < servers.size(); ++i) {
      ::sync();  // or a server that syncs would write what the others have left
      const Milliseconds one = timed([&] { clients[i]->edit_all(".txt", round, 1); });
      const Milliseconds many = timed([&] { clients[i]->edit_all(".txt", round + 1, at_once); });
      const Milliseconds python = timed([&] {
        for (const std::size_t next : {round, round + 1}) clients[i]->edit_all(".py", next, 1);
      });
      const Milliseconds large =
          timed([&] { KEDGE_REQUIRE(clients[i]->read_all(servers[i].folder / "large.txt") >= bytes_of_large); });
      if (turn == 0) continue;  // a warm-up
      timings[i].one_by_one.push_back(one);
      timings[i].side_by_side.push_back(many);
      timings[i].python.push_back(python / 2);
      timings[i].large.push_back(large);
    }
    round += 2;
  }
  for (std::size_t turn = 0; turn <= starts; ++turn) {
    for (std::size_t i = 0; i < servers.size(); ++i) {
      std::unique_ptr<Client> client;
      const Milliseconds start = timed([&] {
        client = std::make_unique<Client>(servers[i]);
        client->ask("tools/call", servers[i].read(servers[i].folder / "f0.txt", 1));
      });
      if (turn > 0) timings[i].start.push_back(start);
    }
  }
  std::printf("%-34s %-6s", "", "");
  for (const Server& server : servers) std::printf(" %24s", server.name);
  if (servers.size() > 2) std::printf(" %9s %9s", "times", "not synced");
  std::printf("\n");
  for (const Measurement& what : measurements) print(what, servers, timings);
}

}  // namespace
}  // namespace kedge::bench

int main(int count, char** words) {
  if (count < 2) {
    std::fputs("usage: mcp_work KEDGE [PEER-COMMAND…]\n", stderr);
    return 2;
  }
  kedge::bench::compare(words[1], {words + 2, words + count});
}
