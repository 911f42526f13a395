#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_lua();

namespace kedge::language {

extern const Language lua;
const Language lua{
    .name = "Lua",
    .files = ".lua .rockspec",
    .programs = "lua luajit",
    .grammar = tree_sitter_lua,
    .definitions = "function_declaration variable_declaration",
    .constructs =
        "assignment_statement break_statement do_statement field for_statement function_call function_definition "
        "goto_statement if_statement repeat_statement return_statement table_constructor while_statement",
    .arms = "else_statement elseif_statement",
    .bodies = "block",
    .operations = "binary_expression",
    .decorations = "",
    .comments = "comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
