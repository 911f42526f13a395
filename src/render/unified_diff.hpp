// Writes known hunks as a unified diff. `patch` and `git apply` accept an exact one.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "edit/diff.hpp"

namespace kedge {

struct DiffNames {
  std::string before, after;
};

enum class DiffRows : std::uint8_t {
  exact,     // every byte, for programs
  readable,  // for people, without line endings
};

// Empty if there are no hunks. REQUIRES: hunks are sorted and disjoint.
std::string unified_diff(const Text& before, const Text& after, std::span<const Hunk> hunks, const DiffNames& names,
                         std::uint32_t context = 3, DiffRows rows = DiffRows::exact);

}  // namespace kedge
