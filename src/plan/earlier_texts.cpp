#include "plan/earlier_texts.hpp"

#include <optional>

namespace kedge {
namespace {

constexpr std::size_t most_steps_back = 512;  // back from the current version

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
  const auto meet = [&] {
    if (left.erase(at.version) > 0) take(at.version, at.text);
  };
  meet();
  for (const StepBack& step : store_->steps_back(*path_, most_steps_back)) {
    if (left.empty()) break;
    if (step.after != at.version) {  // somebody else has changed the file since
      std::optional<Text> there = store_->text_of(*path_, step.after);
      if (!there) continue;
      if (at.text.digest() != at.version) return false;
      at = {*std::move(there), step.after};
      meet();
    }
    if (step.inverse.base_size() != at.text.size()) return false;
    at = {step.inverse.apply(at.text), step.before};
    meet();
  }
  if (at.text.digest() != at.version) return false;
  one_by_one(left, take);
  return true;
}

}  // namespace kedge
