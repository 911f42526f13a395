// What TypeScript and TSX share. Literals, so that a list can be one literal more.
#pragma once

#define KEDGE_TYPESCRIPT_DEFINITIONS                                                                               \
  "abstract_class_declaration abstract_method_signature ambient_declaration call_signature class_declaration "     \
  "class_static_block construct_signature enum_assignment enum_declaration export_statement function_declaration " \
  "function_signature generator_function_declaration import_alias index_signature interface_declaration "          \
  "internal_module lexical_declaration method_definition method_signature module pair property_signature "         \
  "public_field_definition type_alias_declaration variable_declaration"
#define KEDGE_TYPESCRIPT_CONSTRUCTS                                                                            \
  "break_statement continue_statement debugger_statement do_statement expression_statement for_in_statement "  \
  "for_statement if_statement import_statement labeled_statement return_statement switch_case switch_default " \
  "switch_statement throw_statement try_statement while_statement with_statement array arrow_function "        \
  "as_expression assignment_expression await_expression call_expression class function_expression "            \
  "generator_function new_expression object object_pattern object_type optional_parameter pair_pattern "       \
  "parenthesized_expression required_parameter satisfies_expression spread_element template_string"
#define KEDGE_TYPESCRIPT_OPERATIONS "binary_expression intersection_type ternary_expression union_type"
