// Mounts that only this process and its children see, and that are gone when it ends, however it ends.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace faults {

// A part of the battery that this system does not allow; the text says why.
struct Skipped : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// From here on all mounts are this process's own. Throws Skipped where that needs rights that it has not got.
void enter_private_mounts();

class Mounted {
 public:
  Mounted(const Mounted&) = delete;
  Mounted& operator=(const Mounted&) = delete;
  ~Mounted();
  const std::filesystem::path& path() const { return path_; }

 protected:
  explicit Mounted(std::filesystem::path path) : path_(std::move(path)) {}
  void unmount();

 private:
  std::filesystem::path path_;
};

// `options` as for mount -t tmpfs -o.
class MemoryDisk : public Mounted {
 public:
  MemoryDisk(const std::filesystem::path& path, const std::string& options);
};

class BoundFile : public Mounted {
 public:
  BoundFile(const std::filesystem::path& file, const std::filesystem::path& onto);
};

// An empty ext4 file system in a file; `format` goes to mkfs.ext4.
void make_ext4(const std::filesystem::path& image, std::uintmax_t size, const std::string& format = "");

// The ext4 file system in a file that is there already. Throws std::system_error if it cannot be mounted.
class ImageDisk : public Mounted {
 public:
  ImageDisk(const std::filesystem::path& image, const std::filesystem::path& path);
  void sync();
  using Mounted::unmount;
};

// An ext4 file system in a file, which can lose its power.
class LoopDisk : public Mounted {
 public:
  LoopDisk(const std::filesystem::path& image, const std::filesystem::path& path, std::uintmax_t size,
           const std::string& format = "");

  // With or without what the journal had not written yet; both are what a disk may look like after a power cut.
  enum class Cut : unsigned { with_journal_flushed = 1, without = 2 };
  void cut(Cut how);
  // False if that is not possible now, since a file is open for writing.
  bool make_read_only();
  void make_writable();
  void remount();  // as after the power has come back
  void sync();

 private:
  std::filesystem::path image_;
};

}  // namespace faults
