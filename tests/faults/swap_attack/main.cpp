// No path leaves the root, not even while somebody swaps folders and files for links as fast as the kernel lets them. One
// thread exchanges `dir` with a link to a folder outside, and `file` with a link to a file outside, without a pause; the
// other reads, creates, replaces and deletes through these names. What stands outside has the very bytes that the changes
// expect, so that nothing but the path protects it.
//
// Fails if anything outside was read or touched, however briefly. Says how often the swap was noticed on the way.
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

#include "engine/commit.hpp"
#include "engine/workspace.hpp"
#include "fs/real_file_system.hpp"
#include "support/strings.hpp"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::string_view expected_bytes = "common\n";
constexpr std::string_view secret_bytes = "outside\n";
constexpr std::size_t largest = 1000;

constexpr std::uint64_t enough = 100'000;  // attempts of each kind
constexpr std::uint64_t round = 50;        // attempts until everything is put back in its place
// Changes are slow under this attack: what does not fit is left out, and the row says how many there were. The long form
// (KEDGE_FAULTS=long) takes all.
constexpr std::chrono::seconds short_patience{2};

std::chrono::seconds patience() {
  const char* const form = std::getenv("KEDGE_FAULTS");
  return form != nullptr && std::string_view(form) == "long" ? std::chrono::hours(1) : short_patience;
}

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
    std::string pattern = (fs::temp_directory_path() / "kedge-swap-XXXXXX").string();
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

// Swaps until it is told to rest; `rest` returns when it does.
class Attacker {
 public:
  explicit Attacker(const fs::path& root) : root_(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
    thread_ = std::thread([this] { run(); });
  }
  ~Attacker() {
    over_ = true;
    thread_.join();
    ::close(root_);
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
  void go_on() { wanted_ = true; }
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
      exchange("dir", "door");
      exchange("file", "link");
    }
    at_work_ = false;
  }

  int root_;
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
        attacker_((build(), scratch_ / "root")),
        before_(traces_below(outside())) {}

  // Returns how many escapes there were.
  int run() {
    std::printf("%s file system\n", std::string(files_->kind()).c_str());
    using kedge::ChangeKind;
    using kedge::concat;
    const kedge::Digest expected = kedge::sha256(expected_bytes);
    const auto in_folder = [](std::string_view name, std::uint64_t n) {
      return concat(n % 2 == 0 ? "dir/" : "dir/deep/", name, n % round);
    };
    fight("read", [&](std::uint64_t n) { return read(n % 2 == 0 ? "dir/secret" : "dir/deep/secret"); });
    fight("create", [&](std::uint64_t n) {
      return change({.kind = ChangeKind::create, .path = in_folder("new", n), .content = "new\n"});
    });
    fight("replace", [&](std::uint64_t n) {
      return change({.kind = ChangeKind::replace, .path = in_folder("target", n), .content = "new\n", .expected = expected});
    });
    fight("delete", [&](std::uint64_t n) {
      return change({.kind = ChangeKind::remove, .path = in_folder("target", n), .expected = expected});
    });
    // The same bytes again and again: what is outside would fit at any time.
    fight("replace a file that is a link half of the time", [&](std::uint64_t n) {
      const bool back = n % 2 == 1;
      return change({.kind = ChangeKind::replace,
                     .path = "file",
                     .content = std::string(back ? expected_bytes : "other\n"),
                     .expected = back ? kedge::sha256("other\n") : expected});
    });
    std::printf("%llu swaps, %d escapes\n", static_cast<unsigned long long>(attacker_.swaps()), escapes_);
    return escapes_;
  }

 private:
  fs::path outside() const { return scratch_ / "outside"; }

  kedge::Workspace open() {
    fill(outside(), secret_bytes);
    fs::create_directory(scratch_ / "root");
    kedge::WorkspaceSettings settings;
    settings.root.path = settings.root.resolved = (scratch_ / "root").string();
    settings.state.folder = (scratch_ / "state").string();
    kedge::Result<kedge::Workspace> opened = kedge::Workspace::open(*files_, settings);
    if (!opened) throw std::runtime_error(kedge::to_text(opened.error()));
    return *std::move(opened);
  }

  static void fill(const fs::path& folder, std::string_view secret) {
    for (const fs::path& place : {folder, folder / "deep"}) {
      put(place / "secret", secret);
      for (std::uint64_t n = 0; n < round; ++n) put(place / kedge::concat("target", n), expected_bytes);
    }
  }

  void build() {
    const fs::path root = scratch_ / "root";
    for (const std::string_view name : {"dir", "door", "file", "link"}) fs::remove_all(root / name);
    fill(root / "dir", "inside\n");
    put(root / "file", expected_bytes);
    fs::create_symlink("../outside", root / "door");
    fs::create_symlink("../outside/target0", root / "link");
  }

  // As it was before the changes that were done. REQUIRES: the attacker rests.
  void repair() {
    const fs::path root = scratch_ / "root";
    if (fs::is_symlink(root / "dir")) attacker_.exchange("dir", "door");
    if (!fs::is_directory(fs::symlink_status(root / "dir"))) throw std::runtime_error("the folder is gone");
    for (const std::string& path : done_) {
      if (path.contains("new")) {
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

  // The name of what came of one attempt; "done" if it was done.
  template <class Attempt>
  void fight(const char* what, Attempt attempt) {
    std::map<std::string, std::uint64_t> outcomes;
    const Clock::time_point start = Clock::now();
    std::uint64_t n = 0;
    while (n < enough && Clock::now() - start < patience()) {
      attacker_.rest();
      repair();
      if (n % (10 * round) == 0) check(what);
      attacker_.go_on();
      for (const std::uint64_t end = n + round; n < end; ++n) ++outcomes[attempt(n)];
    }
    attacker_.rest();
    check(what);
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
    std::printf("%s: %llu attempts in %lld ms:", what, static_cast<unsigned long long>(n),
                static_cast<long long>(took.count()));
    for (const auto& [outcome, count] : outcomes)
      std::printf(" %s %llu", outcome.c_str(), static_cast<unsigned long long>(count));
    std::printf("\n");
  }

  void check(const char* what) {
    if (traces_below(outside()) == before_) return;
    std::printf("ESCAPE: %s has touched what is outside\n", what);
    ++escapes_;
    before_ = traces_below(outside());
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

  std::string change(const kedge::FileChange& change) {
    const kedge::FileChange changes[] = {change};
    const kedge::Result<kedge::CommitReceipt> receipt =
        kedge::commit(workspace_, changes, {.durability = kedge::Durability::none});
    if (!receipt) return std::string(kedge::row_of(receipt.error().code).name);
    done_.push_back(change.path);
    return "done";
  }

  Scratch scratch_;
  std::unique_ptr<kedge::FileSystem> files_;
  kedge::Workspace workspace_;
  Attacker attacker_;
  std::map<std::string, std::string> before_;
  std::vector<std::string> done_;  // paths of changes that were done
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
