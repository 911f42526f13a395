// The tag of a version: four upper-case hex digits from its digest, distinct from all others of its path. After 65,536
// versions of one path, longer tags follow: a tag is never reused.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "store/store.hpp"

namespace kedge {

using TagNumber = std::uint32_t;

Tag to_tag(TagNumber number);
// nullopt unless to_tag() gives exactly this.
std::optional<TagNumber> tag_number(std::string_view tag);

// The first free one of the tags that the digest suggests, else any free one.
TagNumber free_tag(const Digest& version, const std::function<bool(TagNumber)>& taken);

}  // namespace kedge
