#include "syntax/lang/typescript_lists.hpp"
#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_typescript();

namespace kedge::language {

extern const Language typescript;
const Language typescript{
    .name = "TypeScript",
    .files = ".ts .mts .cts",
    .programs = "ts-node tsx",
    .grammar = tree_sitter_typescript,
    .definitions = KEDGE_TYPESCRIPT_DEFINITIONS,
    .constructs = KEDGE_TYPESCRIPT_CONSTRUCTS,
    .arms = "catch_clause else_clause finally_clause",
    .bodies = "",
    .operations = KEDGE_TYPESCRIPT_OPERATIONS,
    .decorations = "decorator",
    .comments = "comment html_comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
