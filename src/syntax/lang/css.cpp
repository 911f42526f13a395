#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_css();

namespace kedge::language {

extern const Language css;
const Language css{
    .name = "CSS",
    .files = ".css",
    .programs = "",
    .grammar = tree_sitter_css,
    .definitions = "at_rule keyframes_statement media_statement rule_set scope_statement supports_statement",
    .constructs = "charset_statement declaration import_statement keyframe_block namespace_statement",
    .arms = "",
    .bodies = "",
    .operations = "",
    .decorations = "",
    .comments = "comment js_comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
