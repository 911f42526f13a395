// The strict grammar of V4A patches, for constrained decoding.
#pragma once

#include <string_view>

namespace kedge {

extern const std::string_view v4a_lark;
extern const std::string_view v4a_gbnf;

}  // namespace kedge
