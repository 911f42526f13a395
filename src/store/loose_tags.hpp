// Tags that were given while they could not be written. They end with this process. Which tags other processes have given could
// not be asked either, so these are of a kind that is never written.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "store/tag.hpp"
#include "support/sha256.hpp"

namespace kedge {

class LooseTags {
 public:
  // The same version always gets the same one.
  Tag give(std::string_view path, const Digest& version) {
    std::map<Tag, Digest, std::less<>>& given = tags_[std::string(path)];
    const Tag tag = loose_tag(version, [&](const Tag& candidate) {
      const auto found = given.find(candidate);
      return found != given.end() && found->second != version;
    });
    given.emplace(tag, version);
    return tag;
  }
  std::optional<Digest> version_of(std::string_view path, std::string_view tag) const {
    const auto given = tags_.find(path);
    if (given == tags_.end()) return std::nullopt;
    const auto found = given->second.find(tag);
    return found == given->second.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::string, std::map<Tag, Digest, std::less<>>, std::less<>> tags_;
};

}  // namespace kedge
