// Recorded changes as a graph: versions are nodes, and each change leads from one version to the next. The
// shortest chain between two versions rebuilds bytes that are not kept, or says what kedge changed between them.
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
  bool forward = true;  // as it was made; otherwise its inverse
};

struct ChainLimits {
  std::size_t steps_looked_at = 4096;
  std::size_t length = 4096;
};

// The shortest chain from `start` to a goal; empty if `start` is one; nullopt if there is none within the
// limits. `steps_from` is called at most once for each version, and never for no_version: a deleted file and one that was
// created later are unrelated.
std::optional<std::vector<ChainStep>> shortest_chain(VersionId start, const std::function<bool(VersionId)>& is_goal,
                                                     const std::function<std::vector<ChainStep>(VersionId)>& steps_from,
                                                     ChainLimits limits = {});

// The same chain backwards.
std::vector<ChainStep> turned_round(std::vector<ChainStep> chain);

// All changes in sequence as one change set over `base`, and the result. nullopt if one does not fit its base.
struct Composed {
  ChangeSet changes;
  Text after;
};
std::optional<Composed> composed(const Text& base, std::span<const ChangeSet> changes);

// The same without the change set.
std::optional<Text> applied_in_turn(const Text& base, std::span<const ChangeSet> changes);

}  // namespace kedge
