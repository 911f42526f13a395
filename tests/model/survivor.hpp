// What has to hold for a disk on which a process was cut off, whatever was left of its last batch.
#pragma once

#include <gtest/gtest.h>

#include "model/world.hpp"

namespace kedge::model {

// How the root may look once recovery is done: all versions up to the last acknowledged batch, and perhaps the next.
struct Allowed {
  const Files* acknowledged;
  const Files* next = nullptr;
};

// Recovers and looks: one of the allowed versions as a whole, and nothing else in the root; a second recovery, also after
// another power cut, changes nothing.
testing::AssertionResult recovers(MemoryFileSystem& left, const Allowed& allowed, RepeatableRandom& random);

// Afterwards work goes on: another batch that is cut off, two that are not; and an hour later nothing of all this is left in
// the state's tx folder.
testing::AssertionResult goes_on(MemoryFileSystem& left, RepeatableRandom& random);

}  // namespace kedge::model
