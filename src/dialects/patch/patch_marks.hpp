// Tells a patch of numbered lines from texts in other formats.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace kedge {

// The first row that opens a section or a hunk, from 0.
std::optional<std::size_t> first_patch_mark(std::span<const std::string_view> rows);

}  // namespace kedge
