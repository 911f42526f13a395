#include "benchmarks/perf/side_by_side.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <sstream>
#include <string_view>

#include "benchmarks/perf/median.hpp"
#include "benchmarks/perf/peer.hpp"
#include "benchmarks/perf/results.hpp"
#include "benchmarks/perf/scratch.hpp"
#include "benchmarks/perf/stale_edit.hpp"
#include "support/require.hpp"
#include "support/strings.hpp"

namespace kedge::bench {
namespace {

struct Scenario {
  std::string_view name;
  Foreign foreign;
};

constexpr std::array scenarios{
    Scenario{"changed elsewhere", Foreign::changed_elsewhere},
    Scenario{"inserted above", Foreign::inserted_above},
    Scenario{"both, far apart", Foreign::far_apart},
};

// One turn: taking in the version that is shown, and the edit after somebody else has written.
struct Turn {
  Milliseconds record{};
  Milliseconds edit{};
};

struct Timings {
  std::vector<Milliseconds> record, edit, both;

  void add(const Turn& turn) {
    record.push_back(turn.record);
    edit.push_back(turn.edit);
    both.push_back(turn.record + turn.edit);
  }
};

// The file before, the file now, and the edit, as a request that a peer can read.
class Task {
 public:
  Task(const Scratch& folder, std::uint32_t lines, Foreign foreign)
      : before_(shown(lines).bytes()), edits_(our_edit(shown(lines))), result_path_(folder.file("result")) {
    const Text& text = shown(lines);
    now_ = changes(text, foreign_edits(text, foreign)).apply(text).bytes();
    write_file(folder.file("before"), before_);
    write_file(folder.file("now"), now_);
    const LineEdit& edit = edits_.front();
    request_ = concat(folder.file("before"), '\t', folder.file("now"), '\t', result_path_, '\t', edit.lines.first.value, '\t',
                      edit.rows.front());
  }

  Turn our_turn() {
    Turn turn;
    std::string before = before_;  // what a reader of the file would hand over
    std::string now = now_;
    const WallClock recording;
    const Text seen(std::move(before));
    turn.record = recording.elapsed();
    const WallClock editing;
    const Edited edited = stale_edit(seen, std::move(now), edits_);
    turn.edit = editing.elapsed();
    if (result_.empty()) result_ = edited.after.bytes();
    return turn;
  }

  // Nothing, and the reason in refusal(), if the peer did not write.
  std::optional<Turn> turn_of(Peer& peer) {
    const std::optional<std::string> answer = peer.ask(request_);
    if (!answer) {
      refusal_ = "it has ended";
      return std::nullopt;
    }
    std::istringstream words(*answer);
    double record = 0;
    double edit = 0;
    if (words >> record >> edit) return Turn{Milliseconds{record}, Milliseconds{edit}};
    refusal_ = *answer;
    return std::nullopt;
  }

  const std::string& refusal() const { return refusal_; }
  bool same_result() const { return read_file(result_path_) == result_; }

 private:
  std::string before_, now_, result_;
  std::vector<LineEdit> edits_;
  std::string result_path_;
  std::string request_;
  std::string refusal_;
};

void compare_on(Peer& peer, std::uint32_t lines, const Scenario& scenario, std::size_t turns) {
  const Scratch folder;
  Task task(folder, lines, scenario.foreign);
  Timings ours;
  Timings theirs;
  for (std::size_t turn = 0; turn <= turns; ++turn) {
    const Turn our_turn = task.our_turn();
    const std::optional<Turn> their_turn = task.turn_of(peer);
    if (turn == 0) continue;  // warm-up, for both
    ours.add(our_turn);
    if (their_turn) theirs.add(*their_turn);
  }
  const std::string what = concat("stale edit: ", scenario.name);
  note_result({.group = "recovery", .what = what, .size = lines}, ours.edit);
  if (!theirs.edit.empty()) note_result({.group = "recovery", .what = what, .tool = "hashline", .size = lines}, theirs.edit);
  const Milliseconds our_edit_time = median(ours.edit);
  const Milliseconds our_time = median(ours.both);
  std::printf("%9u  %-18.*s %9.2f %9.2f", lines, static_cast<int>(scenario.name.size()), scenario.name.data(),
              median(ours.record).count(), our_edit_time.count());
  if (theirs.edit.empty()) {
    std::printf("   the peer did not: %s\n", task.refusal().c_str());
  } else {
    std::printf(" %10.2f %9.2f %8.1f %8.1f   %s\n", median(theirs.record).count(), median(theirs.edit).count(),
                median(theirs.edit) / our_edit_time, median(theirs.both) / our_time, task.same_result() ? "yes" : "NO");
  }
  std::fflush(stdout);
}

}  // namespace

void compare_with_peer(const std::vector<std::string>& command, const Turns& turns) {
  Peer peer(command);
  std::printf("\nA stale one-line edit, side by side: medians of interleaved runs, ms\n");
  std::printf("%9s  %-18s %9s %9s %10s %9s %8s %8s   %s\n", "", "", "kedge", "", "peer", "", "ratio", "", "same");
  std::printf("%9s  %-18s %9s %9s %10s %9s %8s %8s   %s\n", "lines", "foreign change", "record", "edit", "record", "edit",
              "edit", "both", "result");
  for (const std::uint32_t lines : turns.sizes) {
    const std::size_t more = std::min<std::size_t>(21, 1'000'000 / lines);  // small files are quick
    for (const Scenario& scenario : scenarios) compare_on(peer, lines, scenario, std::max(turns.least, more));
  }
}

}  // namespace kedge::bench
