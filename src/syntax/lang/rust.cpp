#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_rust();

namespace kedge::language {

extern const Language rust;
const Language rust{
    .name = "Rust",
    .files = ".rs",
    .programs = "",
    .grammar = tree_sitter_rust,
    .definitions =
        "associated_type const_item enum_item enum_variant extern_crate_declaration field_declaration foreign_mod_item "
        "function_item function_signature_item impl_item macro_definition mod_item static_item struct_item trait_item "
        "type_item union_item use_declaration",
    .constructs =
        "expression_statement inner_attribute_item let_declaration macro_invocation macro_rule match_arm "
        "array_expression async_block await_expression break_expression call_expression closure_expression const_block "
        "field_initializer for_expression if_expression loop_expression match_expression parameter return_expression "
        "struct_expression try_block try_expression tuple_expression unsafe_block where_predicate while_expression",
    .arms = "else_clause",
    .bodies = "",
    .operations = "binary_expression",
    .decorations = "attribute_item",
    .comments = "line_comment block_comment",
    .closers = "",
    .separators = "",
};

}  // namespace kedge::language
