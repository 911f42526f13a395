#include "syntax/lang/typescript_lists.hpp"
#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_tsx();

namespace kedge::language {

extern const Language tsx;
const Language tsx{
    .name = "TSX",
    .files = ".tsx",
    .programs = "",
    .grammar = tree_sitter_tsx,
    .definitions = KEDGE_TYPESCRIPT_DEFINITIONS,
    .constructs = KEDGE_TYPESCRIPT_CONSTRUCTS " jsx_attribute jsx_element jsx_expression jsx_self_closing_element",
    .arms = "catch_clause else_clause finally_clause",
    .bodies = "",
    .operations = KEDGE_TYPESCRIPT_OPERATIONS,
    .decorations = "decorator",
    .comments = "comment html_comment",
    .closers = "jsx_closing_element",
    .separators = "",
};

}  // namespace kedge::language
