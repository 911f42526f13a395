#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_kotlin();

namespace kedge::language {

extern const Language kotlin;
const Language kotlin{
    .name = "Kotlin",
    .files = ".kt .kts",
    .programs = "kotlin",
    .grammar = tree_sitter_kotlin,
    .definitions =
        "anonymous_initializer class_declaration companion_object enum_entry function_declaration getter "
        "object_declaration property_declaration secondary_constructor setter type_alias",
    .constructs =
        "assignment call_expression class_parameter do_while_statement for_statement if_expression import "
        "package_header parameter return_expression throw_expression try_expression value_argument when_entry "
        "when_expression while_statement",
    .arms = "'else' catch_block finally_block",
    .bodies = "",
    .operations = "binary_expression",
    .decorations = "annotation",
    .comments = "line_comment block_comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
