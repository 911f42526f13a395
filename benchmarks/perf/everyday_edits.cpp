// What an agent does all day: edits of source files over MCP, one by one. Files of 50, 500 and 5,000 lines, of text and in five
// languages: kedge with and without syncs, another server of files, and a C program that does no more than what has to be done,
// turn by turn in one run. Beside it what a sync costs on this disk, how long a file is parsed, and how many system calls and
// syncs an edit takes.
//   everyday_edits KEDGE PLAIN-SERVER [--before NAME OTHER-KEDGE] [PEER-COMMAND…]
// The peer's command is followed by the folder that it serves; the other kedge is an earlier build.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <thread>

#include "benchmarks/perf/file_servers.hpp"
#include "benchmarks/perf/mcp_session.hpp"
#include "benchmarks/perf/median.hpp"
#include "benchmarks/perf/results.hpp"
#include "benchmarks/perf/scratch.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "syntax/language.hpp"
#include "syntax/syntax.hpp"

namespace kedge::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::uint32_t, 3> sizes{50, 500, 5000};
constexpr std::size_t edits_in_a_row = 10;
constexpr std::uint32_t lines_of_counted = 1700;  // 36 KB
constexpr std::size_t turn_of_counted = 100;      // none that is timed
constexpr std::chrono::milliseconds until_the_tree_is_there{300};

// One function of about ten lines, with the statements in its middle.
struct Kind {
  const char* ending;
  std::string (*function)(std::uint32_t number, const std::string& statement);
};

std::string python(std::uint32_t number, const std::string& statement) {
  return concat("def adjust_", number, "(session, limit):\n    marked = 0\n    for step in range(limit):\n        if step > ",
                number, ":\n            session.add(step)\n", statement, "    total = session.offset + limit\n",
                "    return [total, marked, \"", number, "\"]\n\n");
}

const Kind kinds[] = {
    {".txt", &python},
    {".py", &python},
    {".cpp",
     [](std::uint32_t number, const std::string& statement) {
       return concat("int adjust_", number, "(Session& session, int limit) {\n    int marked = 0;\n",
                     "    for (int step = 0; step < limit; ++step) {\n        if (step > ", number,
                     ") session.add(step);\n    }\n", statement,
                     "    const int total = session.offset + limit;\n    return total + marked;\n}\n\n");
     }},
    {".ts",
     [](std::uint32_t number, const std::string& statement) {
       return concat("export function adjust", number, "(session: Session, limit: number): number {\n    let marked = 0;\n",
                     "    for (let step = 0; step < limit; step += 1) {\n        if (step > ", number,
                     ") session.add(step);\n    }\n", statement,
                     "    const total = session.offset + limit;\n    return total + marked;\n}\n\n");
     }},
    {".go",
     [](std::uint32_t number, const std::string& statement) {
       return concat(number == 0 ? "package adjust\n\n" : "", "func Adjust", number,
                     "(session *Session, limit int) int {\n    marked := 0\n",
                     "    for step := 0; step < limit; step++ {\n        if step > ", number,
                     " {\n            session.Add(step)\n        }\n    }\n", statement,
                     "    return session.Offset + limit + marked\n}\n\n");
     }},
    {".rs",
     [](std::uint32_t number, const std::string& statement) {
       return concat("pub fn adjust_", number, "(session: &mut Session, limit: i64) -> i64 {\n    let mut marked = 0;\n",
                     "    for step in 0..limit {\n        if step > ", number, " { session.add(step); }\n    }\n", statement,
                     "    let total = session.offset + limit;\n    total + marked\n}\n\n");
     }},
};

// About so many lines, and mark(round) once in the middle. `salt` makes it a file that nobody has seen.
std::string content_of(const Kind& kind, std::uint32_t lines, std::size_t round, std::uint32_t salt) {
  std::string text;
  const std::uint32_t functions = lines / 10;
  for (std::uint32_t i = 0; i < functions; ++i) {
    append(text, kind.function(i, i == functions / 2 ? mark(round) : concat("    marked += ", salt + i, ";\n")));
  }
  return text;
}

// A new file in each turn: a server that remembers what it has shown would rightly wonder about an old one that is as it was.
std::string name_of(const Kind& kind, std::uint32_t lines, std::size_t turn) {
  return concat("file_", lines, '_', turn, kind.ending);
}

// A server that is asked, and what it took.
struct Asked {
  FileServer server;
  std::unique_ptr<McpSession> session;
  std::vector<Milliseconds> in_a_row, at_once;
};

Milliseconds timed_edit(Asked& asked, const fs::path& file, std::size_t round) {
  const Json call = asked.server.edit(file, round);
  const WallClock clock;
  asked.session->ask(call);
  return clock.elapsed();
}

void read(Asked& asked, const fs::path& file) {
  if (asked.server.read) asked.session->ask(asked.server.read(file, 1));
}

Milliseconds parse_of(const Kind& kind, const std::string& bytes) {
  const Language* const language = language_of(concat("file", kind.ending));
  if (language == nullptr) return {};
  const Text text{std::string(bytes)};
  const WorkClock clock;
  examine(*language, text, {.blocks = {LineNo{1}}});
  return clock.elapsed();
}

void compare(const Kind& kind, std::uint32_t lines, std::vector<Asked>& all, std::size_t turns) {
  std::vector<Milliseconds> parses;
  for (Asked& asked : all) {
    asked.in_a_row.clear();
    asked.at_once.clear();
  }
  for (std::size_t turn = 0; turn <= turns; ++turn) {
    const std::string bytes = content_of(kind, lines, 0, static_cast<std::uint32_t>(turn * 7919));
    for (const Asked& asked : all) write_file(asked.server.folder / name_of(kind, lines, turn), bytes);
    for (Asked& asked : all) {  // at once after the file was read
      const fs::path file = asked.server.folder / name_of(kind, lines, turn);
      ::sync();
      read(asked, file);
      const Milliseconds took = timed_edit(asked, file, 0);
      if (turn > 0) asked.at_once.push_back(took);
    }
    std::this_thread::sleep_for(until_the_tree_is_there);
    for (Asked& asked : all) {
      const fs::path file = asked.server.folder / name_of(kind, lines, turn);
      ::sync();  // or a server that syncs would write what the others have left
      for (std::size_t i = 1; i <= edits_in_a_row; ++i) {
        const Milliseconds took = timed_edit(asked, file, i);
        if (turn > 0) asked.in_a_row.push_back(took);
      }
      KEDGE_REQUIRE(read_file(file).contains(mark(edits_in_a_row + 1)));
    }
    parses.push_back(parse_of(kind, bytes));
  }
  std::printf("%-6s %6u", kind.ending, lines);
  for (const Asked& asked : all) {
    note_result({.group = "everyday", .what = concat("edit of ", kind.ending), .tool = asked.server.name, .size = lines},
                asked.in_a_row);
    std::printf(" %11.2f", median(asked.in_a_row).count());
    if (!asked.server.read) continue;
    note_result({.group = "everyday",
                 .what = concat("edit of ", kind.ending, ", at once after the read"),
                 .tool = asked.server.name,
                 .size = lines},
                asked.at_once);
    std::printf(" %11.2f", median(asked.at_once).count());
  }
  if (language_of(concat("file", kind.ending)) != nullptr) {
    note_result({.group = "everyday", .what = concat("one parse of ", kind.ending), .size = lines}, parses);
    std::printf(" %11.2f", median(parses).count());
  }
  std::printf("\n");
  std::fflush(stdout);
}

// The least that a disk takes for a promise: a page of a file that is there already.
void time_syncs(const Scratch& scratch) {
  const int file = ::open(scratch.file("synced").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  KEDGE_REQUIRE(file >= 0);
  std::vector<Milliseconds> times;
  for (char i = 0; i < 60; ++i) {
    const std::string page(4096, i);
    KEDGE_REQUIRE(::pwrite(file, page.data(), page.size(), 0) == static_cast<ssize_t>(page.size()));
    const WallClock clock;
    KEDGE_REQUIRE(::fdatasync(file) == 0);
    if (i >= 10) times.push_back(clock.elapsed());
  }
  ::close(file);
  note_result({.group = "everyday", .what = "one sync of 4 KB", .tool = "floor"}, times);
  std::printf("one sync of 4 KB on this disk: %.2f ms\n", median(times).count());
}

struct Calls {
  double all = 0, syncs = 0, bytes_to_state = 0;
};

// How many bytes the call of a line wants to write into a file below `folder`, apart from staged files: those are the
// workspace's.
double bytes_into(const std::string& folder, const std::string& line) {
  const bool is_write = line.contains(" pwrite64(") || line.contains(" write(");
  if (!is_write || !line.contains(concat('<', folder, '/')) || line.contains("/tx/")) return 0;
  constexpr std::string_view before_the_size = "\"..., ";
  const std::size_t at = line.find(before_the_size);
  KEDGE_REQUIRE(at != std::string::npos);
  return std::atof(line.c_str() + at + before_the_size.size());
}

// What a server asks of the kernel in so many edits, its start and its end included. Every call is a line; the second half of a
// line that another thread's call has interrupted says "resumed" and is not counted.
Calls calls_in(const FileServer& server, const Scratch& scratch, std::size_t edits, std::size_t& round) {
  const std::string log = scratch.file("calls");
  std::vector<std::string> command{"strace", "-f", "-y", "-qq", "-s", "0", "-e", "signal=none", "-o", log};
  command.insert(command.end(), server.command.begin(), server.command.end());
  const fs::path file = server.folder / name_of(kinds[0], lines_of_counted, turn_of_counted);
  Asked asked{.server = server, .session = std::make_unique<McpSession>(command), .in_a_row = {}, .at_once = {}};
  read(asked, file);
  for (std::size_t i = 0; i < edits; ++i) timed_edit(asked, file, round++);
  asked.session.reset();
  Calls calls;
  std::istringstream lines(read_file(log));
  for (std::string line; std::getline(lines, line);) {
    if (line.contains(" resumed>") || line.contains("+++ exited")) continue;
    ++calls.all;
    if (line.contains(" fsync(") || line.contains(" fdatasync(")) ++calls.syncs;
    calls.bytes_to_state += bytes_into(scratch.file(concat("state of ", server.name)), line);
  }
  return calls;
}

void note_count(const Asked& asked, std::string_view of_what, std::string_view unit, double count) {
  note_result({.group = "everyday",
               .what = concat(of_what, " an edit of .txt"),
               .tool = asked.server.name,
               .unit = std::string(unit),
               .size = lines_of_counted},
              std::vector{count});
}

// By the difference between few edits and many.
void count_calls(std::vector<Asked>& all, const Scratch& scratch) {
  constexpr std::size_t few = 20, many = 220;
  // What the timed edits have left is removed by then, and by those who left it.
  std::this_thread::sleep_for(std::chrono::seconds(5));
  for (Asked& asked : all) {
    asked.session.reset();
    write_file(asked.server.folder / name_of(kinds[0], lines_of_counted, turn_of_counted),
               content_of(kinds[0], lines_of_counted, 0, 1));
    std::size_t round = 0;
    const Calls before = calls_in(asked.server, scratch, few, round);
    const Calls after = calls_in(asked.server, scratch, many, round);
    const auto of_one = [&](double Calls::* figure) { return (after.*figure - before.*figure) / (many - few); };
    note_count(asked, "system calls of", "calls", of_one(&Calls::all));
    note_count(asked, "syncs of", "calls", of_one(&Calls::syncs));
    std::printf("%-24s %6.1f system calls, %4.1f syncs", asked.server.name.c_str(), of_one(&Calls::all), of_one(&Calls::syncs));
    if (asked.server.name.starts_with("kedge")) {
      const double kilobytes = of_one(&Calls::bytes_to_state) / 1024;
      note_count(asked, "written to the state by", "KB", kilobytes);
      std::printf(", %4.1f KB written to the state", kilobytes);
    }
    std::printf("\n");
  }
}

struct Before {
  std::string name, kedge;  // empty: there is none
};

void measure(const std::string& kedge, const std::string& plain_server, const Before& before,
             const std::vector<std::string>& peer) {
  const Scratch scratch;
  std::vector<FileServer> servers{kedge_server("kedge", kedge, scratch, "full"),
                                  kedge_server("kedge --durability none", kedge, scratch, "none"),
                                  floor_server("floor", plain_server, scratch, "full"),
                                  floor_server("floor --durability none", plain_server, scratch, "none")};
  if (!before.kedge.empty()) {
    servers.push_back(kedge_server(before.name, before.kedge, scratch, "full"));
    servers.push_back(kedge_server(concat(before.name, " --durability none"), before.kedge, scratch, "none"));
  }
  if (!peer.empty()) servers.push_back(server_filesystem(peer, scratch));
  std::vector<Asked> all;
  for (FileServer& server : servers) {
    auto session = std::make_unique<McpSession>(server.command);
    all.push_back({.server = std::move(server), .session = std::move(session), .in_a_row = {}, .at_once = {}});
  }
  time_syncs(scratch);
  std::printf("%-6s %6s  (ms: in a row, and at once after the read)\n%-6s %6s", "", "lines", "", "");
  for (const Asked& asked : all) std::printf(" %s;", asked.server.name.c_str());
  std::printf(" one parse\n");
  for (const Kind& kind : kinds) {
    for (const std::uint32_t lines : sizes) compare(kind, lines, all, is_quick() ? 3 : 9);
  }
  count_calls(all, scratch);
}

}  // namespace
}  // namespace kedge::bench

int main(int count, char** words) {
  std::vector<std::string> all(words + 1, words + count);
  if (all.size() < 2) {
    std::fputs("usage: everyday_edits KEDGE PLAIN-SERVER [--before NAME OTHER-KEDGE] [PEER-COMMAND…]\n", stderr);
    return 2;
  }
  kedge::bench::Before before;
  if (all.size() > 4 && all[2] == "--before") {
    before = {.name = all[3], .kedge = all[4]};
    all.erase(all.begin() + 2, all.begin() + 5);
  }
  kedge::bench::measure(all[0], all[1], before, {all.begin() + 2, all.end()});
}
