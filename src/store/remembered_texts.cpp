#include "store/remembered_texts.hpp"

#include <ranges>

namespace kedge {
namespace {

std::size_t weight(const Text& text) { return text.size() + sizeof(std::uint32_t) * text.line_count(); }

}  // namespace

void RememberedTexts::put(const VersionName& name, const Text& text) {
  if (find(name)) return;
  by_use_.push_front({name, text});
  by_name_.emplace(name, by_use_.begin());
  bytes_ += weight(text);
}

std::optional<Text> RememberedTexts::find(const VersionName& name) {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  by_use_.splice(by_use_.begin(), by_use_, found->second);
  return found->second->text;
}

void RememberedTexts::drop(const VersionName& name) {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return;
  bytes_ -= weight(found->second->text);
  by_use_.erase(found->second);
  by_name_.erase(found);
}

std::vector<VersionName> RememberedTexts::beyond_bound() const {
  std::vector<VersionName> leaving;
  std::size_t left = bytes_;
  for (const Entry& entry : std::views::reverse(by_use_)) {
    if (fits(left, by_use_.size() - leaving.size())) break;
    left -= weight(entry.text);
    leaving.push_back(entry.name);
  }
  return leaving;
}

}  // namespace kedge
