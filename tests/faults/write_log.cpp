#include "write_log.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <stdexcept>
#include <system_error>

namespace faults {
namespace {

constexpr std::size_t most_entries = 1U << 18U;
constexpr std::size_t most_bytes = 1U << 30U;
constexpr std::size_t for_count = 4096;
constexpr std::size_t for_entries = most_entries * sizeof(WriteLog::Entry);
constexpr std::size_t all = for_count + for_entries + most_bytes;  // it takes only what is used of it

}  // namespace

WriteLog::WriteLog() {
  void* const memory = ::mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
  char* const start = static_cast<char*>(memory);
  count_ = new (start) std::atomic<std::uint64_t>(0);
  entries_ = reinterpret_cast<Entry*>(start + for_count);
  bytes_ = start + for_count + for_entries;
}

WriteLog::~WriteLog() { ::munmap(count_, all); }

void WriteLog::add_write(std::uint32_t disk, std::uint64_t offset, std::string_view bytes) {
  if (bytes.empty()) return;
  if (used_ + bytes.size() > most_bytes) throw std::length_error("the log of writes is full");
  std::memcpy(bytes_ + used_, bytes.data(), bytes.size());
  add({.disk = disk, .size = static_cast<std::uint32_t>(bytes.size()), .offset = offset, .bytes_at = used_});
  used_ += bytes.size();
}

void WriteLog::add_flush(std::uint32_t disk) { add({.disk = disk}); }

void WriteLog::add(Entry entry) {
  const std::uint64_t count = count_->load();
  if (count == most_entries) throw std::length_error("the log of writes is full");
  entries_[count] = entry;
  count_->store(count + 1, std::memory_order_release);
}

std::span<const WriteLog::Entry> WriteLog::entries() const { return {entries_, count_->load(std::memory_order_acquire)}; }

std::size_t uncertain_from(const WriteLog& log, std::size_t point, std::uint32_t disk) {
  const auto entries = log.entries();
  while (point > 0 && !(entries[point - 1].is_flush() && entries[point - 1].disk == disk)) --point;
  return point;
}

std::string crash_image(std::string contents, const WriteLog& log, std::size_t point, std::uint32_t disk, std::uint64_t piece,
                        const std::function<bool()>& keeps) {
  const std::span<const WriteLog::Entry> before = log.entries().first(point);
  const std::size_t certain = uncertain_from(log, point, disk);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const WriteLog::Entry& entry = before[i];
    if (entry.disk != disk || entry.is_flush()) continue;
    const std::string_view bytes = log.bytes_of(entry);
    for (std::uint64_t at = 0; at < bytes.size();) {
      const std::uint64_t end = i < certain ? bytes.size() : std::min(at + piece - (entry.offset + at) % piece, bytes.size());
      if (i < certain || keeps()) bytes.copy(contents.data() + entry.offset + at, end - at, at);
      at = end;
    }
  }
  return contents;
}

}  // namespace faults
