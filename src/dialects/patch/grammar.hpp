// The strict grammar of patches, for constrained decoding.
#pragma once

#include <string_view>

namespace kedge {

extern const std::string_view patch_lark;
extern const std::string_view patch_gbnf;

}  // namespace kedge
