#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_php();

namespace kedge::language {

extern const Language php;
const Language php{
    .name = "PHP",
    .files = ".php .phtml .php5 .phpt",
    .programs = "php",
    .grammar = tree_sitter_php,
    .definitions =
        "class_declaration const_declaration enum_case enum_declaration function_definition interface_declaration "
        "method_declaration namespace_definition property_declaration trait_declaration",
    .constructs =
        "array_element_initializer array_creation_expression break_statement case_statement continue_statement "
        "declare_statement default_statement do_statement echo_statement expression_statement for_statement "
        "foreach_statement global_declaration if_statement match_conditional_expression match_default_expression "
        "namespace_use_declaration return_statement switch_statement try_statement unset_statement use_declaration "
        "while_statement",
    .arms = "catch_clause else_clause else_if_clause finally_clause",
    .bodies = "",
    .operations = "binary_expression conditional_expression",
    .decorations = "attribute_list",
    .comments = "comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
