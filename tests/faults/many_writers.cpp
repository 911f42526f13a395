// Several writers edit the same files through the program at the same time. With a process for each edit: each reads the
// file, adds a line of its own, and asks for the replacement of the version that it read. With a server for each writer: each
// counts in a line of its own, and every tenth time also in a line that all of them share, in one file or in sixteen. No edit
// may be lost, and none may be there twice.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <system_error>
#include <thread>
#include <vector>

#include "agent.hpp"
#include "part.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

using kedge::concat;

constexpr int writers = 8;
constexpr int edits = 15;  // of each, with a process for each of them
constexpr int edits_in_the_long_form = 500;
constexpr int counted_edits = 200;  // of each, with a server for each writer; a quarter of that in sixteen files
constexpr int counted_edits_in_the_long_form = 10'000;
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

Tally processes(const Options& options) {
  const int times = options.all ? edits_in_the_long_form : edits;
  Site site(options.subject, options.all ? Medium::disk : Medium::memory);
  write_bytes(site->root / "shared.txt", "the first line\n");
  std::fflush(stdout);  // not once for every writer
  SharedCounters counters;
  std::map<int, pid_t> started;
  for (int writer = 0; writer < writers; ++writer) started[writer] = start_writer(*site, writer, times, counters);
  Tally tally(concat(writers, " writers of ", times, " edits each, a process for each edit"));
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

// ---- a server for each writer ----

std::string counted_file(std::size_t number) { return concat("counts", number, ".txt"); }
std::string own_line(int writer, int count) { return concat("writer ", writer, " has counted to ", count, '\n'); }
std::string total_line(int count) { return concat("all of them have counted to ", count, '\n'); }

std::string counts_at_first() {
  std::string text = total_line(0);
  for (int writer = 0; writer < writers; ++writer) kedge::append(text, own_line(writer, 0));
  return text;
}

// What a writer was told to be done, by file.
struct Counts {
  std::vector<int> own, total;
};

int total_in(const std::string& text) {
  const std::string label = "all of them have counted to ";
  return std::stoi(text.substr(text.find(label) + label.size()));
}

class CountingWriter {
 public:
  CountingWriter(const Place& place, int number, std::size_t files)
      : place_(place),
        number_(number),
        random_(static_cast<unsigned>(number)),
        agent_(agent_of_mcp(place)),
        counts_{std::vector<int>(files), std::vector<int>(files)} {}

  void count(int times) {
    for (int edit = 0; edit < times; ++edit) {
      const std::size_t file = random_() % counts_.own.size();
      const bool with_total = edit % 10 == 9;
      for (int attempt = 0; !is_counted(file, with_total); ++attempt) {
        if (attempt == most_attempts) throw std::runtime_error("never got its turn");
        std::this_thread::sleep_for(std::chrono::microseconds(random_() % 3000));
      }
    }
    std::string text = concat(refused_, '\n');
    for (std::size_t file = 0; file < counts_.own.size(); ++file) {
      kedge::append(text, concat(counts_.own[file], ' ', counts_.total[file], '\n'));
    }
    write_bytes(place_.inputs / concat("counts", number_), text);
  }

 private:
  bool is_counted(std::size_t file, bool with_total) {
    int& own = counts_.own[file];
    kedge::Json edit_list = kedge::Json::array({replacing(own_line(number_, own), own_line(number_, own + 1))});
    if (with_total) {
      const int total = total_in(read_bytes(place_.root / counted_file(file)));
      edit_list.push(replacing(total_line(total), total_line(total + 1)));
    }
    kedge::Json arguments = kedge::Json::object({{"path", counted_file(file)}, {"edits", std::move(edit_list)}});
    const Reply reply = agent_->edit(arguments);
    if (!reply.done) {
      // Nobody else changes its own line; in the other one others may have been faster.
      if (!is_worth_another_try(reply) || (!with_total && reply.error == "no_match")) throw std::runtime_error(reply.words);
      ++refused_;
      return false;
    }
    ++own;
    counts_.total[file] += with_total ? 1 : 0;
    return true;
  }

  const Place& place_;
  int number_;
  std::mt19937 random_;
  std::unique_ptr<Agent> agent_;
  Counts counts_;
  std::size_t refused_ = 0;
};

pid_t start_counting_writer(const Place& place, int number, std::size_t files, int times) {
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child > 0) return child;
  try {
    CountingWriter(place, number, files).count(times);
  } catch (const std::exception& error) {
    std::printf("writer %d: %s\n", number, error.what());
    std::fflush(stdout);
    ::_exit(1);
  }
  ::_exit(0);
}

// What a writer has counted to, and what is in the files.
void judge_counts(Tally& tally, const Place& place, std::size_t files) {
  std::vector<std::string> texts;
  for (std::size_t file = 0; file < files; ++file) texts.push_back(read_bytes(place.root / counted_file(file)));
  std::vector<int> totals(files);
  const auto compare = [&](std::size_t file, const std::string& line, const std::string& wanted, int found, int right) {
    if (found < right) tally.fault("lost", concat(counted_file(file), ": ", line, " instead of ", wanted));
    if (found > right) tally.fault("duplicated", concat(counted_file(file), ": ", line, " instead of ", wanted));
  };
  for (int writer = 0; writer < writers; ++writer) {
    std::istringstream counts(read_bytes(place.inputs / concat("counts", writer)));
    std::size_t refused = 0;
    counts >> refused;
    tally.saw("refused and tried again", refused);
    for (std::size_t file = 0; file < files; ++file) {
      int own = 0;
      int total = 0;
      counts >> own >> total;
      totals[file] += total;
      for (int edit = 0; edit < own; ++edit) tally.point();
      const std::string label = concat("writer ", writer, " has counted to ");
      const std::size_t at = texts[file].find(label);
      const int found = at == std::string::npos ? -1 : std::stoi(texts[file].substr(at + label.size()));
      compare(file, own_line(writer, found), own_line(writer, own), found, own);
    }
  }
  for (std::size_t file = 0; file < files; ++file) {
    const int found = total_in(texts[file]);
    compare(file, total_line(found), total_line(totals[file]), found, totals[file]);
    if (std::ranges::count(texts[file], '\n') != writers + 1) tally.fault("torn", texts[file]);
  }
  for (const auto& [name, node] : read_tree(place.root)) {
    if (!name.starts_with("counts")) tally.fault("leftover", name);
  }
}

Tally servers(const Options& options, std::size_t files) {
  const int times = options.all ? counted_edits_in_the_long_form : files == 1 ? counted_edits : counted_edits / 4;
  // In memory in the long form, too: it is about those who come at the same time, and there most of them do.
  Site site(options.subject, Medium::memory);
  for (std::size_t file = 0; file < files; ++file) write_bytes(site->root / counted_file(file), counts_at_first());
  std::fflush(stdout);
  std::vector<pid_t> started;
  for (int writer = 0; writer < writers; ++writer) started.push_back(start_counting_writer(*site, writer, files, times));
  Tally tally(concat(writers, " writers of ", times, " edits each, a server for each writer, files: ", files));
  bool all_finished = true;
  for (std::size_t writer = 0; writer < started.size(); ++writer) {
    int status = 0;
    ::waitpid(started[writer], &status, 0);
    if (status == 0) continue;
    all_finished = false;
    tally.fault("lost", concat("writer ", writer, " had to give up"));
  }
  if (all_finished) judge_counts(tally, *site, files);
  return tally;
}

}  // namespace

Tally many_writers(const Options& options) {
  Tally total("all");
  for (const Tally& tally : {processes(options), servers(options, 1), servers(options, 16)}) {
    std::printf("%s\n", tally.row().c_str());
    total.add(tally);
  }
  return total;
}

}  // namespace faults
