// The tag of a version: four upper-case hex digits from its digest, distinct from all others of its path. After 65,536
// versions of one path, longer tags follow: a tag is never reused. A tag that could not be written is a loose one, of twelve
// digits.
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

// The one that a version has unless it is taken.
TagNumber first_tag(const Digest& version);
// The first free one of the tags that the digest suggests, else any free one.
TagNumber free_tag(const Digest& version, const std::function<bool(TagNumber)>& taken);

// Too many for a TagNumber, so a loose tag is never one of those that are written.
inline constexpr std::size_t loose_tag_digits = 12;
// The first digits of the digest: more of them if those are taken by another version.
Tag loose_tag(const Digest& version, const std::function<bool(const Tag&)>& taken);

}  // namespace kedge
