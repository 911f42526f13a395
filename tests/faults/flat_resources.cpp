// One server and many calls of all kinds: what it holds of memory, descriptors and threads after a while, it holds in the end.
//
// The bound for memory is such that in the long form a hundred bytes left behind by each call are found; in the short form,
// which ends before all caches are full, it takes about a thousand. `--only "a listener left behind by each call"` makes the
// server grow, so that the bound can be seen to be one.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <vector>

#include "client.hpp"
#include "part.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;
using kedge::concat;
using kedge::Json;

constexpr std::string_view growing = "a listener left behind by each call";
constexpr std::size_t calls_in_the_short_form = 2000;
constexpr std::size_t calls_in_the_long_form = 100'000;
constexpr std::size_t samples_of_a_run = 50;
constexpr std::size_t bytes_per_call = 50;                      // memory that a call may seem to leave behind
constexpr std::size_t noise_in_bytes = 512UL * 1024;            // of the allocator
constexpr std::size_t noise_in_the_short_form = 1536UL * 1024;  // and of caches that are not full yet
constexpr std::size_t file_count = 8;

std::string file_of(std::size_t number) { return concat("file", number % file_count, ".py"); }

std::string text_of_file(std::size_t number) {
  std::string text;
  for (int function = 0; function < 40; ++function) {
    kedge::append(text,
                  concat("def step_", function, "(state):\n    state.add(", number, ", ", function, ")\n    return state\n\n"));
  }
  return text;
}

struct Sample {
  std::size_t call = 0, memory = 0, descriptors = 0, threads = 0;
};

std::size_t entries_of(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

Sample sample_of(pid_t process, std::size_t call) {
  const fs::path folder = fs::path("/proc") / std::to_string(process);
  std::ifstream statm(folder / "statm");
  std::size_t all = 0;
  std::size_t resident = 0;
  statm >> all >> resident;
  return {call, resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)), entries_of(folder / "fd"),
          entries_of(folder / "task")};
}

// A round of calls: all kinds, and in the end the files are as they were.
class Caller {
 public:
  Caller(Client& client, Tally& tally) : client_(client), tally_(tally) {}

  // REQUIRES: called with one number after the other.
  void call(std::size_t number) {
    const std::size_t round = number / kinds;
    const std::string file = file_of(round);
    switch (number % kinds) {
      case 0: return done("replace_read", Json::object({{"path", file}}));
      case 1: return done("patch_search", Json::object({{"pattern", "add\\(.*, 7\\)"}, {"glob", "*.py"}}));
      case 2: {
        Json arguments = replacing(concat("def step_", round % 40, "("), concat("def changed_", round % 40, "("));
        arguments.set("path", file);
        return done("replace_edit", arguments);
      }
      case 3: return done("replace_undo", Json::object());
      case 4: {
        Json arguments = replacing("this is nowhere", "x");
        arguments.set("path", file);
        return refused("replace_edit", arguments);
      }
      case 5: return done("patch_write", Json::object({{"path", concat("new", round, ".txt")}, {"content", "one\ntwo\n"}}));
      case 6:
        return done("apply_patch_apply_patch",
                    Json::object({{"input", concat("*** Begin Patch\n*** Update File: new", round, ".txt\n*** Move to: moved",
                                                   round, ".txt\n@@\n one\n-two\n+three\n*** End Patch\n")}}));
      case 7:
        return done("apply_patch_apply_patch",
                    Json::object({{"input", concat("*** Begin Patch\n*** Delete File: moved", round, ".txt\n*** Update File: ",
                                                   file, "\n@@\n def step_3(state):\n-    state.add(", round % file_count,
                                                   ", 3)\n+    state.add(", round % file_count, ", 33)\n*** End Patch\n")}}));
      case 8: return done("apply_patch_undo", Json::object());
      default:
        return done(
            "apply_patch_apply_patch",
            Json::object({{"input", concat("*** Begin Patch\n*** Delete File: moved", round, ".txt\n*** End Patch\n")}}));
    }
  }

  void leave_listener() {
    const Json meta = Json::object({{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                                    {"io.modelcontextprotocol/clientCapabilities", Json::object()}});
    client_.say("subscriptions/listen",
                Json::object({{"_meta", meta}, {"notifications", Json::object({{"toolsListChanged", true}})}}));
  }

 private:
  static constexpr std::size_t kinds = 10;

  void done(std::string_view tool, const Json& arguments) {
    const Reply reply = client_.reply_to(tool, arguments);
    if (!reply.done) tally_.fault("unexpected answer", concat(tool, ' ', arguments.dump(), ": ", reply.words));
  }
  void refused(std::string_view tool, const Json& arguments) {
    const Reply reply = client_.reply_to(tool, arguments);
    if (reply.done) tally_.fault("unexpected answer", concat(tool, ' ', arguments.dump(), ": ", reply.words));
  }

  Client& client_;
  Tally& tally_;
};

std::size_t median_memory(std::vector<Sample> samples) {
  std::ranges::sort(samples, {}, &Sample::memory);
  return samples[samples.size() / 2].memory;
}

// The first fifth is the time in which caches fill; the second is held against the last.
void judge(Tally& tally, const std::vector<Sample>& samples, std::size_t noise) {
  const std::size_t fifth = samples.size() / 5;
  const auto at = [&](std::size_t index) { return samples.begin() + static_cast<std::ptrdiff_t>(index); };
  const std::vector<Sample> early(at(fifth), at(2 * fifth));
  const std::vector<Sample> late(at(samples.size() - fifth), samples.end());
  const std::size_t calls = late.front().call - early.front().call;
  const std::size_t before = median_memory(early);
  const std::size_t after = median_memory(late);
  const std::size_t growth = after > before ? after - before : 0;
  tally.saw("KiB of memory", after / 1024);
  tally.saw("KiB more than before", growth / 1024);
  tally.saw("bytes more per call", growth / calls);
  if (growth > calls * bytes_per_call + noise) {
    tally.fault("memory grows", concat("from ", before, " to ", after, " bytes in ", calls, " calls"));
  }
  const auto judge_count = [&](std::string_view what, std::size_t Sample::* member) {
    const std::size_t most_early = std::ranges::max(early, {}, member).*member;
    const std::size_t most_late = std::ranges::max(late, {}, member).*member;
    tally.saw(std::string(what), most_late);
    if (most_late > most_early) tally.fault(concat(what, " grow"), concat("from ", most_early, " to ", most_late));
  };
  judge_count("descriptors", &Sample::descriptors);
  judge_count("threads", &Sample::threads);
}

}  // namespace

Tally flat_resources(const Options& options) {
  const std::size_t calls = options.all ? calls_in_the_long_form : calls_in_the_short_form;
  Site site(options.subject, Medium::memory);
  for (std::size_t file = 0; file < file_count; ++file) write_bytes(site->root / file_of(file), text_of_file(file));
  const Tree before = read_tree(site->root);
  Tally tally(concat("a server and ", calls, " calls"));
  std::vector<Sample> samples;
  {
    Client client(*site, "patch,replace,apply_patch");
    Caller caller(client, tally);
    for (std::size_t call = 0; call < calls; ++call) {
      caller.call(call);
      if (options.only == growing) caller.leave_listener();
      tally.point();
      if ((call + 1) % (calls / samples_of_a_run) == 0) samples.push_back(sample_of(client.pid(), call));
    }
  }
  judge(tally, samples, options.all ? noise_in_bytes : noise_in_the_short_form);
  if (const std::string other = difference(read_tree(site->root), before); !other.empty()) tally.fault("leftover", other);
  return tally;
}

}  // namespace faults
