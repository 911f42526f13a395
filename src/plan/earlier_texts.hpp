// The texts of many versions of a file at once, as a process needs them that has just begun: each from the one after it, by
// what kedge has recorded of its own change, instead of each by itself.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "store/store.hpp"

namespace kedge {

class EarlierTexts {
 public:
  using Take = std::function<void(const Digest& version, const Text& text)>;

  // REQUIRES: store and path outlive this.
  EarlierTexts(Store& store, const std::string& path, KnownText now) : store_(&store), path_(&path), now_(std::move(now)) {}

  // Calls `take` for each of these versions whose bytes can be known, in any order. Slow for many: each is rebuilt and compared
  // with its digest.
  void one_by_one(const std::set<Digest>& wanted, const Take& take) const;
  // The same, and quick for many: of those that follow from each other only the last is compared. Good for finding where to
  // look, not for bytes that are written. False: a record is damaged, and some that were taken have other bytes.
  bool in_turn(const std::set<Digest>& wanted, const Take& take) const;

 private:
  Store* store_;
  const std::string* path_;
  KnownText now_;
};

}  // namespace kedge
