// Several agents work on a shared root for a while, in several dialects, over MCP and with a process for each call, and all the
// time one of the processes that work for them is killed. In the end every file is what the agents were told that it is.
//
// KEDGE_SOAK=SECONDS sets for how long.
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <set>
#include <system_error>
#include <thread>

#include "kept.hpp"
#include "part.hpp"
#include "soak_agent.hpp"
#include "support/json_read.hpp"
#include "support/strings.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;
using kedge::concat;
using kedge::Json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds short_duration{60};
constexpr std::chrono::seconds long_duration{600};
constexpr std::size_t kills_in_the_short_form = 30;  // and no more: its duration is only for a machine that is very busy
constexpr std::size_t kills_in_the_long_form = 1000;
constexpr std::size_t longest_log = 100'000;
// So often that ten minutes have their thousand kills, and not so often that nothing is ever done.
constexpr std::chrono::milliseconds shortest_pause{20}, longest_pause{500};

std::chrono::seconds duration_of(const Options& options) {
  if (const char* const seconds = std::getenv("KEDGE_SOAK")) return std::chrono::seconds(std::atoi(seconds));
  return options.all ? long_duration : short_duration;
}

// Seen by the agents, which are processes of their own.
class SharedFlag {
 public:
  SharedFlag() : memory_(::mmap(nullptr, sizeof(Flag), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
    flag_ = new (memory_) Flag(false);
  }
  ~SharedFlag() { ::munmap(memory_, sizeof(Flag)); }
  SharedFlag(const SharedFlag&) = delete;
  SharedFlag& operator=(const SharedFlag&) = delete;
  void raise() { *flag_ = true; }
  bool is_raised() const { return *flag_; }

 private:
  using Flag = std::atomic<bool>;
  void* memory_;
  Flag* flag_ = nullptr;
};

pid_t start_agent(const Place& place, std::size_t number, unsigned seed, const SharedFlag& over) {
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child > 0) return child;
  ::signal(SIGPIPE, SIG_IGN);  // whom it talks to may be gone
  try {
    SoakAgent agent(place, number, seed);
    while (!over.is_raised()) agent.step();
    // Nobody is killed any more: one step, and what is uncertain is known.
    agent.settle();
    agent.write_record();
  } catch (const std::exception& error) {
    std::printf("agent %zu, seed %u: %s\n", number, seed, error.what());
    std::fflush(stdout);
    ::_exit(1);
  }
  ::_exit(0);
}

// The processes that work for the agents at this moment.
std::vector<pid_t> workers_of(const std::set<pid_t>& agents) {
  std::vector<pid_t> workers;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "stat");
    std::string stat;
    std::getline(file, stat);
    const std::size_t behind_name = stat.rfind(") ");
    if (behind_name == std::string::npos || behind_name + 4 > stat.size() || stat[behind_name + 2] == 'Z') continue;
    const pid_t parent = static_cast<pid_t>(std::atoi(stat.c_str() + behind_name + 4));
    if (agents.contains(parent)) workers.push_back(static_cast<pid_t>(std::stoi(name)));
  }
  return workers;
}

struct Record {
  std::vector<std::size_t> counts;
  std::map<std::string, std::string> own;
  std::vector<std::string> ids;
};

Record read_record(const Place& place, std::size_t agent, Tally& tally) {
  const std::expected<Json, kedge::JsonProblem> json = kedge::read_json(read_bytes(place.inputs / concat("record", agent)));
  if (!json) throw std::runtime_error("an agent's record cannot be read");
  Record record;
  for (const Json& count : *json->find("counts")->as_array()) record.counts.push_back(std::stoul(count.dump()));
  for (const auto& [path, bytes] : *json->find("own")->as_object()) record.own[path] = *bytes.as_string();
  for (const Json& id : *json->find("ids")->as_array()) record.ids.push_back(*id.as_string());
  for (const auto& [what, times] : *json->find("seen")->as_object()) tally.saw(what, std::stoul(times.dump()));
  return record;
}

// What was acknowledged is in the log: of all agents, the newest changes, as many as the log shows.
void judge_log(Tally& tally, const Place& place, const std::vector<Record>& records) {
  const Ended ended = run(place.called({"log", "--limit", std::to_string(longest_log)}));
  const std::expected<Json, kedge::JsonProblem> log = kedge::read_json(ended.output);
  const Json* const changes = log ? log->find("changes") : nullptr;
  if (changes == nullptr || changes->as_array() == nullptr) return tally.fault("untrue", concat("no log: ", to_text(ended)));
  std::set<std::string> logged;
  for (const Json& change : *changes->as_array()) logged.insert(*change.find("id")->as_string());
  const bool shows_all = logged.size() < longest_log;
  for (const Record& record : records) {
    const std::size_t first = shows_all ? 0 : record.ids.size() - std::min(record.ids.size(), record.ids.size() * 2 / 5);
    for (std::size_t i = first; i < record.ids.size(); ++i) {
      if (!logged.contains(record.ids[i])) tally.fault("not in the log", record.ids[i]);
    }
  }
  tally.saw("changes in the log", logged.size());
}

void judge_doctor(Tally& tally, const Place& place) {
  const Ended first = run(place.doctor());
  const Tree before = read_tree(place.root);
  const Ended second = run(place.doctor());
  if (first.status != 0 || second.status != 0) tally.fault("not recovered", concat(to_text(first), to_text(second)));
  for (const std::string_view wanted :
       {R"("finished":0,"rolled_back":0)", R"("pending":0)", R"("unreadable_records":0)", R"("kept":[])"}) {
    if (!second.output.contains(wanted)) tally.fault("the doctor is not content", second.output);
  }
  if (const std::string other = difference(read_tree(place.root), before); !other.empty()) tally.fault("not stable", other);
}

void judge(Tally& tally, const Place& place) {
  std::vector<Record> records;
  for (std::size_t agent = 0; agent < soak_agents; ++agent) records.push_back(read_record(place, agent, tally));
  judge_doctor(tally, place);
  Tree wanted;
  for (std::size_t file = 0; file < soak_files; ++file) {
    std::vector<std::size_t> counts;
    for (const Record& record : records) counts.push_back(record.counts[file]);
    wanted[soak_file(file)].bytes = soak_text(file, counts);
  }
  for (std::size_t agent = 0; agent < soak_agents; ++agent) {
    wanted[soak_folder(agent) + '/'] = {};
    for (const auto& [path, bytes] : records[agent].own) wanted[path].bytes = bytes;
  }
  Tree found = read_tree(place.root);
  for (auto& [name, node] : found) node.mode = Node().mode;
  if (const std::string other = difference(found, wanted); !other.empty()) tally.fault("not as acknowledged", other);
  judge_log(tally, place, records);
}

// Kills one of them at a time, until it is over. Returns how many were.
std::size_t kill_now_and_then(const std::set<pid_t>& agents, std::chrono::seconds duration, std::size_t at_most,
                              unsigned seed) {
  std::mt19937 random(seed);
  std::size_t kills = 0;
  for (const auto end = Clock::now() + duration; kills < at_most && Clock::now() < end;) {
    const auto span = static_cast<unsigned>((longest_pause - shortest_pause).count());
    std::this_thread::sleep_for(shortest_pause + std::chrono::milliseconds(random() % span));
    const std::vector<pid_t> workers = workers_of(agents);
    if (workers.empty()) continue;
    kills += ::kill(workers[random() % workers.size()], SIGKILL) == 0 ? 1 : 0;
    if (std::ranges::any_of(agents, [](pid_t agent) { return ::waitpid(agent, nullptr, WNOHANG | WNOWAIT) > 0; })) break;
  }
  return kills;
}

}  // namespace

Tally soak(const Options& options) {
  const std::chrono::seconds duration = duration_of(options);
  const bool is_short = duration == short_duration;
  const unsigned seed =
      options.only.empty() ? std::random_device()() % 1'000'000 : static_cast<unsigned>(std::stoul(options.only));
  Site site(options.subject, options.all ? Medium::disk : Medium::memory);
  site->take_inputs({});
  for (std::size_t file = 0; file < soak_files; ++file) {
    write_bytes(site->root / soak_file(file), soak_text(file, std::vector<std::size_t>(soak_agents)));
  }
  for (std::size_t agent = 0; agent < soak_agents; ++agent) fs::create_directory(site->root / soak_folder(agent));
  std::fflush(stdout);  // not once for every agent
  Tally tally(concat(soak_agents, " agents for ", duration.count(), " s, seed ", seed));
  SharedFlag over;
  std::vector<pid_t> started;
  for (std::size_t agent = 0; agent < soak_agents; ++agent) started.push_back(start_agent(*site, agent, seed, over));
  const std::size_t kills =
      kill_now_and_then({started.begin(), started.end()}, duration,
                        is_short ? kills_in_the_short_form : std::numeric_limits<std::size_t>::max(), seed);
  over.raise();
  bool all_finished = true;
  for (std::size_t agent = 0; agent < soak_agents; ++agent) {
    int status = 0;
    ::waitpid(started[agent], &status, 0);
    if (status == 0) continue;
    all_finished = false;
    tally.fault("a promise is broken", concat("agent ", agent, " says what above; --only ", seed, " begins the same way"));
  }
  for (std::size_t kill = 0; kill < kills; ++kill) tally.point();
  tally.saw("kills", kills);
  if (options.all && duration >= long_duration && kills < kills_in_the_long_form)
    tally.fault("too few kills", std::to_string(kills));
  if (all_finished) judge(tally, *site);
  return tally;
}

}  // namespace faults
