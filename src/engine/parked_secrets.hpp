// A file with a secret in it that a change has displaced goes as soon as its two seconds are up; others may wait for the next
// change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commit/workspace.hpp"
#include "store/store.hpp"

namespace kedge {

class ParkedSecrets {
 public:
  ParkedSecrets(const Workspace& workspace, const Store& store) : workspace_(&workspace), store_(&store) {}

  // True: none is left. Waits for nothing.
  bool drop_those_in_time();
  // Waits until their time is up, and some seconds for whoever holds the root's lock; then the next start has to see to them.
  void drop_all();
  // For people: what of others' was found and kept, what went wrong.
  std::vector<std::string> take_remarks();

 private:
  const Workspace* workspace_;
  const Store* store_;
  std::optional<std::int64_t> dropped_;  // the change up to which none is left
  std::vector<std::string> remarks_;
};

}  // namespace kedge
