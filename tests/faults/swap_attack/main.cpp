// No path leaves the root, not even while somebody swaps folders and files for links as fast as the kernel lets them. One
// thread exchanges `dir` with a link to a folder outside, and `file` with a link to a file outside, without a pause, or moves
// `dir` out of the root and back; the other reads, searches, creates, replaces, deletes and moves through these names. What
// stands outside has the very names and bytes that the changes expect, so that nothing but the path protects it.
//
// Fails if anything outside was read or touched, however briefly. Says how often the swap was noticed on the way. (A folder
// that is moved out takes along what is written into it at that moment, as it would for any program that has it open; nothing
// beside it is touched.)
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "commit/commit.hpp"
#include "commit/workspace.hpp"
#include "figures.hpp"
#include "fs/real_file_system.hpp"
#include "search/search.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::string_view expected_bytes = "common\n";
constexpr std::string_view secret_bytes = "outside\n";
constexpr std::size_t largest = 1000;

constexpr std::uint64_t round = 50;  // attempts until everything is put back in its place

// Attempts of each kind. A swap is lost or won some thousand times a second, so the short form meets hundreds of each.
std::uint64_t enough() { return kedge::is_long_form() ? 1'000'000 : 1000; }

void put(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!(file << bytes << std::flush)) throw std::runtime_error("cannot write " + path.string());
}

std::string get(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

class Scratch {
 public:
  Scratch() {
    // In memory, where there is such a folder: there, both sides are many times as fast.
    const fs::path memory = "/dev/shm";
    const bool in_memory = ::access(memory.c_str(), W_OK) == 0;
    std::string pattern = ((in_memory ? memory : fs::temp_directory_path()) / "kedge-swap-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
    path_ = fs::canonical(pattern);
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  fs::path operator/(std::string_view name) const { return path_ / name; }

 private:
  fs::path path_;
};

// Everything that a touch would change, also one that was taken back: times of change stay.
std::string traces(const fs::path& path) {
  struct stat info{};
  if (::lstat(path.c_str(), &info) != 0) return "gone";
  return kedge::concat(info.st_ino, ' ', info.st_mode, ' ', info.st_nlink, ' ', info.st_size, ' ', info.st_mtim.tv_sec, '.',
                       info.st_mtim.tv_nsec, ' ', info.st_ctim.tv_sec, '.', info.st_ctim.tv_nsec,
                       S_ISREG(info.st_mode) ? get(path) : std::string());
}

std::map<std::string, std::string> traces_below(const fs::path& folder) {
  std::map<std::string, std::string> all{{".", traces(folder)}};
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    all[entry.path().string()] = traces(entry.path());
  }
  return all;
}

enum class Attack { swaps_for_links, moves_out };

// Swaps until it is told to rest; `rest` returns when it does.
class Attacker {
 public:
  Attacker(const fs::path& root, const fs::path& away)
      : root_(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)),
        away_(::open(away.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    thread_ = std::thread([this] { run(); });
  }
  ~Attacker() {
    over_ = true;
    thread_.join();
    ::close(root_);
    ::close(away_);
  }
  Attacker(const Attacker&) = delete;
  Attacker& operator=(const Attacker&) = delete;

  void exchange(const char* a, const char* b) {
    if (::syscall(SYS_renameat2, root_, a, root_, b, RENAME_EXCHANGE) == 0) ++swaps_;
  }
  void rest() {
    wanted_ = false;
    while (at_work_) std::this_thread::yield();
  }
  void go_on(Attack attack) {
    attack_ = attack;
    wanted_ = true;
  }
  void move_out() { ::renameat(root_, "dir", away_, "dir"); }
  void move_back() {
    if (::renameat(away_, "dir", root_, "dir") == 0) ++swaps_;
  }
  std::uint64_t swaps() const { return swaps_; }

 private:
  void run() {
    while (!over_) {
      if (!wanted_) {
        at_work_ = false;
        std::this_thread::yield();
        continue;
      }
      at_work_ = true;
      if (attack_ == Attack::moves_out) {
        move_out();
        move_back();
        continue;
      }
      exchange("dir", "door");
      exchange("file", "link");
    }
    at_work_ = false;
  }

  int root_;
  int away_;
  std::atomic<Attack> attack_ = Attack::swaps_for_links;
  std::atomic<bool> over_ = false;
  std::atomic<bool> wanted_ = false;
  std::atomic<bool> at_work_ = false;
  std::atomic<std::uint64_t> swaps_ = 0;
  std::thread thread_;
};

class Battle {
 public:
  Battle()
      : files_(kedge::real_file_system()),
        workspace_(open()),
        attacker_((build(), scratch_ / "root"), away()),
        before_(traces_outside()) {}

  // Returns how many escapes there were.
  int run() {
    std::printf("%s file system\n", std::string(files_->kind()).c_str());
    using kedge::ChangeKind;
    using kedge::concat;
    const kedge::Digest expected = kedge::sha256(expected_bytes);
    const auto in_folder = [](std::string_view name, std::uint64_t n) {
      return concat(n % 2 == 0 ? "dir/" : "dir/deep/", name, n % round);
    };
    const auto create = [&](std::string path) {
      return change({.kind = ChangeKind::create, .path = std::move(path), .content = "new\n"});
    };
    const auto replace = [&](std::string path) {
      return change({.kind = ChangeKind::replace, .path = std::move(path), .content = "new\n", .expected = expected});
    };
    const auto remove = [&](std::string path) {
      return change({.kind = ChangeKind::remove, .path = std::move(path), .expected = expected});
    };
    fight("read", [&](std::uint64_t n) { return read(n % 2 == 0 ? "dir/secret" : "dir/deep/secret"); });
    fight("search", [&](std::uint64_t) { return search("dir/small"); });
    fight("create", [&](std::uint64_t n) { return create(in_folder("new", n)); });
    fight("replace", [&](std::uint64_t n) { return replace(in_folder("target", n)); });
    fight("delete", [&](std::uint64_t n) { return remove(in_folder("target", n)); });
    fight("move", [&](std::uint64_t n) {
      return change({.kind = ChangeKind::move,
                     .path = in_folder("target", n),
                     .destination = in_folder("new", n + 1),
                     .expected = expected});
    });
    // The same bytes again and again: what is outside would fit at any time.
    fight("replace a file that is a link half of the time", [&](std::uint64_t n) {
      const bool back = n % 2 == 1;
      return change({.kind = ChangeKind::replace,
                     .path = "file",
                     .content = std::string(back ? expected_bytes : "other\n"),
                     .expected = back ? kedge::sha256("other\n") : expected});
    });
    // Up from a folder that is elsewhere by now, there is what is outside.
    attack_ = Attack::moves_out;
    const auto beside = [](std::string_view name, std::uint64_t n) {
      return concat(n % 8 < 6 ? "dir/" : n % 8 == 6 ? "dir/../" : "dir/deep/../../", name, n % round);
    };
    fight("read in a folder that is moved out", [&](std::uint64_t n) {
      return read(n % 8 < 6 ? "dir/secret" : n % 8 == 6 ? "dir/../secret" : "dir/deep/../../secret");
    });
    fight("search in a folder that is moved out", [&](std::uint64_t) { return search("dir/small"); });
    fight("create in a folder that is moved out", [&](std::uint64_t n) { return create(beside("new", n)); });
    fight("replace in a folder that is moved out", [&](std::uint64_t n) { return replace(beside("target", n)); });
    fight("delete in a folder that is moved out", [&](std::uint64_t n) { return remove(beside("target", n)); });
    std::printf("%llu swaps, %d escapes\n", static_cast<unsigned long long>(attacker_.swaps()), escapes_);
    return escapes_;
  }

 private:
  fs::path outside() const { return scratch_ / "outside"; }
  fs::path away() const { return scratch_ / "away"; }  // where the folder is moved to

  kedge::Workspace open() {
    fill(outside(), secret_bytes);
    fill(away(), secret_bytes);
    fs::create_directory(scratch_ / "root");
    kedge::WorkspaceSettings settings;
    settings.root.path = settings.root.resolved = (scratch_ / "root").string();
    settings.state.folder = (scratch_ / "state").string();
    kedge::Result<kedge::Workspace> opened = kedge::Workspace::open(*files_, settings);
    if (!opened) throw std::runtime_error(kedge::to_text(opened.error()));
    return *std::move(opened);
  }

  std::map<std::string, std::string> traces_outside() const {
    std::map<std::string, std::string> traces = traces_below(away());
    // Every move changes the folder itself: what matters are those in it.
    traces.erase(".");
    traces.merge(traces_below(outside()));
    return traces;
  }

  static void fill(const fs::path& folder, std::string_view secret) {
    put(folder / "small" / "secret", secret);
    for (const fs::path& place : {folder, folder / "deep"}) {
      put(place / "secret", secret);
      for (std::uint64_t n = 0; n < round; ++n) put(place / kedge::concat("target", n), expected_bytes);
    }
  }

  void build() {
    const fs::path root = scratch_ / "root";
    for (const std::string_view name : {"dir", "door", "file", "link"}) fs::remove_all(root / name);
    fill(root / "dir", "inside\n");
    fill(root, "inside\n");
    put(root / "file", expected_bytes);
    fs::create_symlink("../outside", root / "door");
    fs::create_symlink("../outside/target0", root / "link");
  }

  // The attacker rests, and the folder is in its place.
  void interrupt() {
    attacker_.rest();
    if (!fs::exists(away() / "dir")) return;
    // Somebody made a new folder where it had been, and it could not come back.
    fs::remove_all(scratch_ / "root" / "dir");
    attacker_.move_back();
  }

  // As it was before the changes that were done. REQUIRES: interrupted.
  void repair() {
    const fs::path root = scratch_ / "root";
    if (fs::is_symlink(root / "dir")) attacker_.exchange("dir", "door");
    if (!fs::is_directory(fs::symlink_status(root / "dir"))) throw std::runtime_error("the folder is gone");
    for (const std::string& path : done_) {
      if (leaf_is_new(path)) {
        fs::remove(root / path);
      } else if (path != "file") {
        put(root / path, expected_bytes);
      }
    }
    done_.clear();
    for (const std::string_view name : {"file", "link"}) fs::remove(root / name);
    put(root / "file", expected_bytes);
    fs::create_symlink("../outside/target0", root / "link");
  }

  static bool leaf_is_new(const std::string& path) { return path.substr(path.rfind('/') + 1).starts_with("new"); }

  // The name of what came of one attempt; "done" if it was done.
  template <class Attempt>
  void fight(const char* what, Attempt attempt) {
    std::map<std::string, std::uint64_t> outcomes;
    const int escapes_before = escapes_;
    const Clock::time_point start = Clock::now();
    std::uint64_t n = 0;
    while (n < enough()) {
      interrupt();
      repair();
      if (n % (10 * round) == 0) check(what);
      attacker_.go_on(attack_);
      for (const std::uint64_t end = n + round; n < end; ++n) ++outcomes[attempt(n)];
    }
    interrupt();
    check(what);
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
    std::string row = kedge::concat(n, " attempts in ", took.count(), " ms:");
    for (const auto& [outcome, count] : outcomes) kedge::append(row, kedge::concat(' ', outcome, ' ', count));
    std::printf("%s: %s\n", what, row.c_str());
    kedge::note_figure({.part = "swap_attack",
                        .variant = kedge::concat(what, ", ", files_->kind(), " calls"),
                        .count = n,
                        .faults = static_cast<std::uint64_t>(escapes_ - escapes_before),
                        .detail = row});
  }

  void check(const char* what) {
    if (traces_outside() == before_) return;
    std::printf("ESCAPE: %s has touched what is outside\n", what);
    ++escapes_;
    before_ = traces_outside();
  }

  std::string read(std::string_view path) {
    const kedge::Result<std::string> bytes = workspace_.root().read(path, largest);
    if (!bytes) return std::string(kedge::row_of(bytes.error().code).name);
    if (*bytes != "inside\n") {
      std::printf("ESCAPE: read %s\n", bytes->c_str());
      ++escapes_;
    }
    return "done";
  }

  std::string search(const std::string& path) {
    const kedge::Result<kedge::SearchResult> found =
        kedge::search(*files_, workspace_.root(), {.pattern = "side", .paths = {path}, .literal = true}, {.threads = 1});
    if (!found) return std::string(kedge::row_of(found.error().code).name);
    for (const kedge::FoundFile& file : found->files) {
      if (file.text.bytes() == "inside\n") continue;
      std::printf("ESCAPE: found %s in %s\n", std::string(file.text.bytes()).c_str(), file.path.c_str());
      ++escapes_;
    }
    return found->files.empty() ? "nothing found" : "done";
  }

  std::string change(const kedge::FileChange& change) {
    const kedge::FileChange changes[] = {change};
    const kedge::Result<kedge::CommitReceipt> receipt =
        kedge::commit(workspace_, changes, {.durability = kedge::Durability::none});
    if (!receipt) return std::string(kedge::row_of(receipt.error().code).name);
    done_.push_back(change.path);
    if (!change.destination.empty()) done_.push_back(change.destination);
    return "done";
  }

  Scratch scratch_;
  std::unique_ptr<kedge::FileSystem> files_;
  kedge::Workspace workspace_;
  Attacker attacker_;
  std::map<std::string, std::string> before_;
  std::vector<std::string> done_;  // paths of changes that were done
  Attack attack_ = Attack::swaps_for_links;
  int escapes_ = 0;
};

}  // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  try {
    return Battle().run() == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("the attack itself failed: %s\n", error.what());
    return 1;
  }
}
