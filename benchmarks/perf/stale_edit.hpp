// The whole way of an edit that was made against an older version: find the drift, prove the place, apply.
#pragma once

#include "benchmarks/perf/versions.hpp"

namespace kedge::bench {

struct Edited {
  Text before;  // the file as somebody else left it
  Text after;
};

// REQUIRES: recovery can prove the edits.
Edited stale_edit(const Text& shown, std::string current, const std::vector<LineEdit>& edits);

}  // namespace kedge::bench
