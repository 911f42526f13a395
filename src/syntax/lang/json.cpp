#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_json();

namespace kedge::language {

extern const Language json;
const Language json{
    .name = "JSON",
    .files = ".json .jsonc .json5 .geojson .webmanifest .ipynb .code-workspace",
    .programs = "",
    .grammar = tree_sitter_json,
    .definitions = "pair",
    .constructs = "array object",
    .arms = "",
    .bodies = "",
    .operations = "",
    .decorations = "",
    .comments = "comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
