// Recorded changes as a graph: versions are its nodes, and each change leads from the version before to the one after. The
// shortest chain from one version to another rebuilds bytes that are not kept, or tells what kedge itself did in between.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "edit/change_set.hpp"

namespace kedge {

using VersionId = std::int64_t;
// The state before a file was created and after it was deleted. It has no bytes, so everything can be rebuilt from it.
inline constexpr VersionId no_version = 0;

struct ChainStep {
  VersionId from = no_version;
  VersionId to = no_version;
  std::int64_t change = 0;
  bool forward = true;  // as it was made; else by its inverse
};

struct ChainLimits {
  std::size_t steps_looked_at = 4096;
  std::size_t length = 4096;
};

// The shortest way from `start` to a version that is a goal; empty if it is one itself. Nothing if there is none within the
// limits. `steps_from` is asked at most once for each version, and never for no_version: what was deleted and what was
// created later have nothing to do with each other.
std::optional<std::vector<ChainStep>> shortest_chain(VersionId start, const std::function<bool(VersionId)>& is_goal,
                                                     const std::function<std::vector<ChainStep>(VersionId)>& steps_from,
                                                     ChainLimits limits = {});

// The same way in the other direction.
std::vector<ChainStep> turned_round(std::vector<ChainStep> chain);

// All of them, one after the other, as one change set over `base`, and what it gives. Nothing if one does not fit the text
// that it meets.
struct Composed {
  ChangeSet changes;
  Text after;
};
std::optional<Composed> composed(const Text& base, std::span<const ChangeSet> changes);

// The same without the change set.
std::optional<Text> applied_in_turn(const Text& base, std::span<const ChangeSet> changes);

}  // namespace kedge
