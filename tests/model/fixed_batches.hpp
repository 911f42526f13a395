// The batches that are tried at every call: one of each kind alone, and several together.
#pragma once

#include <vector>

#include "model/world.hpp"

namespace kedge::model {

struct FixedBatch {
  std::string_view name;
  Files before;
  Batch changes;
};

// Those that can be done in a setting: the permission to run a file cannot be changed in place.
const std::vector<FixedBatch>& fixed_batches_for(const Setting& setting);

}  // namespace kedge::model
