#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_javascript();

namespace kedge::language {

extern const Language javascript;
const Language javascript{
    .name = "JavaScript",
    .files = ".js .mjs .cjs .jsx",
    .programs = "node deno bun",
    .grammar = tree_sitter_javascript,
    .definitions =
        "class_declaration class_static_block export_statement field_definition function_declaration "
        "generator_function_declaration lexical_declaration method_definition pair variable_declaration",
    .constructs =
        "break_statement continue_statement debugger_statement do_statement expression_statement for_in_statement "
        "for_statement if_statement import_statement labeled_statement return_statement switch_case switch_default "
        "switch_statement throw_statement try_statement while_statement with_statement "
        "array arrow_function assignment_expression await_expression call_expression class function_expression "
        "generator_function jsx_attribute jsx_element jsx_expression jsx_self_closing_element new_expression object "
        "object_pattern pair_pattern parenthesized_expression spread_element template_string",
    .arms = "catch_clause else_clause finally_clause",
    .bodies = "",
    .operations = "binary_expression ternary_expression",
    .decorations = "decorator",
    .comments = "comment html_comment",
    .closers = "jsx_closing_element",
    .separators = "",
};

}  // namespace kedge::language
