// The strict grammar of SEARCH/REPLACE blocks, for constrained decoding.
#pragma once

#include <string_view>

namespace kedge {

extern const std::string_view blocks_lark;
extern const std::string_view blocks_gbnf;

}  // namespace kedge
