// For a few seconds each: one who edits a file through the program, again and again, against another program that writes to
// the same file at times of its own. Each round ends with both of them still, so that it can be told exactly what became of
// each foreign write: it is in the file, or it is kept in the state, or it is lost.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <set>
#include <system_error>
#include <thread>
#include <vector>

#include "foreigner.hpp"
#include "kept.hpp"
#include "part.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;
using kedge::concat;
using Clock = std::chrono::steady_clock;
using Micros = std::chrono::microseconds;

constexpr std::string_view file_name = "shared.txt";
constexpr std::size_t slot_count = 20000;
constexpr std::size_t slot_size = 8;

std::string token_of(std::size_t number) {
  std::string digits = std::to_string(number);
  return concat('w', std::string(slot_size - 2 - digits.size(), '0'), digits, '\n');
}

// Where a round is held.
struct Arena {
  const Place& place;
  fs::path file = place.root / file_name;
  std::mt19937 random{1};
  Micros window{3000};              // about as long as one run of the program
  std::size_t tokens = 0;           // given out so far
  std::set<std::string> late = {};  // found in the state and not in the file
};

struct Kind {
  std::string_view name;
  std::string (*start)(const Arena& arena);  // the file before the first round; empty: as it is
  void (*write)(const Arena& arena, std::size_t number);
  bool replaces = false;  // what was there before is gone on purpose, so each round begins anew
};

std::string one_line(const Arena&) { return "the first line\n"; }
std::string slots(const Arena&) {
  std::string bytes;
  for (std::size_t i = 0; i < slot_count; ++i) bytes.append(slot_size - 1, '.').push_back('\n');
  return bytes;
}

// A program's own file in two versions, kept by git.
std::string repository(const Arena& arena) {
  const std::string script = concat(
      "set -e; git init -q; git config user.name x; git config user.email x@y; git config gc.auto 0\n"
      "git checkout -qb one; echo version one >",
      file_name,
      "; git add .; git commit -qm one\n"
      "git checkout -qb two; echo version two >",
      file_name, "; git add .; git commit -qm two; git checkout -qf one\n");
  const Ended ended = run({"/bin/sh", {"-c", script}, {"PATH=/usr/bin:/bin", "HOME=/nonexistent"}, arena.place.root});
  if (ended.status != 0) throw Skipped("git does not work: " + to_text(ended));
  return read_bytes(arena.file);
}

void check_out(const Arena& arena, std::string_view version) {
  const Ended ended = run({"/usr/bin/git",
                           {"checkout", "-qf", std::string(version)},
                           {"PATH=/usr/bin:/bin", "HOME=/nonexistent"},
                           arena.place.root});
  if (ended.status != 0) throw std::runtime_error("git checkout: " + to_text(ended));
}

// A shared writable mapping, through which a slot is written without any call.
class Mapping {
 public:
  explicit Mapping(const fs::path& file) {
    const int fd = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0) throw std::system_error(errno, std::generic_category(), file.string());
    memory_ = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ::close(fd);
    if (memory_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  }
  ~Mapping() { ::munmap(memory_, size); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  void write(std::size_t slot, const std::string& token) {
    std::memcpy(static_cast<char*>(memory_) + slot * slot_size, token.data(), token.size());
  }

 private:
  static constexpr std::size_t size = slot_count * slot_size;
  void* memory_ = nullptr;
};

constexpr std::array kinds{
    Kind{"append", &one_line, [](const Arena& arena, std::size_t number) { append_to(arena.file, token_of(number)); }},
    Kind{"write in place", &slots,
         [](const Arena& arena, std::size_t number) {
           write_at(arena.file, static_cast<off_t>(number % slot_count * slot_size), token_of(number));
         }},
    Kind{"truncate and write", &one_line,
         [](const Arena& arena, std::size_t number) { truncate_and_write(arena.file, token_of(number)); }, true},
    Kind{"rename over", &one_line,
         [](const Arena& arena, std::size_t number) { rename_over(arena.file, arena.place.aside, token_of(number)); }, true},
    Kind{"mapped for a moment", &slots,
         [](const Arena& arena, std::size_t number) { Mapping(arena.file).write(number % slot_count, token_of(number)); }},
    Kind{"mapped for a while", &slots,
         [](const Arena& arena, std::size_t number) {
           // Mapped before the program comes or while it works, written to and given up when it may be done.
           Mapping mapping(arena.file);
           std::this_thread::sleep_for(arena.window * (number % 5) / 4);
           mapping.write(number % slot_count, token_of(number));
           std::this_thread::sleep_for(arena.window * (number % 3) / 8);
         }},
    // From one branch to the other and back, and in the end on the other.
    Kind{"git checkout", &repository,
         [](const Arena& arena, std::size_t number) { check_out(arena, number % 3 == 1 ? "one" : "two"); }, true},
};

std::string expected_token(const Kind& kind, std::size_t number) {
  return kind.write == kinds.back().write ? "version two\n" : token_of(number);
}

// One edit through the program against a burst of foreign writes.
void hold_round(Tally& tally, Arena& arena, const Kind& kind, std::size_t round) {
  const bool git = kind.write == kinds.back().write;
  if (git) check_out(arena, "one");
  const std::string base = read_bytes(arena.file);
  const std::string own_line = concat("kedge ", round, '\n');
  write_bytes(arena.place.inputs / "edited", base + own_line);
  write_bytes(arena.place.inputs / "edited.list", concat("replace\t", file_name, '\t', hex_digest(base), "\tedited\n"));

  // Most foreign writes are alone, so that the program has a chance; some come in rows, without a pause.
  const std::size_t burst = git ? 3 : round % 4 != 0 ? 1 : 6;
  const Micros delay(arena.random() % static_cast<unsigned>(arena.window.count() + 1));
  const std::size_t first = arena.tokens;
  arena.tokens += burst;
  const auto begun = Clock::now();
  Foreigner foreigner([&] {
    std::this_thread::sleep_for(delay);
    for (std::size_t i = 0; i < burst; ++i) kind.write(arena, first + i);
  });
  // git takes much longer than the program: that comes at some time of its own.
  if (git) std::this_thread::sleep_for(Micros(arena.random() % 60'000));
  const Ended ended = run(arena.place.called({"commit", "--input", "edited.list"}));
  // A slow average of how long a run takes, with something to spare on both sides.
  const auto took = std::chrono::duration_cast<Micros>(Clock::now() - begun);
  arena.window = (arena.window * 15 + took * 5 / 4) / 16;
  const bool written = foreigner.finish();

  const std::string where = concat("round ", round, ", ", to_text(ended));
  tally.point();
  tally.saw(ended.status == 0 ? "edits done" : ended.status == 1 ? "edits refused" : "edits failed");
  if (!written) tally.fault("the foreign writer failed", where);
  const std::string now = read_bytes(arena.file);
  for (std::size_t i = kind.replaces ? burst - 1 : 0; i < burst && written; ++i) {
    const std::string token = expected_token(kind, first + i);
    tally.saw("foreign writes");
    if (now.contains(token)) continue;
    if (is_kept(arena.place, token)) {
      tally.saw("kept");
      arena.late.insert(token);
    } else {
      tally.fault("lost", concat(where, ": ", token));
    }
  }
  const bool own_there = now.contains(own_line);
  if (ended.status == 0 && !own_there && !kind.replaces) tally.fault("edit lost", where);
  if (ended.status == 1 && own_there) tally.fault("refused, but written", where);
  if (kind.replaces && now != base + own_line && !now.starts_with(expected_token(kind, arena.tokens - 1))) {
    tally.fault("torn", concat(where, ": ", now.substr(0, 200)));
  }
}

void check_all_at_the_end(Tally& tally, const Arena& arena, const Kind& kind, const std::string& start) {
  const std::string now = read_bytes(arena.file);
  for (std::size_t i = 0; i < arena.tokens && !kind.replaces; ++i) {
    const std::string token = token_of(i);
    if (!now.contains(token) && !is_kept(arena.place, token)) tally.fault("lost in the end", token);
  }
  for (const std::string& token : arena.late) {
    if (!now.contains(token) && !is_kept(arena.place, token)) tally.fault("lost in the end", token);
  }
  if (!kind.replaces && now.size() < start.size()) tally.fault("torn", "the file is shorter than in the beginning");
  for (const auto& [name, node] : read_tree(arena.place.root)) {
    const bool expected = name == file_name || name == "afterwards.txt" || name.starts_with(".git/");
    if (!expected) tally.fault("leftover", name);
  }
}

// One kind of foreign writer at a site of its own.
class Contest {
 public:
  Contest(const Options& options, const Kind& kind) : kind_(kind), site_(options.subject), arena_{.place = *site_} {
    site_->take_inputs({});
    start_ = kind_.start(arena_);
    write_bytes(arena_.file, start_);
  }

  static constexpr std::size_t most_rounds = slot_count / 3;  // a slot for every write

  void hold(std::size_t rounds, std::chrono::milliseconds at_most) {
    const auto end = Clock::now() + at_most;
    for (std::size_t round = 0; Clock::now() < end && round < rounds; ++round) hold_round(tally_, arena_, kind_, round);
  }

  const Tally& judged_in_the_end() {
    check_all_at_the_end(tally_, arena_, kind_, start_);
    return tally_;
  }

  const Place* place() { return &*site_; }

 private:
  const Kind& kind_;
  Site site_;
  Arena arena_;
  std::string start_;
  Tally tally_{std::string(kind_.name)};
};

}  // namespace

Tally foreign_writers(const Options& options) {
  // The long form is for whoever looks for what happens once in a million. A battery that is itself tested has to meet the
  // writer.
  const bool few = !options.all && options.must_find.empty();
  const std::size_t rounds = options.all ? Contest::most_rounds : few ? 20 : 100;
  const std::chrono::milliseconds at_most(few || options.all ? 30'000 : 8000);
  std::vector<std::unique_ptr<Contest>> contests;
  std::vector<const Place*> places;
  for (const Kind& kind : kinds) {
    if (!options.only.empty() && options.only != kind.name) continue;
    contests.push_back(std::make_unique<Contest>(options, kind));
    contests.back()->hold(rounds, at_most);
    places.push_back(contests.back()->place());
  }
  await_discard(places);
  Tally total("all");
  for (const auto& contest : contests) {
    const Tally& tally = contest->judged_in_the_end();
    std::printf("%s\n", tally.row().c_str());
    total.add(tally);
  }
  return total;
}

}  // namespace faults
