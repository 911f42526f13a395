#include "store/version_chain.hpp"

#include <algorithm>
#include <map>

namespace kedge {

std::optional<std::vector<ChainStep>> shortest_chain(VersionId start, const std::function<bool(VersionId)>& is_goal,
                                                     const std::function<std::vector<ChainStep>(VersionId)>& steps_from,
                                                     ChainLimits limits) {
  if (is_goal(start)) return std::vector<ChainStep>();
  std::map<VersionId, ChainStep> reached_by;
  const auto chain_to = [&](VersionId end) {
    std::vector<ChainStep> chain;
    for (VersionId at = end; at != start; at = chain.back().from) chain.push_back(reached_by.at(at));
    std::ranges::reverse(chain);
    return chain;
  };
  std::size_t looked_at = 0;
  std::vector<VersionId> front{start};
  for (std::size_t length = 1; length <= limits.length && !front.empty(); ++length) {
    std::vector<VersionId> next;
    for (const VersionId version : front) {
      if (version == no_version) continue;
      for (const ChainStep& step : steps_from(version)) {
        if (++looked_at > limits.steps_looked_at) return std::nullopt;
        if (step.to == start || !reached_by.try_emplace(step.to, step).second) continue;
        if (is_goal(step.to)) return chain_to(step.to);
        next.push_back(step.to);
      }
    }
    front = std::move(next);
  }
  return std::nullopt;
}

std::vector<ChainStep> turned_round(std::vector<ChainStep> chain) {
  std::ranges::reverse(chain);
  for (ChainStep& step : chain) {
    std::swap(step.from, step.to);
    step.forward = !step.forward;
  }
  return chain;
}

std::optional<Composed> composed(const Text& base, std::span<const ChangeSet> changes) {
  Composed all{ChangeSet(base.size()), base};
  for (const ChangeSet& next : changes) {
    if (next.base_size() != all.after.size()) return std::nullopt;
    all = {all.changes.then(all.after, next), next.apply(all.after)};
  }
  return all;
}

std::optional<Text> applied_in_turn(const Text& base, std::span<const ChangeSet> changes) {
  Text text = base;
  for (const ChangeSet& next : changes) {
    if (next.base_size() != text.size()) return std::nullopt;
    text = next.apply(text);
  }
  return text;
}

}  // namespace kedge
