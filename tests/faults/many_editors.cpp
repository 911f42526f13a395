// Several agents edit one file at the same time, half of them with a process for each call, half over MCP, and half of all
// edits are made on what was read before others changed the file. Each edit names what was shown by its text alone. Whatever
// was acknowledged has to be in the file once and in its place, and nothing else.
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <random>
#include <sstream>
#include <system_error>
#include <thread>

#include "agent.hpp"
#include "part.hpp"
#include "shared_program.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

using kedge::concat;
using kedge::Json;
using Clock = std::chrono::steady_clock;

const std::string edited_file = "shared.py";
constexpr std::size_t editor_count = 8;
constexpr std::size_t edits_each = 60;  // of each
constexpr std::size_t edits_each_in_the_long_form = 2000;
constexpr std::size_t contested_functions = 4;
constexpr int most_tries = 1000;  // at one edit
constexpr std::chrono::milliseconds patience_with_others{200};

bool speaks_mcp(std::size_t editor) { return editor % 2 == 1; }

std::string record_name(std::size_t editor) { return concat("record", editor); }

// What an edit asks for and what it will have done.
struct Wish {
  Json arguments;
  std::vector<std::string> record;  // if it is done
  std::string trace;                // what must not be in the file if it is refused; empty: nothing that only it would leave
};

class Editor {
 public:
  Editor(const Place& place, std::size_t number)
      : place_(place),
        number_(number),
        random_(static_cast<unsigned>(number)),
        agent_(speaks_mcp(number) ? agent_of_mcp(place) : agent_of_commands(place, concat("edit", number))) {
    for (std::size_t counter = 0; counter < function_count * counters_per_function; ++counter) {
      if (counter % editor_count == number_) own_.push_back({counter / counters_per_function, counter % counters_per_function});
    }
  }

  void edit(std::size_t times) {
    for (edit_ = 0; edit_ < times; ++edit_) {
      kind_ = static_cast<unsigned>(random_() % 100);
      chosen_ = random_();
      const bool stale = edit_ % 2 == 0;
      for (attempt_ = 0; !is_made(stale && attempt_ == 0); ++attempt_) {
        if (attempt_ == most_tries) throw std::runtime_error("never got its turn");
        // Out of step with the others, or they would only get in each other's way.
        std::this_thread::sleep_for(std::chrono::microseconds(random_() % 3000));
      }
      if (kind_ < counting) ++own_[chosen_ % own_.size()].value;
    }
    write_bytes(place_.inputs / record_name(number_), records_);
  }

 private:
  static constexpr unsigned counting = 50, noting = 65, sharing = 80;  // of a hundred edits, added up

  struct Own {
    std::size_t function, counter, value = 0;
    std::string line() const { return counter_line(function, counter, value); }
  };

  void note(const std::vector<std::string>& words) {
    for (const std::string& word : words) kedge::append(records_, concat(word, ' '));
    records_.back() = '\n';
  }

  std::string name_of_attempt() const { return concat(number_, '_', edit_, '_', attempt_); }

  bool is_made(bool stale) {
    const std::string shown = agent_->read(edited_file);
    if (stale) await_others(shown);
    const Wish wish = wish_for(shown);
    const Reply reply = agent_->edit(wish.arguments);
    if (reply.done) {
      note(record_of(wish, reply));
      if (!reply.text("recovered").empty()) note({"recovered"});
      return true;
    }
    // What was not to be expected is a fault, but no reason to give up: the others would lose their opponent.
    if (!is_worth_another_try(reply))
      std::printf("editor %zu: %s: %s\n", number_, wish.arguments.dump().c_str(), reply.words.c_str());
    note({is_worth_another_try(reply) ? "answered" : "unexpected", reply.error.empty() ? "nothing" : reply.error});
    if (!wish.trace.empty()) note({"refused", wish.trace});
    return false;
  }

  // Two may ask for the same move: those who share a session before either has read again, and others when the first of them
  // made of the version that both were shown just what the second asks for. The second is told that it is done already, and
  // nothing is written. Everything else has a name of its own and cannot have been done already.
  std::vector<std::string> record_of(const Wish& wish, const Reply& reply) const {
    if (!reply.text("undo_id").empty()) return wish.record;
    const bool is_repetition = wish.record.front() == "moved" && reply.text("summary").starts_with("Already applied");
    if (is_repetition) return {"repeated"};
    std::printf("editor %zu: done without a name for undo: %s: %s\n", number_, wish.arguments.dump().c_str(),
                reply.words.c_str());
    return {"nameless"};
  }

  // Until what was shown is not what the file is.
  void await_others(const std::string& shown) {
    for (const auto end = Clock::now() + patience_with_others; Clock::now() < end;) {
      if (read_bytes(place_.root / edited_file) != shown) return note({"stale"});
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
  }

  Wish wish_for(const std::string& shown) {
    Wish wish = kind_ < counting  ? count(shown)
                : kind_ < noting  ? add_note(shown)
                : kind_ < sharing ? change_shared(shown)
                                  : meet_rover(shown);
    wish.arguments.set("path", edited_file);
    return wish;
  }

  Own& own_line(const std::string& shown) {
    Own& own = own_[chosen_ % own_.size()];
    // Nobody else changes it.
    if (!shown.contains(own.line())) throw std::runtime_error(concat("its line is not as it left it: ", own.line()));
    return own;
  }

  Wish count(const std::string& shown) {
    Own& own = own_line(shown);
    const Own next{own.function, own.counter, own.value + 1};
    return {replacing(own.line(), next.line()),
            {"counted", std::to_string(own.function), std::to_string(own.counter), std::to_string(next.value)},
            {}};
  }

  Wish add_note(const std::string& shown) {
    const Own& own = own_line(shown);
    const std::string name = concat("note_", own.function, '_', own.counter, '_', name_of_attempt());
    return {replacing(own.line(), concat(own.line(), "    ", name, " = 1\n")),
            {"noted", std::to_string(own.function), std::to_string(own.counter), name},
            name};
  }

  Wish change_shared(const std::string& shown) const {
    const std::size_t function = chosen_ % contested_functions;
    const std::string from = shared_value(shown, function);
    const std::string to = concat('v', name_of_attempt());
    return {
        replacing(shared_line(function, from), shared_line(function, to)), {"shared", std::to_string(function), from, to}, to};
  }

  // Those who share a session cannot say which of them was shown a rover where: they only take it somewhere else.
  Wish meet_rover(const std::string& shown) const {
    const std::size_t rover = chosen_ % rover_count;
    const std::optional<std::size_t> function = function_of_rover(shown, rover);
    if (!function) throw std::runtime_error(concat("a rover is gone: ", rover_line(rover)));
    if (speaks_mcp(number_) && chosen_ % 3 != 0) {
      const std::string name = concat("seen_", *function, '_', rover, '_', name_of_attempt());
      return {replacing(rover_line(rover), concat(rover_line(rover), "    ", name, " = 1\n")),
              {"seen", std::to_string(*function), name},
              name};
    }
    const std::size_t away = (*function + 1 + chosen_ / rover_count % (function_count - 1)) % function_count;
    const std::string header = header_line(away);
    return {
        Json::object(
            {{"edits", Json::array({replacing(rover_line(rover), ""), replacing(header, concat(header, rover_line(rover)))})}}),
        {"moved"},
        {}};
  }

  const Place& place_;
  std::size_t number_;
  std::mt19937 random_;
  std::unique_ptr<Agent> agent_;
  std::vector<Own> own_;
  std::size_t edit_ = 0;
  int attempt_ = 0;
  unsigned kind_ = 0;
  std::size_t chosen_ = 0;
  std::string records_;
};

pid_t start_editor(const Place& place, std::size_t number, std::size_t times) {
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child > 0) return child;
  try {
    Editor(place, number).edit(times);
  } catch (const std::exception& error) {
    std::printf("editor %zu: %s\n", number, error.what());
    std::fflush(stdout);
    ::_exit(1);
  }
  ::_exit(0);
}

// What the editors wrote down, without what is only to be told.
std::vector<Records> read_records(const Place& place, Tally& tally) {
  std::vector<Records> all(editor_count);
  for (std::size_t editor = 0; editor < editor_count; ++editor) {
    std::istringstream rows(read_bytes(place.inputs / record_name(editor)));
    for (std::string row; std::getline(rows, row);) {
      std::istringstream words(row);
      std::vector<std::string> record;
      for (std::string word; words >> word;) record.push_back(word);
      const std::string& kind = record.front();
      if (kind == "stale" || kind == "recovered" || kind == "repeated") {
        tally.saw(kind);
      } else if (kind == "answered") {
        tally.saw(concat("answered ", record[1]));
      } else if (kind == "nameless") {
        tally.fault("untrue", "done, but nothing that could be undone");
      } else if (kind == "unexpected") {
        tally.fault("unexpected answer", record[1]);
      } else {
        if (kind != "refused") tally.saw("acknowledged");
        all[editor].push_back(record);
      }
    }
  }
  return all;
}

std::size_t count_acknowledged(const std::vector<Records>& all) {
  std::size_t count = 0;
  for (const Records& records : all) {
    for (const std::vector<std::string>& record : records) count += record.front() != "refused" ? 1 : 0;
  }
  return count;
}

void judge_log(Tally& tally, const Place& place, std::size_t acknowledged) {
  tally.point();
  const Ended ended = run(place.called({"log", "--limit", "100000"}));
  const std::expected<Json, kedge::JsonProblem> log = kedge::read_json(ended.output);
  const Json* const changes = log ? log->find("changes") : nullptr;
  if (changes == nullptr || changes->as_array() == nullptr) return tally.fault("untrue", concat("no log: ", to_text(ended)));
  if (changes->as_array()->size() != acknowledged) {
    tally.fault("untrue", concat("the log has ", changes->as_array()->size(), " changes, acknowledged were ", acknowledged));
  }
}

}  // namespace

Tally many_editors(const Options& options) {
  const std::size_t times = options.all ? edits_each_in_the_long_form : edits_each;
  Site site(options.subject, options.all ? Medium::disk : Medium::memory);
  write_bytes(site->root / edited_file, program_at_first());
  std::fflush(stdout);  // not once for every editor
  std::vector<pid_t> started;
  for (std::size_t editor = 0; editor < editor_count; ++editor) started.push_back(start_editor(*site, editor, times));
  Tally tally(concat(editor_count, " editors of ", times, " edits each"));
  bool all_finished = true;
  for (std::size_t editor = 0; editor < editor_count; ++editor) {
    int status = 0;
    ::waitpid(started[editor], &status, 0);
    if (status == 0) continue;
    all_finished = false;
    tally.fault("untrue", concat("editor ", editor, " had to give up"));
  }
  if (!all_finished) return tally;  // without its records nobody can say what belongs into the file

  const std::vector<Records> records = read_records(*site, tally);
  judge_program(tally, read_bytes(site->root / edited_file), records);
  judge_log(tally, *site, count_acknowledged(records));
  for (const auto& [name, node] : read_tree(site->root)) {
    if (name != edited_file) tally.fault("leftover", name);
  }
  return tally;
}

}  // namespace faults
