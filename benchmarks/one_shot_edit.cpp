// One durable edit of a file of 1,000 lines by a program that is started for it: kedge and a peer, turn by turn in one run.
//   one_shot_edit KEDGE [PEER-COMMAND…]     the peer's command is followed by FILE LINE ROW
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "benchmarks/process.hpp"
#include "benchmarks/source_like.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t lines = 1000;
constexpr std::uint32_t edited_line = 500;
constexpr std::size_t turns = 40;

struct Side {
  std::vector<Milliseconds> times;
  long peak = 0;

  void add(const Ran& ran) {
    times.push_back(ran.time);
    peak = std::max(peak, ran.peak_kilobytes);
  }
};

void print(const char* name, const Side& side, const Side& ours) {
  std::printf("%-28s %9.2f %10ld %9.1f %9.1f\n", name, median(side.times).count(), side.peak,
              median(side.times) / median(ours.times), static_cast<double>(side.peak) / static_cast<double>(ours.peak));
}

std::string row(std::size_t turn) { return concat("    edited = ", turn % 2 == 0 ? "once" : "twice"); }

// A file whose edited line is a row of its own.
std::string content() {
  std::string bytes = source_like(lines);
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < edited_line; ++line) begin = bytes.find('\n', begin) + 1;
  bytes.replace(begin, bytes.find('\n', begin) - begin, row(1));
  return bytes;
}

void write(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

int compare(const std::string& kedge, const std::vector<std::string>& peer) {
  std::string pattern = (fs::temp_directory_path() / "kedge-bench-XXXXXX").string();
  KEDGE_REQUIRE(mkdtemp(pattern.data()) != nullptr);
  const fs::path top = pattern;
  fs::create_directory(top / "root");
  fs::create_directory(top / "peer");
  for (const char* name : {"root/file.txt", "peer/file.txt"}) write(top / name, content());

  Side ours, theirs, start;
  for (std::size_t turn = 0; turn <= turns; ++turn) {
    write(top / "edit.json",
          concat(R"({"path":"file.txt","old_string":")", row(turn + 1), R"(\n","new_string":")", row(turn), R"(\n"})"));
    const Ran edit = run_program({kedge, "edit", "--dialect", "replace", "--root", (top / "root").string(), "--state",
                                  (top / "state").string(), "--input", (top / "edit.json").string()});
    if (turn > 0) ours.add(edit);  // the first one is a warm-up, for both
    start.add(run_program({kedge, "--version"}));
    if (peer.empty()) continue;
    std::vector<std::string> words = peer;
    for (std::string word : {(top / "peer" / "file.txt").string(), std::to_string(edited_line), row(turn)})
      words.push_back(word);
    const Ran patched = run_program(words);
    if (turn > 0) theirs.add(patched);
  }
  std::printf("%-28s %9s %10s %9s %9s\n", "one-shot edit, 1,000 lines", "ms", "peak KB", "time", "memory");
  print("kedge edit, with its history", ours, ours);
  if (!peer.empty()) print("the peer, made durable", theirs, ours);
  print("kedge, starting and ending", start, ours);
  fs::remove_all(top);
  return 0;
}

}  // namespace
}  // namespace kedge::bench

int main(int count, char** words) {
  if (count < 2) {
    std::fputs("usage: one_shot_edit KEDGE [PEER-COMMAND…]\n", stderr);
    return 2;
  }
  return kedge::bench::compare(words[1], {words + 2, words + count});
}
