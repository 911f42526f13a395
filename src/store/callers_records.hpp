// Records that are kept by the program that kedge is embedded in, as bytes in files that have only names. One process uses them
// at a time.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>

#include "store/store.hpp"

namespace kedge {

// What that program does with them. Each function returns 0 or an error number of the system.
class RecordFiles {
 public:
  RecordFiles() = default;
  RecordFiles(const RecordFiles&) = delete;
  RecordFiles& operator=(const RecordFiles&) = delete;
  virtual ~RecordFiles() = default;

  virtual std::expected<std::uint64_t, int> size(const std::string& name) = 0;  // ENOENT: there is none
  // Fewer bytes only at the end of the file.
  virtual std::expected<std::size_t, int> read(const std::string& name, std::uint64_t offset, std::span<char> into) = 0;
  virtual int write(const std::string& name, std::uint64_t offset, std::string_view bytes) = 0;  // makes the file if need be
  virtual int truncate(const std::string& name, std::uint64_t size) = 0;
  virtual int sync(const std::string& name) = 0;  // what was written survives from then on
  virtual int remove(const std::string& name) = 0;
};

// Never fails: what cannot be used is left alone, with a warning, and the records are in memory.
std::unique_ptr<Store> open_store(std::unique_ptr<RecordFiles> files, StoreLimits limits = {});

}  // namespace kedge
