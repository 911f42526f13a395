#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_python();

namespace kedge::language {

extern const Language python;
const Language python{
    .name = "Python",
    .files = ".py .pyi .pyw SConstruct SConscript",
    .programs = "python",
    .grammar = tree_sitter_python,
    .definitions = "class_definition decorated_definition function_definition type_alias_statement",
    .constructs =
        "assert_statement break_statement continue_statement delete_statement expression_statement for_statement "
        "future_import_statement global_statement if_statement import_from_statement import_statement match_statement "
        "nonlocal_statement pass_statement raise_statement return_statement try_statement while_statement with_statement "
        "call dictionary dictionary_comprehension generator_expression keyword_argument lambda list list_comprehension "
        "pair set set_comprehension string tuple typed_default_parameter typed_parameter default_parameter",
    .arms = "case_clause elif_clause else_clause except_clause finally_clause",
    .bodies = "block",
    .operations = "binary_operator boolean_operator comparison_operator conditional_expression",
    .decorations = "decorator",
    .comments = "comment",
    .closers = "string_end",
    .separators = "",
};

}  // namespace kedge::language
