// What an agent waits for in the patch dialect, from a thousand to a million lines: kedge with its store and its commits on a
// file system in memory, and a peer that keeps all of it in its own memory, turn by turn in one run. Since the peer commits
// nothing and keeps no history, a second row of each edit is a dry run: found, proven, applied in memory and told.
// Afterwards, how the preview of a patch that arrives byte by byte grows with its length.
//   patch_work KEDGE [PEER-COMMAND…]
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <set>
#include <sstream>

#include "benchmarks/perf/median.hpp"
#include "benchmarks/perf/peak_memory.hpp"
#include "benchmarks/perf/peer.hpp"
#include "benchmarks/perf/results.hpp"
#include "benchmarks/perf/scratch.hpp"
#include "benchmarks/perf/versions.hpp"
#include "fs/real_file_system.hpp"
#include "render/row.hpp"
#include "support/large_buffer.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"
#include "syntax/syntax.hpp"
#include "tools/patch_stream.hpp"
#include "tools/verb.hpp"

namespace kedge::bench {
namespace {

namespace fs = std::filesystem;

enum class Work : std::uint8_t { read, one_hunk, hundred_hunks, stale };

constexpr std::array works{std::pair{Work::read, "read"}, std::pair{Work::one_hunk, "one hunk"},
                           std::pair{Work::hundred_hunks, "100 hunks"}, std::pair{Work::stale, "stale edit"}};

std::string kedge_program;  // that parses

struct Turn {
  Milliseconds time{};
  std::optional<Milliseconds> dry_run = std::nullopt;
  std::size_t memory = 0;  // at most, beyond what was held before
};

// The least that a read takes: every byte is looked at for the ends of lines, and every line is copied behind its number.
Milliseconds floor_of_reading(const Text& text) {
  const std::string_view bytes = text.bytes();
  const WallClock clock;
  std::string rows = large_buffer(bytes.size() + std::size_t{9} * text.line_count());
  std::uint32_t number = 0;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const void* const newline = std::memchr(bytes.data() + begin, '\n', bytes.size() - begin);
    const std::size_t end =
        newline == nullptr ? bytes.size() : static_cast<std::size_t>(static_cast<const char*>(newline) - bytes.data()) + 1;
    std::array<char, 12> digits{};
    const char* const last = std::to_chars(digits.data(), digits.data() + digits.size(), ++number).ptr;
    rows.append(std::string_view(digits.data(), last));
    rows.push_back(':');
    rows.append(bytes.substr(begin, end - begin));
    begin = end;
  }
  const Milliseconds time = clock.elapsed();
  KEDGE_REQUIRE(rows.size() > bytes.size());
  return time;
}

// One work on one file, for both sides.
class Task {
 public:
  Task(Work work, std::uint32_t lines, std::string name) : work_(work), name_(std::move(name)), before_(shown(lines)) {
    edits_ = work == Work::hundred_hunks ? our_edits(before_, 100) : our_edit(before_);
    const Text now =
        work == Work::stale ? changes(before_, foreign_edits(before_, Foreign::inserted_above)).apply(before_) : before_;
    now_ = now.bytes();
    write_file(scratch_.path() / "before", before_.bytes());
    write_file(scratch_.path() / "now", now_);
    std::string theirs;
    for (const LineEdit& edit : edits_) {
      append(theirs, concat("PUT ", edit.lines.first.value, ".=", edit.lines.last().value, ":\n+", edit.rows.front(), '\n'));
    }
    write_file(scratch_.path() / "peer.patch", theirs);
  }

  // A server that has been at work for a while: the store is open, and has met the file.
  Turn our_turn() {
    const fs::path root = scratch_.folder("root");
    write_file(root / name_, before_.bytes());
    if (!session_) open(root);
    Session& session = *session_;
    Store* const store = store_.get();
    const Dialect& patch = *find_dialect("patch");

    const PeakMemory of_reading;
    const WallClock reading;
    const Result<Reply> first = verb::read(patch, Json::object({{"path", name_}}), session);
    KEDGE_REQUIRE(first.has_value());
    const std::string tag = first->text.substr(first->text.find('#') + 1, 4);
    if (work_ == Work::read) {
      // The answer ends where answers end; the peer formats all of the file, and so do we.
      std::string rows = large_buffer(before_.size() + std::size_t{9} * before_.line_count());
      for (LineNo line{1}; before_.has(line); line = line + 1) {
        append_numbered_row(rows, before_, line);
        append(rows, '\n');
      }
      return {.time = reading.elapsed(), .memory = of_reading.bytes()};
    }
    // All rows have been shown.
    store->show(session.id, name_, sha256(before_.bytes()), LineSet(before_.all_lines()), EventKind::shown, 1,
                LineSet(before_.all_lines()));
    if (work_ == Work::stale) write_file(root / name_, now_);
    std::string input = concat("¶", name_, '#', tag, '\n');
    for (const LineEdit& edit : edits_) {
      append(input, concat("replace ", edit.lines.first.value, "..", edit.lines.last().value, ":\n+", edit.rows.front(), '\n'));
    }
    Turn turn;
    turn.dry_run = edit(Json::object({{"input", input}, {"dry_run", true}}));
    const PeakMemory of_editing;
    turn.time = edit(Json::object({{"input", input}}));
    turn.memory = of_editing.bytes();
    result_ = read_file(root / name_);
    return turn;
  }

  std::optional<Milliseconds> turn_of(Peer& peer) {
    const std::string kind = work_ == Work::read ? "read" : "edit";
    const auto file = [&](const char* name) { return (scratch_.path() / name).string(); };
    const std::optional<std::string> answer = peer.ask(
        concat(kind, '\t', file("before"), '\t', file("now"), '\t', file("result"), '\t', file("peer.patch"), '\t', name_));
    if (!answer) return std::nullopt;
    std::istringstream words(*answer);
    double time = 0;
    if (words >> time) return Milliseconds{time};
    refusal_ = *answer;
    return std::nullopt;
  }

  const std::string& refusal() const { return refusal_; }
  bool same_result() const { return work_ == Work::read || read_file(scratch_.path() / "result") == result_; }

  const Text& text() const { return before_; }

 private:
  Milliseconds edit(const Json& arguments) {
    const WallClock editing;
    const Result<Reply> reply = verb::edit(*find_dialect("patch"), arguments, *session_);
    const Milliseconds time = editing.elapsed();
    if (!reply) std::fprintf(stderr, "%s\n", to_text(reply.error()).c_str());
    KEDGE_REQUIRE(reply.has_value());
    return time;
  }

  void open(const fs::path& root) {
    workspace_.emplace(
        Workspace::open(*files_, {.root = {.path = root.string()}, .state = {.folder = scratch_.folder("state")}}).value());
    store_ = open_store(*files_, workspace_->state(), ByteKeeping::when_needed);
    session_.emplace(Session{.workspace = *workspace_, .store = *store_, .id = "bench"});
    session_->syntax = syntax_.get();
  }

  Scratch scratch_{Scratch::On::memory};
  std::unique_ptr<FileSystem> files_ = real_file_system();
  std::unique_ptr<Syntax> syntax_ = make_syntax(kedge_program);
  std::optional<Workspace> workspace_;
  std::unique_ptr<Store> store_;
  std::optional<Session> session_;
  Work work_;
  std::string name_;
  Text before_;
  std::string now_, result_, refusal_;
  std::vector<LineEdit> edits_;
};

std::size_t turns_of(Work work, std::uint32_t lines) {
  if (is_quick()) return 3;
  if (lines < 100'000) return 9;
  if (lines < 1'000'000) return 5;
  return work == Work::hundred_hunks ? 1 : 3;  // the peer needs a minute for it
}

void print_row(std::uint32_t lines, const std::string& name, const std::string& title, const std::vector<Milliseconds>& ours,
               const std::vector<Milliseconds>& theirs) {
  std::printf("%9u  %-9s %-24s %9.2f", lines, name.c_str(), title.c_str(), median(ours).count());
  if (!theirs.empty()) std::printf(" %10.2f %8.1f", median(theirs).count(), median(theirs) / median(ours));
}

struct Sides {
  std::vector<Milliseconds> ours, dry_runs, theirs, floor;
};

void note(std::uint32_t lines, const std::string& name, const std::string& title, const Sides& sides, std::size_t memory,
          std::size_t file_size) {
  const std::string group = name == "file.txt" ? "patch" : "patch, a file with syntax";
  note_result({.group = group, .what = title, .size = lines}, sides.ours);
  if (!sides.dry_runs.empty()) {
    note_result({.group = group, .what = title, .tool = "kedge, dry run", .size = lines}, sides.dry_runs);
  }
  if (!sides.theirs.empty()) note_result({.group = group, .what = title, .tool = "hashline", .size = lines}, sides.theirs);
  if (!sides.floor.empty()) note_result({.group = group, .what = title, .tool = "floor", .size = lines}, sides.floor);
  if (lines < 1'000'000) return;  // of small files it tells nothing
  note_result({.group = group, .what = concat(title, ": memory beside the file's size"), .unit = "ratio", .size = lines},
              std::vector{static_cast<double>(memory) / static_cast<double>(file_size)});
}

// A peer that took this long for a file is not asked about one ten times as long.
constexpr Milliseconds patience{10'000};

void compare(Peer* peer, Work work, const char* title, std::uint32_t lines, const std::string& name) {
  Task task(work, lines, name);
  static std::set<std::pair<Work, std::string>> too_slow;
  const bool is_left_out = too_slow.contains({work, name});
  if (is_left_out) peer = nullptr;
  std::vector<Milliseconds> ours, dry_runs, theirs, floor;
  std::size_t memory = 0;
  for (std::size_t turn = 0; turn <= turns_of(work, lines); ++turn) {
    const Turn our_turn = task.our_turn();
    const std::optional<Milliseconds> their_time = peer != nullptr ? task.turn_of(*peer) : std::nullopt;
    if (turn == 0) continue;  // warm-up, for both
    ours.push_back(our_turn.time);
    if (our_turn.dry_run) dry_runs.push_back(*our_turn.dry_run);
    memory = std::max(memory, our_turn.memory);
    if (their_time) theirs.push_back(*their_time);
    if (their_time > patience) {
      too_slow.emplace(work, name);
      break;
    }
    if (work == Work::read) floor.push_back(floor_of_reading(task.text()));
  }
  note(lines, name, title, {ours, dry_runs, theirs, floor}, memory, task.text().size());
  print_row(lines, name, title, ours, theirs);
  if (theirs.empty()) {
    const char* const why = is_left_out ? "the peer would take minutes" : "no peer";
    std::printf("   %s", task.refusal().empty() ? why : task.refusal().substr(0, 60).c_str());
  } else {
    std::printf("   %-11s", task.same_result() ? "yes" : "NO");
  }
  if (lines >= 1'000'000) std::printf("   %.1f", static_cast<double>(memory) / static_cast<double>(task.text().size()));
  std::printf("\n");
  if (!dry_runs.empty()) {
    print_row(lines, name, concat(title, ", dry run"), dry_runs, theirs);
    std::printf("\n");
  }
  std::fflush(stdout);
}

// A patch of so many hunks that arrives byte by byte, and what is shown of it after each.
Milliseconds preview_time(Session& session, const std::string& name, const std::string& tag, std::uint32_t hunks) {
  constexpr std::uint32_t rows = 20;  // of each hunk, that go and that come
  std::string patch = concat("¶", name, '#', tag, '\n');
  for (std::uint32_t i = 0; i < hunks; ++i) {
    append(patch, concat("replace ", rows * i + 1, "..", rows * (i + 1), ":\n"));
    for (std::uint32_t row = 0; row < rows; ++row) append(patch, concat("+  our_change(", i, ", ", row, ");\n"));
  }
  const WallClock streaming;
  PatchStream stream(session);
  std::size_t shown = 0;
  for (std::size_t at = 0; at < patch.size(); ++at) shown += stream.take(std::string_view(patch).substr(at, 1)).size();
  shown += stream.finish().size();
  KEDGE_REQUIRE(shown > patch.size());
  return streaming.elapsed();
}

void print_preview() {
  constexpr std::uint32_t hunks = 100;  // ten times as many are as many as a patch may have
  constexpr double allowed = 12;
  const Scratch scratch(Scratch::On::memory);
  const std::unique_ptr<FileSystem> files = real_file_system();
  const Text text = shown(20'000);  // as many as the longer patch replaces
  write_file(scratch.folder("root") + "/file.txt", text.bytes());
  Workspace workspace =
      Workspace::open(*files, {.root = {.path = scratch.folder("root")}, .state = {.folder = scratch.folder("state")}}).value();
  const std::unique_ptr<Store> store = open_store(*files, workspace.state(), ByteKeeping::when_needed);
  Session session{.workspace = workspace, .store = *store, .id = "bench"};
  KEDGE_REQUIRE(verb::read(*find_dialect("patch"), Json::object({{"path", "file.txt"}}), session).has_value());
  const std::string tag = store->tag_of("file.txt", sha256(text.bytes()));
  std::vector<Milliseconds> short_ones, long_ones;
  for (int i = 0; i < 5; ++i) {
    short_ones.push_back(preview_time(session, "file.txt", tag, hunks));
    long_ones.push_back(preview_time(session, "file.txt", tag, 10 * hunks));
  }
  std::printf("\npreview, byte by byte: %u hunks %.2f ms, %u hunks %.2f ms: %.1f times as long (allowed: %.0f)\n", hunks,
              median(short_ones).count(), 10 * hunks, median(long_ones).count(), median(long_ones) / median(short_ones),
              allowed);
}

}  // namespace
}  // namespace kedge::bench

int main(int argc, char** argv) {
  using namespace kedge::bench;
  kedge_program = argc > 1 ? argv[1] : "";
  const std::vector<std::string> command(argv + std::min(argc, 2), argv + argc);
  std::optional<Peer> peer;
  if (!command.empty()) peer.emplace(command);
  std::printf("%9s  %-9s %-24s %9s %10s %8s   %s   %s\n", "lines", "file", "work", "kedge ms", "peer ms", "ratio",
              "same result", "memory / file");
  for (const std::uint32_t lines : {100U, 1'000U, 10'000U, 100'000U, 1'000'000U}) {
    if (is_quick() && lines > 100'000) break;
    for (const std::string name : {"file.txt", "file.cpp"}) {
      for (const auto& [work, title] : works) compare(peer ? &*peer : nullptr, work, title, lines, name);
    }
  }
  print_preview();
  return 0;
}
