#include "process/landlock.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "process/kernel_features.hpp"
#include "support/strings.hpp"

namespace kedge {
namespace {

// The kernel's interface, declared here because the system's headers are often older than the running kernel.
struct Ruleset {
  std::uint64_t files = 0;
  std::uint64_t network = 0;  // since version 4
  std::uint64_t scopes = 0;   // since version 6
};

struct [[gnu::packed]] BeneathRule {
  std::uint64_t rights = 0;
  std::int32_t parent = -1;
};

constexpr int rule_beneath = 1;
constexpr unsigned all_threads = 1U << 3U;  // since version 8

enum Right : std::uint64_t {
  execute = 1U << 0U,
  write_file = 1U << 1U,
  read_file = 1U << 2U,
  read_folder = 1U << 3U,
  remove_folder = 1U << 4U,
  remove_file = 1U << 5U,
  make_character_device = 1U << 6U,
  make_folder = 1U << 7U,
  make_file = 1U << 8U,
  make_socket = 1U << 9U,
  make_named_pipe = 1U << 10U,
  make_block_device = 1U << 11U,
  make_link = 1U << 12U,
  move_between_folders = 1U << 13U,
  truncate = 1U << 14U,
  control_device = 1U << 15U,
  connect_to_socket = 1U << 16U,
};

struct RightsSince {
  int version;
  std::uint64_t rights;
};
constexpr std::array rights_since{
    RightsSince{1, (1U << 13U) - 1U}, RightsSince{2, move_between_folders}, RightsSince{3, truncate},
    RightsSince{5, control_device},   RightsSince{9, connect_to_socket},
};
constexpr int network_since = 4;
constexpr int scopes_since = 6;
constexpr int all_threads_since = 8;
constexpr std::uint64_t bind_and_connect = 3;
constexpr std::uint64_t abstract_sockets_and_signals = 3;

// Links, sockets and pipes are never made by us (the filter of system calls sees to that), but a foreign one may come out of an
// exchange and has to go back where it was. A file moves only where it gets no more rights than it had: they are the same in
// every writable folder.
constexpr std::uint64_t for_writing = write_file | read_file | read_folder | remove_folder | remove_file | make_folder |
                                      make_file | make_socket | make_named_pipe | make_link | move_between_folders | truncate;

std::uint64_t known_rights(int version) {
  std::uint64_t all = 0;
  for (const RightsSince& group : rights_since) {
    if (version >= group.version) all |= group.rights;
  }
  return all;
}

bool is_folder(int file) {
  struct stat status{};
  return ::fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
}

// The kernel creates the inodes of /proc on demand; a rule for one is valid while somebody has it open.
bool has_to_stay_open(int file) {
  struct statfs system{};
  return ::fstatfs(file, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

std::string said(std::string_view what) { return concat(what, " (", std::strerror(errno), ')'); }

class Rules {
 public:
  explicit Rules(int version) : handled_(known_rights(version)) {
    const Ruleset set{handled_, version >= network_since ? bind_and_connect : 0,
                      version >= scopes_since ? abstract_sockets_and_signals : 0};
    const std::size_t size = version >= scopes_since    ? sizeof set
                             : version >= network_since ? offsetof(Ruleset, scopes)
                                                        : offsetof(Ruleset, network);
    rules_ = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &set, size, 0));
  }
  ~Rules() {
    if (rules_ >= 0) ::close(rules_);
  }
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  bool made() const { return rules_ >= 0; }

  bool add(int parent, std::uint64_t rights) const {
    const BeneathRule rule{rights & handled_, parent};
    return ::syscall(SYS_landlock_add_rule, rules_, rule_beneath, &rule, 0) == 0;
  }

  // Of these rights the ones that there are for it.
  void add_if_there(const std::string& path, std::uint64_t rights) const {
    const int file = ::open(path.c_str(), O_PATH | O_CLOEXEC);
    if (file < 0) return;
    const bool added = add(file, is_folder(file) ? rights : rights & read_file);
    if (!added || !has_to_stay_open(file)) ::close(file);
  }

  bool apply(unsigned flags) const { return ::syscall(SYS_landlock_restrict_self, rules_, flags) == 0; }

 private:
  std::uint64_t handled_;
  int rules_ = -1;
};

}  // namespace

std::expected<int, std::string> confine_to(const ReachableFiles& files) {
  const int version = landlock_abi();
  if (version < 1) return std::unexpected(said("the kernel has no Landlock"));
  // Version 1 forbids moving a file between folders, which every commit does.
  if (version < 2 && !files.writable.empty()) return std::unexpected("the kernel's Landlock is too old (version 1)");
  const Rules rules(version);
  if (!rules.made()) return std::unexpected(said("Landlock takes no rules"));
  for (const int folder : files.writable) {
    if (!rules.add(folder, for_writing)) return std::unexpected(said("Landlock takes no rule for a folder"));
  }
  // On an older kernel the rule would have no rights, which the kernel refuses.
  if ((known_rights(version) & connect_to_socket) != 0) {
    for (const int folder : files.connectable) {
      if (!rules.add(folder, connect_to_socket)) return std::unexpected(said("Landlock takes no rule for sockets"));
    }
  }
  for (const std::string& path : files.readable) rules.add_if_there(path, read_file | read_folder);
  for (const std::string& path : files.listed) rules.add_if_there(path, read_folder);
  const bool applied =
      ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && rules.apply(version >= all_threads_since ? all_threads : 0);
  if (!applied) return std::unexpected(said("Landlock cannot be switched on"));
  return version;
}

}  // namespace kedge
