// Files that the kernel asks this program for (FUSE). A loop device on such a file turns what it is told to write into writes
// here, and a flush into fsync.
#include <fcntl.h>
#include <linux/fuse.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <system_error>

#include "support/strings.hpp"
#include "write_log.hpp"

namespace faults {
namespace {

constexpr std::uint32_t most_at_once = 128U << 10U;
constexpr std::uint64_t first_file = FUSE_ROOT_ID + 1;  // the nodes of the files follow that of the folder
constexpr std::uint64_t for_ever = 1U << 30U;           // in seconds: nothing here changes but through the kernel

class Server {
 public:
  Server(int device, WriteLog& log, std::vector<std::string> contents)
      : device_(device), log_(log), contents_(std::move(contents)) {}

  // Until nobody wants the files any longer.
  void run() {
    std::vector<char> request(most_at_once + 4096);
    for (;;) {
      const ssize_t size = ::read(device_, request.data(), request.size());
      if (size < 0 && (errno == EINTR || errno == EAGAIN || errno == ENOENT)) continue;
      if (size < static_cast<ssize_t>(sizeof header_)) return;
      std::memcpy(&header_, request.data(), sizeof header_);
      body_ = {request.data() + sizeof header_, static_cast<std::size_t>(size) - sizeof header_};
      answer();
    }
  }

 private:
  template <class Body>
  Body body() const {
    Body value{};
    std::memcpy(&value, body_.data(), std::min(sizeof value, body_.size()));
    return value;
  }

  void reply(int error, std::string_view bytes = {}) const {
    fuse_out_header out{};
    out.len = static_cast<std::uint32_t>(sizeof out + bytes.size());
    out.error = -error;
    out.unique = header_.unique;
    const std::array<iovec, 2> parts{{{&out, sizeof out}, {const_cast<char*>(bytes.data()), bytes.size()}}};
    // If it fails, who asked is gone.
    [[maybe_unused]] const ssize_t ignored = ::writev(device_, parts.data(), static_cast<int>(parts.size()));
  }
  template <class Body>
  void reply_with(const Body& value) const {
    reply(0, {reinterpret_cast<const char*>(&value), sizeof value});
  }

  fuse_attr attributes(std::uint64_t node) const {
    fuse_attr out{};
    out.ino = node;
    out.mode = node == FUSE_ROOT_ID ? S_IFDIR | 0700 : S_IFREG | 0600;
    out.nlink = 1;
    out.size = node == FUSE_ROOT_ID ? 0 : contents_.at(node - first_file).size();
    out.blocks = out.size / 512;
    out.blksize = 4096;
    return out;
  }

  void answer() {
    switch (header_.opcode) {
      case FUSE_INIT: return start();
      case FUSE_LOOKUP: return look_up();
      case FUSE_GETATTR:
      case FUSE_SETATTR: {
        fuse_attr_out out{};
        out.attr_valid = for_ever;
        out.attr = attributes(header_.nodeid);
        return reply_with(out);
      }
      case FUSE_OPEN:
      case FUSE_OPENDIR: return reply_with(fuse_open_out{});
      case FUSE_READ: return read();
      case FUSE_WRITE: return write();
      case FUSE_FSYNC: log_.add_flush(disk()); return reply(0);
      case FUSE_STATFS: return reply_with(fuse_statfs_out{});
      case FUSE_FLUSH:
      case FUSE_RELEASE:
      case FUSE_RELEASEDIR:
      case FUSE_DESTROY: return reply(0);
      case FUSE_FORGET:
      case FUSE_BATCH_FORGET:
      case FUSE_INTERRUPT: return;  // these want no answer
      default: return reply(ENOSYS);
    }
  }

  void start() const {
    const auto in = body<fuse_init_in>();
    fuse_init_out out{};
    out.major = FUSE_KERNEL_VERSION;
    out.minor = std::min<std::uint32_t>(in.minor, FUSE_KERNEL_MINOR_VERSION);
    out.max_readahead = in.max_readahead;
    out.flags = in.flags & (FUSE_BIG_WRITES | FUSE_MAX_PAGES);
    out.max_background = 64;
    out.congestion_threshold = 48;
    out.max_write = most_at_once;
    out.max_pages = most_at_once / 4096;
    out.time_gran = 1;
    reply_with(out);
  }

  void look_up() const {
    const std::string_view name(body_.data(), ::strnlen(body_.data(), body_.size()));
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error != std::errc() || end != name.data() + name.size() || number >= contents_.size()) return reply(ENOENT);
    fuse_entry_out out{};
    out.nodeid = first_file + number;
    out.entry_valid = for_ever;
    out.attr_valid = for_ever;
    out.attr = attributes(out.nodeid);
    reply_with(out);
  }

  void read() const {
    const auto in = body<fuse_read_in>();
    const std::string_view all = contents_.at(disk());
    reply(0, all.substr(std::min<std::size_t>(in.offset, all.size()), in.size));
  }

  void write() {
    const auto in = body<fuse_write_in>();
    const std::string_view bytes = body_.substr(sizeof in, in.size);
    std::string& all = contents_.at(disk());
    if (in.offset + bytes.size() > all.size()) return reply(ENOSPC);
    log_.add_write(disk(), in.offset, bytes);
    bytes.copy(all.data() + in.offset, bytes.size());
    fuse_write_out out{};
    out.size = static_cast<std::uint32_t>(bytes.size());
    reply_with(out);
  }

  std::uint32_t disk() const { return static_cast<std::uint32_t>(header_.nodeid - first_file); }

  int device_;
  WriteLog& log_;
  std::vector<std::string> contents_;
  fuse_in_header header_{};
  std::string_view body_;
};

[[noreturn]] void serve(int device, WriteLog& log, const std::vector<std::string>& contents, pid_t parent) {
  // Ends with the battery, however that ends. Until then it answers, even while the battery waits in the kernel to be killed.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  try {
    Server(device, log, contents).run();
  } catch (const std::exception&) {
    ::_exit(1);  // the disk is gone then, and whoever uses it sees errors
  }
  ::_exit(0);
}

}  // namespace

ServedDisks::ServedDisks(const std::filesystem::path& folder, WriteLog& log, const std::vector<std::string>& contents)
    : Mounted(folder) {
  std::filesystem::create_directories(folder);
  const int device = ::open("/dev/fuse", O_RDWR | O_CLOEXEC);
  if (device < 0) throw Skipped(kedge::concat("no /dev/fuse: ", std::generic_category().message(errno)));
  const std::string options = kedge::concat("fd=", device, ",rootmode=40000,user_id=0,group_id=0");
  if (::mount("disks", folder.c_str(), "fuse", MS_NOSUID | MS_NODEV, options.c_str()) != 0) {
    const int error = errno;
    ::close(device);
    throw Skipped(kedge::concat("mount -t fuse: ", std::generic_category().message(error)));
  }
  const pid_t battery = ::getpid();
  server_ = ::fork();
  if (server_ == 0) serve(device, log, contents, battery);
  // Only the server holds the device: when it is gone, whoever waits for a file gets an error instead of waiting for ever.
  ::close(device);
  if (server_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
}

ServedDisks::~ServedDisks() {
  ::umount2(path().c_str(), MNT_DETACH);
  if (server_ <= 0) return;
  ::kill(server_, SIGKILL);
  while (::waitpid(server_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace faults
