// The strict grammar of unified diffs, for decoders that only let through what it allows. That counts fit their rows, no
// grammar of this kind can say.
#pragma once

#include <string_view>

namespace kedge {

extern const std::string_view udiff_lark;
extern const std::string_view udiff_gbnf;

}  // namespace kedge
