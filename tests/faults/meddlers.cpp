// Stops the program before each of its system calls and lets another program write to the file just then, in every way in
// which programs write. What the other one wrote must be in the file afterwards, or kept in the state; and the program's
// answer must fit what is there.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>

#include "foreigner.hpp"
#include "kept.hpp"
#include "part.hpp"
#include "stepper.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;
using kedge::concat;

// A file's bytes; nothing: there is no such file.
using Content = std::optional<std::string>;

struct Meddling {
  std::string_view name;
  void (*first)(const fs::path& file, const fs::path& aside, const std::string& token);
  Content (*effect)(const Content& on, const std::string& token);  // what it makes of a file
  void (*last)(const std::string& token) = [](const std::string&) {};
};

Content only_token(const Content&, const std::string& token) { return token; }
Content with_token_behind(const Content& on, const std::string& token) { return on ? Content(*on + token) : std::nullopt; }

Content with_token_in_front(const Content& on, const std::string& token) {
  if (!on) return std::nullopt;
  std::string bytes = *on;
  bytes.replace(0, token.size(), token);
  return bytes;
}

int held_open = -1;  // in the process of the one who holds it

constexpr std::array meddlings{
    Meddling{"append", [](const fs::path& file, const fs::path&, const std::string& token) { append_to(file, token); },
             &with_token_behind},
    Meddling{"write in place",
             [](const fs::path& file, const fs::path&, const std::string& token) { write_at(file, 0, token); },
             &with_token_in_front},
    Meddling{"truncate and write",
             [](const fs::path& file, const fs::path&, const std::string& token) { truncate_and_write(file, token); },
             &only_token},
    Meddling{"rename over",
             [](const fs::path& file, const fs::path& aside, const std::string& token) { rename_over(file, aside, token); },
             &only_token},
    Meddling{"remove and create",
             [](const fs::path& file, const fs::path&, const std::string& token) { remove_and_create(file, token); },
             &only_token},
    Meddling{"remove", [](const fs::path& file, const fs::path&, const std::string&) { remove_file(file); },
             [](const Content&, const std::string&) { return Content(); }},
    Meddling{"hold open, append later",
             [](const fs::path& file, const fs::path&, const std::string&) {
               held_open = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
             },
             &with_token_behind,
             [](const std::string& token) {
               if (::write(held_open, token.data(), token.size()) < 0) ::_exit(1);
             }},
};

Content content_of(const fs::path& file) {
  struct stat status{};
  return ::stat(file.c_str(), &status) == 0 ? Content(read_bytes(file)) : std::nullopt;
}

struct Scene {
  const Place& place;
  Change change = replacing();
  std::string path = "folder/text.txt";
  fs::path file = place.root / path;
  Content before = change.before.at(path).bytes;
  Content after = change.after.at(path).bytes;
};

enum class Ending { written, kept, refused_and_kept };

// What became of the foreign write; a text if that is a fault.
std::pair<Ending, std::string> look(const Scene& scene, const Meddling& meddling, const std::string& token, int status) {
  const Content now = content_of(scene.file);
  const Content on_old = meddling.effect(scene.before, token);
  const Content on_new = meddling.effect(scene.after, token);
  const bool refused = status == 1;
  const bool done = status == 0;
  if (now == on_old || now == on_new) {
    if (done && now != on_new) return {Ending::written, "done, but the new content is gone"};
    if (refused && now != on_old) return {Ending::written, "refused, but the new content is there"};
    return {Ending::written, ""};
  }
  if (now != scene.before && now != scene.after) return {Ending::kept, "torn: the file is nobody's"};
  if (done && now != scene.after) return {Ending::kept, "done, but the old content is there"};
  if (refused && now != scene.before) return {Ending::kept, "refused, but the new content is there"};
  if (meddling.name == "remove") return {Ending::kept, "lost: the file is back"};
  if (!is_kept(scene.place, token)) return {Ending::kept, "lost: the foreign write is nowhere"};
  return {refused ? Ending::refused_and_kept : Ending::kept, ""};
}

void meddle_at(Tally& tally, const Scene& scene, const Meddling& meddling, std::size_t k, bool& reached, int& left_to_await) {
  // Enough for a write; one that is still not done waits for the program's leave.
  constexpr std::chrono::milliseconds moment(4);
  const std::string token = concat("foreign write at call ", k, '\n');
  scene.place.prepare(scene.change);
  Stepper stepper(scene.place.asked_for(scene.change));
  reached = stepper.reach(k);
  const std::string call = reached ? name_of(stepper.call()) : "end";
  Foreigner foreigner([&] { meddling.first(scene.file, scene.place.aside, token); }, [&] { meddling.last(token); });
  foreigner.has_begun(moment);
  stepper.finish();
  const bool written = foreigner.finish();
  const Ended& ended = stepper.end();
  const std::string where = concat("at call ", k, " (", call, "), ", to_text(ended));
  tally.point();
  tally.saw(ended.status == 0 ? "done" : ended.status == 1 ? "refused" : "failed");
  if (!written) return tally.fault("the foreign writer failed", where);

  const auto judge = [&](std::string_view when) {
    const auto [ending, fault] = look(scene, meddling, token, ended.status);
    if (!fault.empty()) tally.fault(fault.substr(0, fault.find(':')), concat(where, when, ": ", fault));
    return ending;
  };
  const Ending ending = judge("");
  if (ending != Ending::written) tally.saw("kept");
  run(scene.place.doctor());
  judge(", after recovery");
  for (const auto& [name, node] : read_tree(scene.place.root)) {
    if (!scene.change.before.contains(name)) tally.fault("leftover", concat(where, ": ", name));
  }
  if (ending == Ending::written || left_to_await-- <= 0) return;
  // By now the kept file has been looked at again.
  await_discard(std::array{&scene.place});
  judge(", after a while");
}

}  // namespace

Tally meddlers(const Options& options) {
  Site site(options.subject, options.all ? Medium::disk : Medium::memory);
  const Scene scene{*site};
  site->take_inputs(scene.change);
  site->prepare(scene.change);
  const Trace trace = trace_of(site->asked_for(scene.change));
  // Before a call that has nothing to do with files, another's write is the same as before the next one that has. The
  // short form does not take the same calls for each way to write.
  const auto is_left_out = [&](std::size_t k, std::size_t way) {
    if (options.all || k > trace.calls.size()) return false;
    return !concerns_files(trace.calls[k - 1]) || !options.tries(k + way);
  };
  Tally total("all");
  for (std::size_t way = 0; way < meddlings.size(); ++way) {
    const Meddling& meddling = meddlings[way];
    if (!options.only.empty() && options.only != meddling.name) continue;
    Tally tally{std::string(meddling.name)};
    bool reached = true;
    int left_to_await = options.all ? 10 : 1;
    for (std::size_t k = 1; reached; ++k) {
      if (!is_left_out(k, way)) meddle_at(tally, scene, meddling, k, reached, left_to_await);
    }
    std::printf("%s\n", tally.row().c_str());
    total.add(tally);
  }
  return total;
}

}  // namespace faults
