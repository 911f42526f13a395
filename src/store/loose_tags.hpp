// Tags that were given while they could not be written. They end with this process.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "store/tag.hpp"
#include "support/sha256.hpp"

namespace kedge {

class LooseTags {
 public:
  std::optional<TagNumber> of(std::string_view path, const Digest& version) const {
    const auto tags = tags_.find(path);
    if (tags == tags_.end()) return std::nullopt;
    const auto found = std::ranges::find(tags->second, version, [](const auto& tag) { return tag.second; });
    return found == tags->second.end() ? std::nullopt : std::optional(found->first);
  }
  std::optional<Digest> version_of(std::string_view path, TagNumber tag) const {
    const auto tags = tags_.find(path);
    if (tags == tags_.end()) return std::nullopt;
    const auto found = tags->second.find(tag);
    return found == tags->second.end() ? std::nullopt : std::optional(found->second);
  }
  void give(std::string_view path, TagNumber tag, const Digest& version) { tags_[std::string(path)].emplace(tag, version); }

 private:
  std::map<std::string, std::map<TagNumber, Digest>, std::less<>> tags_;
};

}  // namespace kedge
