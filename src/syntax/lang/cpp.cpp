#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_cpp();

namespace kedge::language {

extern const Language cpp;
const Language cpp{
    .name = "C++",
    .files = ".cpp .cc .cxx .c++ .h .hh .hpp .hxx .h++ .ipp .inl .tpp .cppm .ixx .ino .cu .cuh",
    .programs = "",
    .grammar = tree_sitter_cpp,
    .definitions =
        "alias_declaration class_specifier concept_definition declaration enum_specifier enumerator field_declaration "
        "friend_declaration function_definition linkage_specification namespace_alias_definition namespace_definition "
        "preproc_def preproc_function_def static_assert_declaration struct_specifier template_declaration "
        "template_instantiation type_definition union_specifier using_declaration",
    .constructs =
        "attributed_statement break_statement case_statement co_return_statement co_yield_statement continue_statement "
        "do_statement expression_statement for_range_loop for_statement goto_statement if_statement labeled_statement "
        "preproc_call preproc_if preproc_ifdef preproc_include return_statement seh_try_statement switch_statement "
        "throw_statement try_statement while_statement "
        "call_expression compound_literal_expression compound_requirement concatenated_string field_initializer "
        "initializer_list initializer_pair lambda_expression new_expression optional_parameter_declaration "
        "parameter_declaration",
    .arms = "catch_clause else_clause preproc_elif preproc_elifdef preproc_else seh_except_clause seh_finally_clause",
    .bodies = "",
    .operations = "binary_expression conditional_expression",
    .decorations = "attribute_declaration requires_clause template_parameter_list",
    .comments = "comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
