// The strict grammar of patches, for decoders that only let through what it allows.
#pragma once

#include <string_view>

namespace kedge {

extern const std::string_view patch_lark;
extern const std::string_view patch_gbnf;

}  // namespace kedge
