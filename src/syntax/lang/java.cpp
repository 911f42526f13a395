#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_java();

namespace kedge::language {

extern const Language java;
const Language java{
    .name = "Java",
    .files = ".java",
    .programs = "",
    .grammar = tree_sitter_java,
    .definitions =
        "annotation_type_declaration annotation_type_element_declaration class_declaration "
        "compact_constructor_declaration constant_declaration constructor_declaration enum_constant enum_declaration "
        "field_declaration interface_declaration local_variable_declaration method_declaration module_declaration "
        "record_declaration static_initializer",
    .constructs =
        "assert_statement break_statement continue_statement do_statement enhanced_for_statement "
        "explicit_constructor_invocation expression_statement for_statement if_statement import_declaration "
        "labeled_statement package_declaration return_statement switch_block_statement_group switch_expression "
        "switch_rule synchronized_statement throw_statement try_statement try_with_resources_statement while_statement "
        "yield_statement "
        "array_creation_expression array_initializer element_value_pair exports_module_directive formal_parameter "
        "lambda_expression method_invocation object_creation_expression opens_module_directive "
        "provides_module_directive requires_module_directive resource uses_module_directive",
    .arms = "'else' catch_clause finally_clause",
    .bodies = "enum_body_declarations",
    .operations = "binary_expression ternary_expression",
    .decorations = "annotation marker_annotation",
    .comments = "line_comment block_comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
