// What files looked like when their bytes were last known, by their paths inside one root. A file that still looks the same
// most probably has these bytes. That is enough to plan a change with, because a commit compares the bytes; it is no proof.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "fs/file_system.hpp"
#include "support/ordered_mutex.hpp"
#include "support/sha256.hpp"

namespace kedge {

// Whatever a write changes of a file, as look() says it.
struct Sighting {
  FileIdentity file;
  std::uint64_t size = 0;
  std::int64_t modified = 0;

  static Sighting of(const FileInfo& info) { return {info.identity, info.size, info.modified}; }
  friend bool operator==(const Sighting&, const Sighting&) = default;
};

// Calls may come from any thread.
class Sightings {
 public:
  // The file had the bytes of this version when it looked like this.
  void note(std::string_view path, const Sighting& sighting, const Digest& version);
  bool seems_unchanged(std::string_view path, const Sighting& now, const Digest& version) const;

 private:
  struct Noted {
    Sighting sighting;
    Digest version;
  };

  mutable OrderedMutex mutex_{LockOrder::sightings};
  std::map<std::string, Noted, std::less<>> noted_;
};

}  // namespace kedge
