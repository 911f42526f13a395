// Changes that fit what is there: a few paths, so that folders are met existing and missing; few contents, so that two files or
// two versions of one often have the same bytes.
#pragma once

#include "model/reference.hpp"
#include "support/repeatable_random.hpp"

namespace kedge::model {

Files random_files(RepeatableRandom& random);

// One to five changes, no path in two of them.
Batch random_batch(RepeatableRandom& random, const Files& files);

}  // namespace kedge::model
