#include "private_mounts.hpp"

#include <fcntl.h>
#include <linux/loop.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

#include "program.hpp"
#include "support/strings.hpp"
#include "tree.hpp"

namespace faults {
namespace fs = std::filesystem;

namespace {

constexpr unsigned long ext4_shutdown = _IOR('X', 125, std::uint32_t);

[[noreturn]] void fail_to_mount(const std::string& what) { throw std::system_error(errno, std::generic_category(), what); }

class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : fd_(::open(path.c_str(), flags | O_CLOEXEC)) {
    if (fd_ < 0) fail_to_mount(path.string());
  }
  ~Descriptor() { ::close(fd_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

// Others may take the device that was free a moment ago.
constexpr int attempts = 100;

// The device goes when it is unmounted, and what it had cached of the disk with it.
void mount_image(const fs::path& image, const fs::path& path) {
  for (int left = attempts;; --left) {
    const Descriptor control("/dev/loop-control", O_RDWR);
    const int number = ::ioctl(control.get(), LOOP_CTL_GET_FREE);
    if (number < 0) fail_to_mount("LOOP_CTL_GET_FREE");
    const std::string name = kedge::concat("/dev/loop", number);
    const Descriptor device(name, O_RDWR);
    const Descriptor backing(image, O_RDWR);
    loop_config config{};
    config.fd = static_cast<std::uint32_t>(backing.get());
    config.info.lo_flags = LO_FLAGS_AUTOCLEAR;
    if (::ioctl(device.get(), LOOP_CONFIGURE, &config) == 0) {
      if (::mount(name.c_str(), path.c_str(), "ext4", 0, nullptr) != 0) fail_to_mount("mount " + name);
      return;
    }
    if (errno != EBUSY || left == 0) fail_to_mount("LOOP_CONFIGURE");
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

void sync_disk(const fs::path& path) {
  const Descriptor top(path, O_RDONLY | O_DIRECTORY);
  if (::syncfs(top.get()) != 0) fail_to_mount("syncfs");
}

}  // namespace

void enter_private_mounts() {
  if (::unshare(CLONE_NEWNS) != 0) {
    throw Skipped(kedge::concat("mounting needs root: ", std::generic_category().message(errno)));
  }
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) fail_to_mount("cannot make the mounts private");
}

void Mounted::unmount() {
  for (int left = attempts; ::umount(path_.c_str()) != 0; --left) {
    if (errno != EBUSY || left == 0) fail_to_mount("umount " + path_.string());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

Mounted::~Mounted() { ::umount2(path_.c_str(), MNT_DETACH); }

MemoryDisk::MemoryDisk(const fs::path& path, const std::string& options) : Mounted(path) {
  fs::create_directories(path);
  if (::mount("tmpfs", path.c_str(), "tmpfs", 0, options.c_str()) != 0) fail_to_mount("mount tmpfs");
}

BoundFile::BoundFile(const fs::path& file, const fs::path& onto) : Mounted(onto) {
  if (::mount(file.c_str(), onto.c_str(), nullptr, MS_BIND, nullptr) != 0) fail_to_mount("mount --bind");
}

void make_ext4(const fs::path& image, std::uintmax_t size, const std::string& format) {
  write_bytes(image, "");
  fs::resize_file(image, size);
  Program mkfs{"/bin/sh",
               {"-c", kedge::concat("mkfs.ext4 -q -m 0 ", format, ' ', image.string())},
               {"PATH=/usr/sbin:/sbin:/usr/bin:/bin"},
               image.parent_path()};
  if (const Ended ended = run(mkfs); ended.status != 0) throw Skipped("mkfs.ext4 does not work: " + to_text(ended));
}

ImageDisk::ImageDisk(const fs::path& image, const fs::path& path) : Mounted(path) {
  fs::create_directories(path);
  mount_image(image, path);
}

void ImageDisk::sync() { sync_disk(path()); }

LoopDisk::LoopDisk(const fs::path& image, const fs::path& path, std::uintmax_t size, const std::string& format)
    : Mounted(path), image_(image) {
  make_ext4(image, size, format);
  fs::create_directories(path);
  mount_image(image_, path);
}

void LoopDisk::cut(Cut how) {
  const Descriptor top(path(), O_RDONLY | O_DIRECTORY);
  auto flags = static_cast<std::uint32_t>(how);
  if (::ioctl(top.get(), ext4_shutdown, &flags) != 0) fail_to_mount("EXT4_IOC_SHUTDOWN");
}

void LoopDisk::remount() {
  unmount();
  mount_image(image_, path());
}

bool LoopDisk::make_read_only() {
  if (::mount(nullptr, path().c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0) return true;
  if (errno != EBUSY) fail_to_mount("remount read-only");
  return false;
}

void LoopDisk::make_writable() {
  if (::mount(nullptr, path().c_str(), nullptr, MS_REMOUNT, nullptr) != 0) fail_to_mount("remount");
}

void LoopDisk::sync() { sync_disk(path()); }

}  // namespace faults
