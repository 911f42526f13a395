#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_c();

namespace kedge::language {

extern const Language c;
const Language c{
    .name = "C",
    .files = ".c",
    .programs = "",
    .grammar = tree_sitter_c,
    .definitions =
        "declaration enum_specifier enumerator field_declaration function_definition linkage_specification preproc_def "
        "preproc_function_def struct_specifier type_definition union_specifier",
    .constructs =
        "attributed_statement break_statement case_statement continue_statement do_statement expression_statement "
        "for_statement goto_statement if_statement labeled_statement preproc_call preproc_if preproc_ifdef preproc_include "
        "return_statement seh_try_statement switch_statement while_statement "
        "call_expression compound_literal_expression concatenated_string initializer_list initializer_pair "
        "parameter_declaration",
    .arms = "else_clause preproc_elif preproc_elifdef preproc_else seh_except_clause seh_finally_clause",
    .bodies = "",
    .operations = "binary_expression conditional_expression",
    .decorations = "attribute_declaration",
    .comments = "comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
