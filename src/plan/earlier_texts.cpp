#include "plan/earlier_texts.hpp"

#include <limits>
#include <optional>
#include <vector>

namespace kedge {
namespace {

// Each look costs a query; the versions that are wanted are usually the last ones.
constexpr std::size_t steps_of_a_look = 136;

}  // namespace

void EarlierTexts::one_by_one(const std::set<Digest>& wanted, const Take& take) const {
  for (const Digest& version : wanted) {
    const std::optional<Text> text = version == now_.version ? std::optional(now_.text) : store_->text_of(*path_, version);
    if (text) take(version, *text);
  }
}

bool EarlierTexts::in_turn(const std::set<Digest>& wanted, const Take& take) const {
  std::set<Digest> left = wanted;
  KnownText at = now_;
  std::optional<Digest> out_of_reach;  // of a run whose bytes are gone, the version that comes next
  const auto meet = [&] {
    if (left.erase(at.version) > 0) take(at.version, at.text);
  };
  meet();
  Moment before = std::numeric_limits<std::int64_t>::max();
  for (std::size_t unmet = left.size(); unmet > 0;) {
    const std::vector<StepBack> steps = store_->steps_back(*path_, before, steps_of_a_look);
    for (const StepBack& step : steps) {
      if (left.empty()) break;
      if (step.after != at.version) {  // somebody else has changed the file since
        std::optional<Text> there = step.after != out_of_reach ? store_->text_of(*path_, step.after) : std::nullopt;
        if (!there) {
          out_of_reach = step.before;
          continue;
        }
        if (at.text.digest() != at.version) return false;
        at = {*std::move(there), step.after};
        meet();
      }
      if (step.inverse.base_size() != at.text.size()) return false;
      at = {step.inverse.apply(at.text), step.before};
      meet();
    }
    // The rest may be versions that others made, which no step leads to.
    if (steps.empty() || left.size() == unmet) break;
    unmet = left.size();
    before = steps.back().moment;
  }
  if (at.text.digest() != at.version) return false;
  one_by_one(left, take);
  return true;
}

}  // namespace kedge
