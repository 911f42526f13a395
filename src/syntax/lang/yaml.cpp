#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_yaml();

namespace kedge::language {

extern const Language yaml;
const Language yaml{
    .name = "YAML",
    .files = ".yaml .yml .clang-format .clang-tidy",
    .programs = "",
    .grammar = tree_sitter_yaml,
    .definitions = "block_mapping_pair block_sequence_item flow_pair",
    .constructs = "flow_mapping flow_sequence",
    .arms = "",
    .bodies = "block_mapping block_node block_sequence document",
    .operations = "",
    .decorations = "",
    .comments = "comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
