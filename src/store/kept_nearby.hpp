// How many changes away the kept bytes are from the version of a file that was last recorded. Searching for them takes a query
// for every step, and each edit would ask again for what the last one found out.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "store/version_table.hpp"

namespace kedge {

class KeptNearby {
 public:
  // At most this many changes; none: unknown.
  std::optional<std::size_t> distance_of(const VersionName& name) const {
    const auto known = last_.find(name.path);
    if (known == last_.end() || known->second.version != name.digest) return std::nullopt;
    return known->second.distance;
  }
  void note(const VersionName& name, std::size_t distance) {
    if (last_.size() >= most_paths && !last_.contains(name.path)) last_.clear();
    last_[name.path] = {name.digest, distance};
  }
  // A change that can be taken either way was recorded between them.
  void step(const std::string& path, const Digest& before, const Digest& after) {
    if (const std::optional<std::size_t> distance = distance_of({path, before})) note({path, after}, *distance + 1);
  }
  void clear() { last_.clear(); }

 private:
  static constexpr std::size_t most_paths = 1024;
  struct Near {
    Digest version{};
    std::size_t distance = 0;
  };
  std::map<std::string, Near, std::less<>> last_;
};

}  // namespace kedge
