// Several processes edit one file through the program at the same time: each reads it, adds a line of its own, and asks for
// the replacement of the version that it read. No line may be lost, and none may be there twice.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <map>
#include <random>
#include <sstream>
#include <system_error>
#include <thread>

#include "part.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

using kedge::concat;

constexpr int writers = 8;
constexpr int edits = 200;  // of each
constexpr int edits_in_the_long_form = 500;
constexpr int most_attempts = 1000;  // at one edit

struct Counters {
  std::atomic<std::size_t> refused = 0;
};

// Seen by the writers, too, which are processes of their own.
class SharedCounters {
 public:
  SharedCounters() : memory_(::mmap(nullptr, sizeof(Counters), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    counters_ = new (memory_) Counters;
  }
  ~SharedCounters() { ::munmap(memory_, sizeof(Counters)); }
  SharedCounters(const SharedCounters&) = delete;
  SharedCounters& operator=(const SharedCounters&) = delete;
  Counters* operator->() { return counters_; }

 private:
  void* memory_;
  Counters* counters_ = nullptr;
};

std::string line_of(int writer, int edit) { return concat("writer ", writer, ", edit ", edit, '\n'); }

bool add_line(const Place& place, int writer, int edit, SharedCounters& counters, std::mt19937& random) {
  const std::string input = concat("writer", writer);
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const std::string base = read_bytes(place.root / "shared.txt");
    write_bytes(place.inputs / input, base + line_of(writer, edit));
    const std::string list = concat(input, ".list");
    write_bytes(place.inputs / list, concat("replace\tshared.txt\t", hex_digest(base), '\t', input, '\n'));
    const Ended ended = run(place.called({"commit", "--input", list}));
    if (ended.status == 0) return true;
    if (ended.status != 1) {
      std::printf("writer %d: %s\n", writer, to_text(ended).c_str());
      return false;
    }
    ++counters->refused;
    // Out of step with the others, or they would only get in each other's way.
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 6000));
  }
  std::printf("writer %d never got its turn\n", writer);
  return false;
}

pid_t start_writer(const Place& place, int writer, int times, SharedCounters& counters) {
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child > 0) return child;
  std::mt19937 random(static_cast<unsigned>(writer));
  for (int edit = 0; edit < times; ++edit) {
    if (!add_line(place, writer, edit, counters, random)) ::_exit(1);
  }
  ::_exit(0);
}

}  // namespace

Tally many_writers(const Options& options) {
  const int times = options.all ? edits_in_the_long_form : edits;
  Site site(options.subject, options.all ? Medium::disk : Medium::memory);
  write_bytes(site->root / "shared.txt", "the first line\n");
  std::fflush(stdout);  // not once for every writer
  SharedCounters counters;
  std::map<int, pid_t> started;
  for (int writer = 0; writer < writers; ++writer) started[writer] = start_writer(*site, writer, times, counters);
  Tally tally(concat(writers, " writers of ", times, " edits each"));
  for (const auto& [writer, child] : started) {
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0) tally.fault("untrue", concat("writer ", writer, " had to give up"));
  }

  std::map<std::string, int> lines;
  std::istringstream file(read_bytes(site->root / "shared.txt"));
  for (std::string line; std::getline(file, line);) ++lines[line + '\n'];
  for (int writer = 0; writer < writers; ++writer) {
    for (int edit = 0; edit < times; ++edit) {
      tally.point();
      const std::string line = line_of(writer, edit);
      if (!lines.contains(line)) tally.fault("lost", line);
      if (lines[line] > 1) tally.fault("duplicated", line);
    }
  }
  for (const auto& [name, node] : read_tree(site->root)) {
    if (name != "shared.txt") tally.fault("leftover", name);
  }
  tally.saw("refused and tried again", counters->refused);
  return tally;
}

}  // namespace faults
