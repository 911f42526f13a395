// A cache of versions in memory. Beyond its limit it names the least recently used ones, so that their owner can save
// them before dropping them.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <vector>

#include "store/version_table.hpp"

namespace kedge {

class RememberedTexts {
 public:
  // REQUIRES: most > 0
  RememberedTexts(std::size_t bytes, std::size_t most) : most_bytes_(bytes), most_(most) {}

  void put(const VersionName& name, const Text& text);
  std::optional<Text> find(const VersionName& name);
  void drop(const VersionName& name);
  // The ones to drop so that the rest is within the limit.
  std::vector<VersionName> beyond_bound() const;
  bool fits() const { return fits(bytes_, by_use_.size()); }

 private:
  struct Entry {
    VersionName name;
    Text text;
  };

  bool fits(std::size_t bytes, std::size_t count) const { return bytes <= most_bytes_ && count <= most_; }

  std::size_t most_bytes_;
  std::size_t most_;
  std::size_t bytes_ = 0;
  std::list<Entry> by_use_;  // last used first
  std::map<VersionName, std::list<Entry>::iterator> by_name_;
};

}  // namespace kedge
