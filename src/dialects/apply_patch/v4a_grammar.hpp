// The strict grammar of V4A patches, for decoders that only let through what it allows.
#pragma once

#include <string_view>

namespace kedge {

extern const std::string_view v4a_lark;
extern const std::string_view v4a_gbnf;

}  // namespace kedge
