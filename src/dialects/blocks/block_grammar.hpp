// The strict grammar of SEARCH/REPLACE blocks, for decoders that only let through what it allows.
#pragma once

#include <string_view>

namespace kedge {

extern const std::string_view blocks_lark;
extern const std::string_view blocks_gbnf;

}  // namespace kedge
