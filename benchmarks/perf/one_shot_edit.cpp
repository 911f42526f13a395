// One edit of a file by a program that is started for it, turn by turn in one run: kedge, a peer of its kind, and the tools
// that every system has. Each ends with the file on the disk: kedge sees to that itself, and keeps a history; behind the others
// the file and its folder are synced here, within the time that is measured.
//   one_shot_edit KEDGE [PEER-COMMAND…]     the peer's command is followed by FILE LINE ROW
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "benchmarks/perf/process.hpp"
#include "benchmarks/perf/results.hpp"
#include "benchmarks/perf/scratch.hpp"
#include "benchmarks/perf/source_like.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

std::string row(std::size_t turn) { return concat("    edited = ", turn % 2 == 0 ? "once" : "twice"); }
std::string numbered_row(std::size_t turn) { return concat("    edited = ", turn); }

std::string replacement(const std::string& before, const std::string& after) {
  return concat(R"({"path":"file.txt","old_string":")", before, R"(\n","new_string":")", after, R"(\n"})");
}

// A file whose line in the middle is a row of its own.
struct Edited {
  std::uint32_t lines = 0;

  std::uint32_t line() const { return lines / 2; }

  std::string content(const std::string& in_the_middle) const {
    std::string bytes = source_like(lines);
    std::size_t begin = 0;
    for (std::uint32_t at = 1; at < line(); ++at) begin = bytes.find('\n', begin) + 1;
    bytes.replace(begin, bytes.find('\n', begin) - begin, in_the_middle);
    return bytes;
  }

  // As `diff -U0` tells it: the tools need not look for the place.
  std::string patch(std::size_t turn) const {
    return concat("--- a/file.txt\n+++ b/file.txt\n@@ -", line(), " +", line(), " @@\n-", row(turn + 1), "\n+", row(turn),
                  '\n');
  }
};

void sync(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags | O_CLOEXEC);
  KEDGE_REQUIRE(file >= 0 && fsync(file) == 0);
  close(file);
}

struct Contender {
  std::string name;
  std::string folder;
  std::function<std::vector<std::string>(std::size_t turn)> command;
  bool synced_here = true;
  std::vector<Milliseconds> times = {};
  long peak = 0;

  std::string file() const { return concat(folder, "/file.txt"); }

  void take_turn(std::size_t turn) {
    const WallClock clock;
    const Ran ran = run_program(command(turn), folder);
    if (synced_here) {
      sync(file(), O_RDONLY);
      sync(folder, O_RDONLY | O_DIRECTORY);
    }
    const Milliseconds time = clock.elapsed();
    if (turn == 0) return;  // a warm-up, for all
    times.push_back(time);
    peak = std::max(peak, ran.peak_kilobytes);
  }
};

std::vector<Contender> contenders(const Scratch& scratch, const Edited& edited, const std::string& kedge,
                                  const std::vector<std::string>& peer) {
  std::vector<Contender> all;
  const auto enter = [&](const char* name, const auto& command) -> Contender& {
    all.push_back({.name = name, .folder = scratch.folder(concat("of ", name)), .command = {}});
    Contender& entered = all.back();
    write_file(entered.file(), edited.content(row(1)));
    entered.command = command(entered.folder);
    return entered;
  };
  const auto with_patch = [&](const std::string& words) {
    return [words, &scratch](const std::string& /*folder*/) {
      return [shell = concat(words, " '", scratch.file("edit.patch"), '\'')](std::size_t) {
        return std::vector<std::string>{"/bin/sh", "-c", shell};
      };
    };
  };
  enter("kedge", [&](const std::string& folder) {
    return [folder, kedge, input = scratch.file("edit.json"), state = scratch.file("state")](std::size_t) {
      return std::vector<std::string>{kedge,  "edit",    "--dialect", "replace", "--root",
                                      folder, "--state", state,       "--input", input};
    };
  }).synced_here = false;
  if (!peer.empty()) {
    // Its script makes the file durable itself.
    enter("hashline", [&](const std::string& folder) {
      return [folder, peer, line = edited.line()](std::size_t turn) {
        std::vector<std::string> words = peer;
        for (std::string word : {concat(folder, "/file.txt"), std::to_string(line), row(turn)})
          words.push_back(std::move(word));
        return words;
      };
    }).synced_here = false;
  }
  enter("git apply", with_patch("git apply --unidiff-zero"));
  enter("patch", with_patch("patch -s -p1 -i"));
  enter("sed -i", [&](const std::string& folder) {
    return [folder, line = edited.line()](std::size_t turn) {
      return std::vector<std::string>{"/bin/sh", "-c", concat("sed -i '", line, "s/.*/", row(turn), "/' file.txt")};
    };
  });
  return all;
}

void compare(std::uint32_t lines, std::size_t turns, const std::string& kedge, const std::vector<std::string>& peer) {
  const Edited edited{lines};
  const Scratch scratch;
  std::vector<Contender> all = contenders(scratch, edited, kedge, peer);
  std::vector<Milliseconds> starts;
  for (std::size_t turn = 0; turn <= turns; ++turn) {
    write_file(scratch.file("edit.json"), replacement(row(turn + 1), row(turn)));
    write_file(scratch.file("edit.patch"), edited.patch(turn));
    for (Contender& one : all) one.take_turn(turn);
    starts.push_back(run_program({kedge, "--version"}).time);
  }
  const Contender& ours = all.front();
  const std::string expected = read_file(ours.file());
  for (const Contender& one : all) {
    const bool same = read_file(one.file()) == expected;
    std::printf("%9u  %-12s %9.2f %10ld %9.1f %9.1f   %s\n", lines, one.name.c_str(), median(one.times).count(), one.peak,
                median(one.times) / median(ours.times), static_cast<double>(one.peak) / static_cast<double>(ours.peak),
                same ? "same" : "OTHER BYTES");
    KEDGE_REQUIRE(same);
    note_result({.group = "one shot", .what = "durable edit", .tool = one.name, .size = lines}, one.times);
    note_result({.group = "one shot", .what = "memory of it", .tool = one.name, .unit = "KB", .size = lines},
                std::vector{static_cast<double>(one.peak)});
  }
  if (lines == 1000) {
    std::printf("%9s  %-12s %9.2f\n", "", "kedge starts", median(starts).count());
    note_result({.group = "one shot", .what = "start and end"}, starts);
  }
}

// Each leaves another version: a program that has just begun knows none of those before.
void compare_with_later_ones(std::uint32_t lines, const std::string& kedge) {
  constexpr std::size_t edits = 200;
  constexpr std::size_t around = 10;  // so many are timed at the beginning and at the end
  const Scratch scratch;
  const std::string folder = scratch.folder("of kedge");
  write_file(concat(folder, "/file.txt"), Edited{lines}.content(numbered_row(0)));
  const std::string input = scratch.file("edit.json");
  std::vector<Milliseconds> times;
  for (std::size_t i = 1; i <= edits; ++i) {
    write_file(input, replacement(numbered_row(i - 1), numbered_row(i)));
    times.push_back(run_program({kedge, "edit", "--dialect", "replace", "--root", folder, "--state", scratch.file("state"),
                                 "--input", input},
                                folder)
                        .time);
  }
  KEDGE_REQUIRE(read_file(concat(folder, "/file.txt")) == Edited{lines}.content(numbered_row(edits)));
  const std::vector<Milliseconds> first(times.begin() + 1, times.begin() + 1 + around);
  const std::vector<Milliseconds> last(times.end() - around, times.end());
  const double ratio = median(last) / median(first);
  std::printf("%9u  an early edit of a file %.2f ms, one after %zu others %.2f ms: %.2f times as long\n", lines,
              median(first).count(), edits, median(last).count(), ratio);
  note_result({.group = "one shot", .what = "an early edit of a file", .size = lines}, first);
  note_result({.group = "one shot", .what = concat("one after ", edits, " others"), .size = lines}, last);
}

}  // namespace
}  // namespace kedge::bench

int main(int count, char** words) {
  if (count < 2) {
    std::fputs("usage: one_shot_edit KEDGE [PEER-COMMAND…]\n", stderr);
    return 2;
  }
  const std::vector<std::string> peer(words + 2, words + count);
  std::printf("One durable edit by a program that is started for it: ms, peak memory, and both beside kedge's\n");
  std::printf("%9s  %-12s %9s %10s %9s %9s   %s\n", "lines", "", "ms", "peak KB", "time", "memory", "bytes");
  const bool quick = kedge::bench::is_quick();
  kedge::bench::compare(100, quick ? 10 : 20, words[1], peer);
  kedge::bench::compare(1'000, quick ? 15 : 40, words[1], peer);
  kedge::bench::compare(10'000, quick ? 7 : 20, words[1], peer);
  kedge::bench::compare(100'000, quick ? 5 : 11, words[1], peer);
  if (!quick) kedge::bench::compare(1'000'000, 5, words[1], peer);
  kedge::bench::compare_with_later_ones(1'000, words[1]);
}
