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
#include <memory>

#include "benchmarks/perf/file_servers.hpp"
#include "benchmarks/perf/mcp_session.hpp"
#include "benchmarks/perf/median.hpp"
#include "benchmarks/perf/results.hpp"
#include "benchmarks/perf/scratch.hpp"
#include "benchmarks/perf/source_like.hpp"
#include "support/json.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t files = 100;
constexpr std::size_t at_once = 16;
constexpr std::uint32_t lines_of_small = 40;
constexpr std::size_t bytes_of_large = 1'000'000;

std::string small_content() { return concat(source_like(lines_of_small), mark(0), source_like(lines_of_small)); }

// The same size, and it parses.
std::string small_python() {
  std::string text;
  const auto add_functions = [&text](std::uint32_t first) {
    for (std::uint32_t i = first; i < first + lines_of_small / 4; ++i) {
      append(text, concat("def adjust_", i, "(session, limit):\n    total = session.offset + ", i, "\n    return total\n\n"));
    }
  };
  add_functions(0);
  append(text, concat("def marked():\n", mark(0), "    return marked\n\n"));
  add_functions(lines_of_small);
  return text;
}

// Every file with this ending is edited once, with so many edits under way.
void edit_all(McpSession& session, const FileServer& server, std::string_view ending, std::size_t round,
              std::size_t under_way) {
  std::size_t asked = 0, answered = 0;
  while (answered < files) {
    for (; asked < files && asked - answered < under_way; ++asked) {
      session.tell(server.edit(server.folder / concat('f', asked, ending), round));
    }
    session.next_answer();
    ++answered;
  }
}

// All of it, in as many calls as it takes. The bytes of text that came.
std::size_t read_all(McpSession& session, const FileServer& server, const fs::path& file) {
  std::size_t bytes = 0;
  for (std::uint32_t from = 1; from != 0;) {
    const Json answered = session.ask(server.read(file, from));
    const std::string& text = text_of(answered);
    bytes += text.size();
    constexpr std::string_view more = "go on with start=";
    const std::size_t at = text.rfind(more);
    from = at == std::string::npos ? 0 : static_cast<std::uint32_t>(std::atol(text.c_str() + at + more.size()));
  }
  return bytes;
}

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

void lay_out(const FileServer& server) {
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
void print(const Measurement& what, const std::vector<FileServer>& servers, const std::vector<Timings>& timings) {
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

void compare(const std::string& kedge, const std::vector<std::string>& peer) {
  const std::size_t turns = is_quick() ? 3 : 7;
  const std::size_t starts = is_quick() ? 7 : 15;
  const Scratch scratch;
  std::vector<FileServer> servers{kedge_server("kedge", kedge, scratch, "full"),
                                  kedge_server("kedge --durability none", kedge, scratch, "none")};
  if (!peer.empty()) servers.push_back(server_filesystem(peer, scratch));
  std::vector<Timings> timings(servers.size());
  std::vector<std::unique_ptr<McpSession>> sessions;
  for (const FileServer& server : servers) {
    lay_out(server);
    sessions.push_back(std::make_unique<McpSession>(server.command));
  }
  for (std::size_t i = 0; i < servers.size(); ++i) timings[i].memory = memory_of(sessions[i]->process());
  std::size_t round = 0;
  for (std::size_t turn = 0; turn <= turns; ++turn) {
    for (std::size_t i = 0; i < servers.size(); ++i) {
      ::sync();  // or a server that syncs would write what the others have left
      const Milliseconds one = timed([&] { edit_all(*sessions[i], servers[i], ".txt", round, 1); });
      const Milliseconds many = timed([&] { edit_all(*sessions[i], servers[i], ".txt", round + 1, at_once); });
      const Milliseconds python = timed([&] {
        for (const std::size_t next : {round, round + 1}) edit_all(*sessions[i], servers[i], ".py", next, 1);
      });
      const Milliseconds large =
          timed([&] { KEDGE_REQUIRE(read_all(*sessions[i], servers[i], servers[i].folder / "large.txt") >= bytes_of_large); });
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
      std::unique_ptr<McpSession> session;
      const Milliseconds start = timed([&] {
        session = std::make_unique<McpSession>(servers[i].command);
        session->ask(servers[i].read(servers[i].folder / "f0.txt", 1));
      });
      if (turn > 0) timings[i].start.push_back(start);
    }
  }
  std::printf("%-34s %-6s", "", "");
  for (const FileServer& server : servers) std::printf(" %24s", server.name.c_str());
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
