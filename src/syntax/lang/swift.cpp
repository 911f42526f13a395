#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_swift();

namespace kedge::language {

extern const Language swift;
const Language swift{
    .name = "Swift",
    .files = ".swift",
    .programs = "swift",
    .grammar = tree_sitter_swift,
    .definitions =
        "associatedtype_declaration class_declaration deinit_declaration enum_entry function_declaration "
        "init_declaration property_declaration protocol_declaration protocol_function_declaration "
        "protocol_property_declaration subscript_declaration typealias_declaration",
    .constructs =
        "assignment call_expression computed_getter computed_setter control_transfer_statement do_statement "
        "for_statement guard_statement if_statement import_declaration repeat_while_statement switch_entry "
        "switch_statement while_statement",
    .arms = "catch_block",
    .bodies = "statements",
    .operations = "conjunction_expression disjunction_expression ternary_expression additive_expression",
    .decorations = "attribute",
    .comments = "comment multiline_comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
