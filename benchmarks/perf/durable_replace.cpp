// What a durable replace of one file costs beyond its fsyncs and renames: kedge and a small C program that makes the same
// ones, turn by turn in one run; as whole processes, and inside one process as a server would do it.
//   durable_replace KEDGE PLAIN-REPLACE [TURNS]
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "benchmarks/perf/process.hpp"
#include "benchmarks/perf/results.hpp"
#include "benchmarks/perf/scratch.hpp"
#include "commit/commit.hpp"
#include "fs/real_file_system.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

extern "C" int plain_replace(int root, int state, const char* name, const char* bytes, size_t size);

namespace kedge::bench {
namespace {

constexpr std::size_t file_size = 40'000;

std::string content(char letter) {
  std::string bytes;
  while (bytes.size() < file_size) {
    append(bytes, concat("  a row of the kind that programs have, number ", bytes.size(), ' ', letter, '\n'));
  }
  bytes.resize(file_size);
  return bytes;
}

class Folders {
 public:
  Folders() {
    for (const char* name : {"root", "state", "plain-root", "plain-state"}) scratch_.folder(name);
    for (const char letter : {'a', 'b'}) write_file(at(std::string(1, letter)), content(letter));
    for (const char* name : {"root/file", "plain-root/file"}) write_file(at(name), content('a'));
    // The list for `kedge commit` that leads from one content to the other.
    for (const char now : {'a', 'b'}) {
      const std::string next(1, now == 'a' ? 'b' : 'a');
      write_file(at(concat("from-", now)), concat("replace\tfile\t", to_hex(sha256(content(now))), '\t', at(next), '\n'));
    }
  }
  std::string at(std::string_view name) const { return scratch_.file(name); }

 private:
  Scratch scratch_;
};

struct Timings {
  std::vector<Milliseconds> kedge, plain;
};

template <class Ours, class Plain>
Timings in_turns(std::size_t turns, Ours ours, Plain plain) {
  Timings timings;
  for (std::size_t turn = 0; turn <= turns; ++turn) {
    const char now = turn % 2 == 0 ? 'a' : 'b';
    const char next = turn % 2 == 0 ? 'b' : 'a';
    const WallClock kedge_clock;
    ours(now, next);
    const Milliseconds kedge_time = kedge_clock.elapsed();
    const WallClock plain_clock;
    plain(next);
    const Milliseconds plain_time = plain_clock.elapsed();
    if (turn == 0) continue;  // warm-up, for both
    timings.kedge.push_back(kedge_time);
    timings.plain.push_back(plain_time);
  }
  return timings;
}

void print(const char* name, const Timings& timings) {
  note_result({.group = "durable", .what = name}, timings.kedge);
  note_result({.group = "durable", .what = name, .tool = "C program"}, timings.plain);
  const Milliseconds kedge = median(timings.kedge);
  const Milliseconds plain = median(timings.plain);
  std::printf("%-34s %9.3f %9.3f %8.2f\n", name, kedge.count(), plain.count(), kedge / plain);
}

Timings as_processes(const std::string& program, const std::string& plain_program, std::size_t turns) {
  const Folders folders;
  const auto ours = [&](char now, char /*next*/) {
    run_program({program, "commit", "--root", folders.at("root"), "--state", folders.at("state"), "--input",
                 folders.at(concat("from-", now))});
  };
  const auto plain = [&](char next) {
    run_program({plain_program, folders.at("plain-root"), folders.at("plain-state"), "file", folders.at(std::string(1, next))});
  };
  return in_turns(turns, ours, plain);
}

Timings in_one_process(std::size_t turns) {
  const Folders folders;
  const std::unique_ptr<FileSystem> disk = real_file_system();
  Result<Workspace> workspace =
      Workspace::open(*disk, {.root = {.path = folders.at("root")}, .state = {.folder = folders.at("state")}});
  KEDGE_REQUIRE(workspace.has_value());
  const std::string versions[] = {content('a'), content('b')};
  const int root = open(folders.at("plain-root").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int state = open(folders.at("plain-state").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const Digest digests[] = {sha256(versions[0]), sha256(versions[1])};
  const auto ours = [&](char now, char next) {
    const FileChange changes[] = {{.path = "file", .content = versions[next - 'a'], .expected = digests[now - 'a']}};
    KEDGE_REQUIRE(commit(*workspace, changes).has_value());
  };
  const auto plain = [&](char next) {
    const std::string& bytes = versions[next - 'a'];
    KEDGE_REQUIRE(plain_replace(root, state, "file", bytes.data(), bytes.size()) == 0);
  };
  Timings timings = in_turns(turns, ours, plain);
  ::close(root);
  ::close(state);
  return timings;
}

}  // namespace
}  // namespace kedge::bench

int main(int count, char** words) {
  using namespace kedge::bench;
  if (count < 3) {
    std::fputs("usage: durable_replace KEDGE PLAIN-REPLACE [TURNS]\n", stderr);
    return 2;
  }
  const std::size_t turns = count > 3 ? static_cast<std::size_t>(std::strtoul(words[3], nullptr, 10)) : is_quick() ? 100 : 300;
  std::printf("A durable replace of a 40 KB file: medians of %zu interleaved turns, ms\n", turns);
  std::printf("%-34s %9s %9s %8s\n", "", "kedge", "plain C", "ratio");
  print("replace a file, a process each", as_processes(words[1], words[2], turns));
  print("replace a file", in_one_process(turns));
}
