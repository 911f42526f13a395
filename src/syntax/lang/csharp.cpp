#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_c_sharp();

namespace kedge::language {

extern const Language csharp;
const Language csharp{
    .name = "C#",
    .files = ".cs .csx",
    .programs = "",
    .grammar = tree_sitter_c_sharp,
    .definitions =
        "accessor_declaration class_declaration constructor_declaration conversion_operator_declaration "
        "delegate_declaration destructor_declaration enum_declaration enum_member_declaration event_declaration "
        "event_field_declaration field_declaration indexer_declaration interface_declaration "
        "local_function_statement method_declaration namespace_declaration "
        "operator_declaration property_declaration record_declaration struct_declaration",
    .constructs =
        "break_statement checked_statement continue_statement do_statement expression_statement "
        "extern_alias_directive file_scoped_namespace_declaration fixed_statement for_statement foreach_statement "
        "global_attribute global_statement "
        "goto_statement if_statement labeled_statement local_declaration_statement lock_statement preproc_if "
        "return_statement switch_expression_arm switch_section switch_statement throw_statement try_statement "
        "unsafe_statement using_directive using_statement while_statement yield_statement "
        "anonymous_method_expression array_creation_expression assignment_expression await_expression "
        "implicit_array_creation_expression initializer_expression invocation_expression lambda_expression "
        "object_creation_expression parameter",
    .arms = "'else' catch_clause finally_clause preproc_elif preproc_else",
    .bodies = "",
    .operations = "binary_expression conditional_expression",
    .decorations = "attribute_list",
    .comments = "comment",
    .closers = "preproc_endregion",
    .separators = "",
};

}  // namespace kedge::language
