// Disks that write down all that is written to them, and every flush, so that any state in which a power cut may leave them
// can be made afterwards: a disk may put off what it was given since the last flush, take it in any order, and lose half of it.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "private_mounts.hpp"

namespace faults {

// In memory that the process which serves the disks shares with the one that looks at them.
class WriteLog {
 public:
  struct Entry {
    std::uint32_t disk = 0;
    std::uint32_t size = 0;  // of a write; 0: a flush
    std::uint64_t offset = 0;
    std::uint64_t bytes_at = 0;

    bool is_flush() const { return size == 0; }
  };

  WriteLog();
  ~WriteLog();
  WriteLog(const WriteLog&) = delete;
  WriteLog& operator=(const WriteLog&) = delete;

  void add_write(std::uint32_t disk, std::uint64_t offset, std::string_view bytes);
  void add_flush(std::uint32_t disk);

  std::span<const Entry> entries() const;
  std::string_view bytes_of(const Entry& entry) const { return {bytes_ + entry.bytes_at, entry.size}; }

 private:
  void add(Entry entry);

  std::atomic<std::uint64_t>* count_ = nullptr;
  Entry* entries_ = nullptr;
  char* bytes_ = nullptr;
  std::uint64_t used_ = 0;
};

// The files "0", "1", … in a folder, one for each disk, served by a process of their own: what waits for them may be killed,
// and they can always answer.
class ServedDisks : public Mounted {
 public:
  // `log` outlives this, `contents` is what the disks hold at first.
  ServedDisks(const std::filesystem::path& folder, WriteLog& log, const std::vector<std::string>& contents);
  ~ServedDisks();

  std::filesystem::path file(std::size_t disk) const { return path() / std::to_string(disk); }

 private:
  pid_t server_ = -1;
};

// Where the entries begin that a disk may not have carried out when the log has reached `point`: behind its last flush.
std::size_t uncertain_from(const WriteLog& log, std::size_t point, std::uint32_t disk);

// What `disk` may hold if the power goes when the log has reached `point`: all that came before its last flush, and of the rest
// the pieces that `keeps` wants kept. Pieces are `piece` bytes long and begin at multiples of that, as sectors do.
std::string crash_image(std::string contents, const WriteLog& log, std::size_t point, std::uint32_t disk, std::uint64_t piece,
                        const std::function<bool()>& keeps);

}  // namespace faults
