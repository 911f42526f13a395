// Memory runs out at the n-th allocation, for every n, once or until there is an answer: in a server while it carries out a
// request, and in a command from its first allocation to its last. What must hold: nothing dies; an answer of success means
// that the change is made, one of failure that it is not, or that it is not known, and then it is made or not made as a whole;
// and the next request is served as if nothing had been.
//
// KEDGE_FORM=long takes every n, else some. `scarce_memory NAME` takes one kind of request.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>

#include "cli/command.hpp"
#include "figures.hpp"
#include "kinds.hpp"
#include "scarce.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "syntax/syntax.hpp"
#include "test_form.hpp"

namespace scarce {
namespace {

namespace fs = std::filesystem;
using faults::Tree;
using kedge::concat;
using kedge::Json;

constexpr unsigned long never = 1'000'000'000;
constexpr unsigned long points_in_the_short_form = 10;  // of each kind, once and lasting
constexpr std::size_t told_in_full = 3;                 // of each kind of fault
constexpr std::string_view all_dialects = "patch,anchors,hashline,replace,apply_patch,udiff,blocks";

// What an answer says about the files.
enum class Said { done, unchanged, not_known, nothing };

std::string_view word_for(Said said) {
  switch (said) {
    case Said::done: return "done";
    case Said::unchanged: return "refused";
    case Said::not_known: return "not known";
    case Said::nothing: return "no answer";
  }
  return "";
}

Said said_of_error(const Json& error) {
  const Json* const code = error.find("error");
  return code != nullptr && *code == Json("indeterminate") ? Said::not_known : Said::unchanged;
}

Said said_in(const std::optional<Json>& answer) {
  if (!answer) return Said::nothing;
  const Json* const result = answer->find("result");
  if (result == nullptr) {
    const Json* const error = answer->find("error");
    const Json* const message = error != nullptr ? error->find("message") : nullptr;
    const bool has_to_look =
        message != nullptr && message->as_string() != nullptr && message->as_string()->contains("read the file to see");
    return has_to_look ? Said::not_known : Said::unchanged;
  }
  const Json* const refused = result->find("isError");
  if (refused == nullptr || *refused != Json(true)) return Said::done;
  const Json* const structured = result->find("structuredContent");
  return structured != nullptr ? said_of_error(*structured) : Said::unchanged;
}

Said said_in(const Ended& ended) {
  if (ended.signal != 0) return Said::nothing;
  if (ended.status == 0) return Said::done;
  if (ended.status == 1 || ended.status == 2) return Said::unchanged;
  const std::expected<Json, kedge::JsonProblem> json = kedge::read_json(ended.output);
  if (!json || json->find("error") == nullptr) return Said::not_known;
  return said_of_error(*json);
}

std::string without_name(std::string text, std::string_view name) {
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;) text.replace(at, name.size(), "X");
  return text;
}

class Battery {
 public:
  std::size_t faults() const { return faults_; }
  std::size_t points() const { return points_; }
  std::string row() const {
    std::string out = concat(points_, " allocations failed");
    for (const auto& [what, times] : seen_) kedge::append(out, concat(", ", what, ' ', times));
    for (const auto& [what, times] : found_) kedge::append(out, concat("; ", what, ' ', times));
    return out;
  }

 protected:
  fs::path root() const { return scratch_.path() / "root"; }
  Words workspace() const { return {"--root", root().string(), "--state", (scratch_.path() / "state").string()}; }
  Words with_workspace(Words words) const {
    for (std::string& word : workspace()) words.push_back(std::move(word));
    return words;
  }
  fs::path input() const { return scratch_.path() / "input"; }

  std::string new_folder() {
    const std::string name = concat("case-", ++folders_, '-');
    fs::create_directories(root() / name);
    faults::write_tree(root() / name, files_at_first());
    return name;
  }
  void fault(const std::string& what, const std::string& story) {
    ++faults_;
    if (++found_[what] <= told_in_full) std::printf("%s: %s\n", what.c_str(), kedge::printable(story).c_str());
  }
  void saw(const std::string& what) { ++seen_[what]; }
  void count_point() { ++points_; }

  // Steps so that about as many points are taken as the form wants.
  static unsigned long stride(unsigned long allocations) {
    return kedge::is_long_form() ? 1 : std::max<unsigned long>(1, allocations / points_in_the_short_form);
  }

  // Holds what was said against what is there. Both trees are the only ones that may be.
  void judge(Said said, Effect effect, const Tree& now, const Tree& before, const Tree& after, const std::string& where) {
    saw(std::string(word_for(said)));
    const bool changes = effect == Effect::changes;
    if (said == Said::done && effect == Effect::refuses) fault("done, but it is to be refused", where);
    if (said == Said::done && changes && now != after) fault("said done, is not", concat(where, difference(now, after)));
    if (said == Said::unchanged && now != before) fault("said unchanged, is not", concat(where, difference(now, before)));
    if (said == Said::not_known && now == after && changes) saw("not known, and it is done");
  }
  void judge_in_the_end(const Tree& now, const Tree& before, const Tree& after, const std::string& where) {
    if (now != before && now != after) fault("torn", concat(where, difference(now, before)));
  }

 private:
  faults::Scratch scratch_{faults::Medium::memory};
  std::size_t folders_ = 0;
  std::size_t faults_ = 0;
  std::size_t points_ = 0;
  std::map<std::string, std::size_t> seen_;
  std::map<std::string, std::size_t> found_;
};

class ServerBattery : public Battery {
 public:
  ServerBattery() { fs::create_directories(root()); }

  void hold(const Kind& kind) {
    restart();
    hold_case(kind, 0, Lasts::once);
    const unsigned long allocations = fuse().counted;
    std::printf("%s: about %lu allocations\n", std::string(kind.name).c_str(), allocations);
    // The last of them may be taken by what is written behind: a little further.
    for (const Lasts lasts : {Lasts::once, Lasts::until_it_is_over}) {
      for (unsigned long n = 1; n <= allocations + allocations / 50 + 1; n += stride(allocations)) hold_case(kind, n, lasts);
    }
  }

 private:
  void restart() {
    server_.reset();
    server_ = std::make_unique<Server>(
        with_workspace({"mcp", "--results", "both", "--page-size", "500000", "--dialect", std::string(all_dialects)}));
    served_ = 0;
  }

  // `nth` 0: none fails; what happens then is what the others are held against.
  void hold_case(const Kind& kind, unsigned long nth, Lasts lasts) {
    const std::string name = new_folder();
    const Scene scene{*server_, root() / name, name};
    const Call call = kind.prepare(scene);
    const Tree before = faults::read_tree(scene.folder);
    fuse().arm(nth == 0 ? never : nth, lasts);
    const std::optional<Json> answer = server_->call(call.tool, call.arguments);
    fuse().disarm();
    ++served_;
    const bool failed = fuse().failed > 0;
    const Tree now = faults::read_tree(scene.folder);
    const Said said = said_in(answer);
    const std::string told = answer ? answer->dump() : std::string();
    const std::string where =
        concat(kind.name, ", allocation ", nth, lasts == Lasts::once ? " once" : " lasting", ", ", told.substr(0, 300));
    if (nth == 0) {
      after_ = now;
      text_ = without_name(told, name);
      const Said expected = kind.effect == Effect::refuses ? Said::unchanged : Said::done;
      if (said != expected || (kind.effect == Effect::changes) == (now == before)) throw std::runtime_error(where);
    } else if (failed) {
      count_point();
    }
    if (said == Said::nothing) {
      fault("no answer", concat(where, "the server: ", server_->end()));
      restart();
      fs::remove_all(scene.folder);
      return;
    }
    judge(said, kind.effect, now, before, after_, where);
    // What is shown is all there is to show, or it says that it is not.
    const bool says_less = told.contains("out of memory for the details");
    if (said == Said::done && kind.effect == Effect::leaves && !says_less && shown(without_name(told, name)) != shown(text_))
      fault("shows something else", concat(where, " instead of ", text_.substr(0, 300)));
    go_on(kind, scene, call, before, where);
    fs::remove_all(scene.folder);
  }

  // The rows, without what else an answer may say.
  static std::string shown(const std::string& answer) {
    const std::size_t begin = answer.find("\"text\"");
    return begin == std::string::npos ? answer : answer.substr(begin, answer.find("\\n\"", begin) - begin);
  }

  // The next requests, with memory.
  void go_on(const Kind& kind, const Scene& scene, const Call& call, const Tree& before, const std::string& where) {
    const std::optional<Json> write =
        server_->call("patch_write", Json::object({{"path", scene.path("next.txt")}, {"content", "next\n"}}));
    if (said_in(write) != Said::done) {
      fault("the next write fails", concat(where, " then ", write ? write->dump() : server_->end()));
      if (!write) restart();
      return;
    }
    Tree now = faults::read_tree(scene.folder);
    if (now.erase("next.txt") != 1) fault("the next write is not there", where);
    judge_in_the_end(now, before, after_, where);
    if (kind.effect != Effect::changes || now == after_) return;
    const std::optional<Json> again = server_->call(call.tool, call.arguments);
    if (said_in(again) != Said::done) return fault("cannot be done again", concat(where, " then ", again ? again->dump() : ""));
    now = faults::read_tree(scene.folder);
    now.erase("next.txt");
    if (now != after_) fault("done again is not the same", concat(where, difference(now, after_)));
  }

  std::unique_ptr<Server> server_;
  std::size_t served_ = 0;
  Tree after_;
  std::string text_;
};

class CommandBattery : public Battery {
 public:
  CommandBattery() { fs::create_directories(root()); }

  void hold(const CommandKind& kind) {
    hold_case(kind, 0, Lasts::once);
    const unsigned long allocations = fuse().counted;
    std::printf("%s: about %lu allocations\n", std::string(kind.name).c_str(), allocations);
    for (const Lasts lasts : {Lasts::once, Lasts::until_it_is_over}) {
      for (unsigned long n = 1; n <= allocations; n += stride(allocations)) hold_case(kind, n, lasts);
    }
  }

 private:
  Ended run_here(Words words) const {
    words.emplace_back("--json");
    return run(with_workspace(std::move(words)));
  }

  void hold_case(const CommandKind& kind, unsigned long nth, Lasts lasts) {
    static CommandBattery* self = nullptr;
    self = this;
    const std::string name = new_folder();
    const CommandScene scene{root() / name, name, input(), [](const Words& words) { return self->run_here(words); }};
    const Words words = kind.prepare(scene);
    const Tree before = faults::read_tree(scene.folder);
    fuse().arm(nth == 0 ? never : nth, lasts);
    const Ended ended = run_here(words);
    fuse().disarm();
    const Tree now = faults::read_tree(scene.folder);
    const Said said = said_in(ended);
    const std::string where =
        concat(kind.name, ", allocation ", nth, lasts == Lasts::once ? " once" : " lasting", ", ", to_text(ended));
    if (nth == 0) {
      after_ = now;
      output_ = without_name(ended.output, name);
      const Said expected = kind.effect == Effect::refuses ? Said::unchanged : Said::done;
      if (said != expected || (kind.effect == Effect::changes) == (now == before)) throw std::runtime_error(where);
    } else {
      count_point();
    }
    if (said == Said::nothing) fault("died", where);
    judge(said, kind.effect, now, before, after_, where);
    if (said == Said::done && kind.effect == Effect::leaves && without_name(ended.output, name) != output_)
      fault("shows something else", concat(where, " instead of ", output_.substr(0, 300)));
    if (const Ended doctor = run_here({"doctor", "--recover"}); doctor.status != 0)
      fault("not recovered", concat(where, " then ", to_text(doctor)));
    const Tree recovered = faults::read_tree(scene.folder);
    judge_in_the_end(recovered, before, after_, where);
    if (kind.effect == Effect::changes && recovered == before) {
      const Ended again = run_here(words);
      if (again.status != 0 || faults::read_tree(scene.folder) != after_)
        fault("cannot be done again", concat(where, " then ", to_text(again)));
    }
    fs::remove_all(scene.folder);
  }

  Tree after_;
  std::string output_;
};

int run_all(std::string_view only) {
  share_fuse();
  ServerBattery server;
  for (const Kind& kind : kinds()) {
    if (only.empty() || only == kind.name) server.hold(kind);
  }
  std::printf("server: %s\n", server.row().c_str());
  CommandBattery commands;
  for (const CommandKind& kind : command_kinds()) {
    if (only.empty() || only == kind.name) commands.hold(kind);
  }
  std::printf("commands: %s\n", commands.row().c_str());
  kedge::note_figure({.part = "scarce_memory",
                      .variant = "server",
                      .count = server.points(),
                      .faults = server.faults(),
                      .detail = server.row()});
  kedge::note_figure({.part = "scarce_memory",
                      .variant = "commands",
                      .count = commands.points(),
                      .faults = commands.faults(),
                      .detail = commands.row()});
  return server.faults() + commands.faults() == 0 && server.points() + commands.points() > 0 ? 0 : 1;
}

}  // namespace
}  // namespace scarce

int main(int count, char** words) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  // The server starts the program that it is once more, to parse.
  if (count > 1 && words[1] == kedge::parse_worker_word) {
    const std::vector<std::string_view> all(words + 1, words + count);
    return static_cast<int>(kedge::run_program(all));
  }
  try {
    return scarce::run_all(count > 1 ? words[1] : "");
  } catch (const std::exception& error) {
    std::printf("the battery itself failed: %s\n", error.what());
    return 1;
  }
}
