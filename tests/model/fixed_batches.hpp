// The batches that are tried at every call: one of each kind alone, and several together.
#pragma once

#include <vector>

#include "model/reference.hpp"

namespace kedge::model {

struct FixedBatch {
  std::string_view name;
  Files before;
  Batch changes;
};

const std::vector<FixedBatch>& fixed_batches();

}  // namespace kedge::model
