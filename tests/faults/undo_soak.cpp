// Two agents edit one file at random and take changes of their own back at random. Then all that is left is taken back, the
// newest first: each undo does what it says or is refused with undo_conflict, and if none was refused the file has its first
// bytes again.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <random>
#include <sstream>
#include <system_error>

#include "agent.hpp"
#include "part.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

using kedge::concat;
using kedge::Json;

const std::string undone_file = "shared.txt";
constexpr std::size_t agents = 2;
constexpr int steps = 20;  // of each agent in each round
constexpr int most_undo_attempts = 100;

// Some lines stand several times, so that it is not always clear where one that is gone belongs.
std::string text_at_first() {
  std::string text;
  for (int part = 0; part < 6; ++part) {
    kedge::append(text, concat("part ", part, " begins\n    first of ", part, "\n    second of ", part, "\n    the end\n\n"));
  }
  return text;
}

std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line + '\n');
  return lines;
}

class RandomAgent {
 public:
  RandomAgent(const Place& place, std::size_t number, unsigned seed)
      : random_(seed * agents + static_cast<unsigned>(number)),
        number_(number),
        agent_(number == 0 ? agent_of_commands(place, "edit") : agent_of_mcp(place)) {}

  void work() {
    for (step_ = 0; step_ < steps; ++step_) {
      if (!made_.empty() && random_() % 3 == 0) {
        undo_one();
      } else {
        edit();
      }
    }
  }

 private:
  void edit() {
    const std::vector<std::string> lines = lines_in(agent_->read(undone_file));
    const std::size_t first = lines.empty() ? 0 : random_() % lines.size();
    const std::size_t last = std::min(first + 1 + random_() % 3, lines.size());
    std::string from;
    for (std::size_t at = first; at < last; ++at) from += lines[at];
    if (from.empty()) return;  // all lines are gone
    const std::string added = concat("    agent ", number_, " step ", step_, '\n');
    std::string to;
    switch (random_() % 5) {
      case 0: break;
      case 1: to = added + from; break;
      case 2: to = from + added; break;
      case 3: to = concat(added, "    the end\n\n"); break;  // like others
      default: to = added; break;
    }
    Json arguments = replacing(from, to);
    const Reply reply = agent_->edit(arguments.set("path", undone_file));
    if (reply.done) {
      // The other agent may have done the very same meanwhile: then there is nothing to take back.
      if (const std::string id = reply.text("undo_id"); !id.empty()) made_.push_back(id);
      return;
    }
    // What stands several times or has moved is not for this edit; anything else would be news.
    if (!is_worth_another_try(reply) && reply.error != "multiple_matches") throw std::runtime_error(reply.words);
  }

  void undo_one() {
    const std::size_t chosen = random_() % made_.size();
    const std::string id = made_[chosen];
    made_.erase(made_.begin() + static_cast<std::ptrdiff_t>(chosen));
    for (int attempt = 0; attempt < most_undo_attempts; ++attempt) {
      const Reply reply = agent_->undo(id);
      if (reply.done || reply.error == "undo_conflict") return;
      if (reply.error != "conflict" && reply.error != "busy") throw std::runtime_error(concat("undo ", id, ": ", reply.words));
    }
    throw std::runtime_error("never got its turn");
  }

  std::mt19937 random_;
  std::size_t number_;
  std::unique_ptr<Agent> agent_;
  int step_ = 0;
  std::vector<std::string> made_;  // and not taken back by this agent, nor refused to be
};

pid_t start_agent(const Place& place, std::size_t number, unsigned seed) {
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child > 0) return child;
  try {
    RandomAgent(place, number, seed).work();
  } catch (const std::exception& error) {
    std::printf("agent %zu with seed %u: %s\n", number, seed, error.what());
    std::fflush(stdout);
    ::_exit(1);
  }
  ::_exit(0);
}

// A change of the log that is not taken back, with the file's digests around it.
struct LoggedChange {
  std::string id, before, after;
};

std::string text_in(const Json& json, std::string_view name) {
  const Json* const found = json.find(name);
  return found != nullptr && found->as_string() != nullptr ? *found->as_string() : std::string();
}

// The newest first.
std::vector<LoggedChange> changes_left(const Place& place) {
  const Ended ended = run(place.called({"log", "--limit", "100000"}));
  const std::expected<Json, kedge::JsonProblem> log = kedge::read_json(ended.output);
  if (!log || log->find("changes") == nullptr) throw std::runtime_error(concat("no log: ", to_text(ended)));
  std::vector<LoggedChange> left;
  for (const Json& change : *log->find("changes")->as_array()) {
    if (*change.find("undone") == Json(true) || text_in(change, "kind") != "edit") continue;
    const Json& file = change.find("files")->as_array()->front();
    left.push_back({text_in(change, "id"), text_in(file, "before"), text_in(file, "after")});
  }
  return left;
}

class Round {
 public:
  Round(const Options& options, Tally& tally, unsigned seed)
      : tally_(tally), seed_(seed), site_(options.subject, options.all ? Medium::disk : Medium::memory) {
    write_bytes(site_->root / undone_file, text_at_first());
  }

  void hold() {
    std::fflush(stdout);
    std::vector<pid_t> started;
    for (std::size_t agent = 0; agent < agents; ++agent) started.push_back(start_agent(*site_, agent, seed_));
    bool all_finished = true;
    for (const pid_t child : started) {
      int status = 0;
      ::waitpid(child, &status, 0);
      all_finished = all_finished && status == 0;
    }
    tally_.point();
    if (!all_finished) return tally_.fault("untrue", concat("an agent had to give up, seed ", seed_));
    take_all_back();
    for (const auto& [name, node] : read_tree(site_->root)) {
      if (name != undone_file) tally_.fault("leftover", name);
    }
  }

 private:
  std::string bytes() { return read_bytes(site_->root / undone_file); }

  void take_all_back() {
    const std::unique_ptr<Agent> agent = agent_of_commands(*site_, "undo");
    bool all_taken_back = true;
    for (const LoggedChange& change : changes_left(*site_)) {
      const std::string now = bytes();
      const Reply reply = agent->undo(change.id);
      const std::string story = concat("seed ", seed_, ", undo ", change.id, ": ", reply.words);
      tally_.saw(reply.done ? "taken back" : concat("answered ", reply.error));
      all_taken_back = all_taken_back && reply.done;
      // Nothing has happened since: there is nothing that could be in the way.
      const bool is_newest = hex_digest(now) == change.after;
      if (is_newest && (!reply.done || hex_digest(bytes()) != change.before)) tally_.fault("not taken back", story);
      if (reply.done) continue;
      if (reply.error != "undo_conflict") tally_.fault("untrue", story);
      if (bytes() != now) tally_.fault("refused, but written", story);
    }
    if (!all_taken_back) return tally_.saw("rounds with a conflict");
    tally_.saw("rounds taken back as a whole");
    if (bytes() != text_at_first()) tally_.fault("not the first bytes", concat("seed ", seed_, ": ", bytes()));
  }

  Tally& tally_;
  unsigned seed_;
  Site site_;
};

}  // namespace

Tally undo_soak(const Options& options) {
  const unsigned rounds = options.all ? 1000 : 6;
  Tally tally(concat(agents, " agents, ", steps, " edits and undos each"));
  // --only SEED repeats one round, as far as two processes can be repeated.
  const unsigned first = options.only.empty() ? 0 : static_cast<unsigned>(std::stoul(options.only));
  for (unsigned seed = first; seed < (options.only.empty() ? rounds : first + 1); ++seed) Round(options, tally, seed).hold();
  return tally;
}

}  // namespace faults
