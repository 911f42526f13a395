// The strict grammar of unified diffs, for constrained decoding. A grammar of this kind cannot check that the counts agree with
// the rows.
#pragma once

#include <string_view>

namespace kedge {

extern const std::string_view udiff_lark;
extern const std::string_view udiff_gbnf;

}  // namespace kedge
