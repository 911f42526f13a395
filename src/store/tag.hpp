// The label of a version: four upper-case hex digits from its digest, made distinct from the others of its path. After 65,536
// versions of one path the four-digit labels are used up, and longer ones follow: a label is never given twice.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "store/store.hpp"

namespace kedge {

using TagNumber = std::uint32_t;

Tag to_tag(TagNumber number);
// Nothing unless to_tag() gives exactly this.
std::optional<TagNumber> tag_number(std::string_view tag);

// The first of the labels that the digest suggests, then any, that is not taken.
TagNumber free_tag(const Digest& version, const std::function<bool(TagNumber)>& taken);

}  // namespace kedge
