#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_toml();

namespace kedge::language {

extern const Language toml;
const Language toml{
    .name = "TOML",
    .files = ".toml Cargo.lock Pipfile poetry.lock uv.lock",
    .programs = "",
    .grammar = tree_sitter_toml,
    .definitions = "pair table table_array_element",
    .constructs = "array inline_table",
    .arms = "",
    .bodies = "",
    .operations = "",
    .decorations = "",
    .comments = "comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
