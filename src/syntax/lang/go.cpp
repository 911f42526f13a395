#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_go();

namespace kedge::language {

extern const Language go;
const Language go{
    .name = "Go",
    .files = ".go",
    .programs = "",
    .grammar = tree_sitter_go,
    .definitions =
        "const_declaration const_spec field_declaration function_declaration method_declaration method_elem "
        "type_alias type_declaration type_spec var_declaration var_spec",
    .constructs =
        "assignment_statement break_statement communication_case continue_statement dec_statement default_case "
        "defer_statement expression_case expression_statement expression_switch_statement fallthrough_statement "
        "for_statement go_statement goto_statement if_statement import_declaration import_spec inc_statement "
        "labeled_statement package_clause receive_statement return_statement select_statement send_statement "
        "short_var_declaration type_case type_switch_statement "
        "call_expression composite_literal func_literal keyed_element literal_element literal_value "
        "parameter_declaration",
    .arms = "",
    .bodies = "statement_list var_spec_list",
    .operations = "binary_expression",
    .decorations = "",
    .comments = "comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
