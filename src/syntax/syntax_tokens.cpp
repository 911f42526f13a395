#include "syntax/syntax_tokens.hpp"

#include <array>
#include <string_view>

namespace kedge {
namespace {

using Kind = SyntaxToken::Kind;

struct Named {
  std::string_view part;  // of the node's type
  Kind kind;
};

// The first row whose part is in the type of a named node counts, for all of the node.
constexpr std::array whole_nodes{
    Named{"comment", Kind::comment},        Named{"string_content", Kind::text},
    Named{"heredoc", Kind::text},           Named{"string_literal", Kind::text},
    Named{"char_literal", Kind::text},      Named{"character_literal", Kind::text},
    Named{"raw_string", Kind::text},        Named{"regex_pattern", Kind::text},
    Named{"string_fragment", Kind::text},   Named{"fenced_code", Kind::text},
    Named{"code_span", Kind::text},         Named{"atx_heading", Kind::keyword},
    Named{"setext_heading", Kind::keyword}, Named{"preproc_directive", Kind::keyword},
};

// For nodes without children.
constexpr std::array leaves{
    Named{"string", Kind::text},          Named{"integer", Kind::number},      Named{"float", Kind::number},
    Named{"number", Kind::number},        Named{"numeric", Kind::number},      Named{"int_literal", Kind::number},
    Named{"type_identifier", Kind::type}, Named{"primitive_type", Kind::type}, Named{"predefined_type", Kind::type},
    Named{"integral_type", Kind::type},   Named{"type_name", Kind::type},      Named{"tag_name", Kind::keyword},
    Named{"attribute_name", Kind::name},  Named{"property_name", Kind::name},  Named{"bare_key", Kind::name},
};

constexpr std::array<std::string_view, 11> constants{"true", "false", "null",      "nil",  "none",        "None",
                                                     "True", "False", "undefined", "this", "null_literal"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

template <std::size_t size>
std::optional<Kind> kind_in(const std::array<Named, size>& rows, std::string_view type) {
  for (const Named& row : rows) {
    if (type.find(row.part) != std::string_view::npos) return row.kind;
  }
  return std::nullopt;
}

bool is_one_of(std::string_view type, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) {
    if (type.find(part) != std::string_view::npos) return true;
  }
  return false;
}

// A name is coloured by what it names.
std::optional<Kind> kind_of_name(std::string_view field, std::string_view parent) {
  if (field == "function") return Kind::function;
  if (field != "name") return std::nullopt;
  if (is_one_of(parent, {"function", "method", "call", "macro"})) return Kind::function;
  if (is_one_of(parent, {"class", "struct", "interface", "enum", "trait", "type"})) return Kind::type;
  return std::nullopt;
}

std::optional<Kind> kind_of_leaf(TSNode node, std::string_view type, std::string_view field, std::string_view parent) {
  for (const std::string_view constant : constants) {
    if (type == constant) return Kind::constant;
  }
  if (!ts_node_is_named(node)) {
    // Keywords, directives, operators and brackets have no name in a grammar. The last two get no colour.
    const bool is_word = is_letter(type.front()) || (type.size() > 1 && type.front() == '#' && is_letter(type[1]));
    return is_word ? std::optional(Kind::keyword) : std::nullopt;
  }
  if (const std::optional<Kind> kind = kind_in(leaves, type)) return kind;
  return kind_of_name(field, parent);
}

}  // namespace

std::vector<SyntaxToken> syntax_tokens(const ParseTree& tree, std::size_t limit) {
  std::vector<SyntaxToken> found;
  TSTreeCursor cursor = ts_tree_cursor_new(tree.root());
  std::vector<std::string_view> parents{""};
  std::uint32_t from = 0;
  for (bool more = true; more && found.size() < limit;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const std::string_view type = ts_node_type(node);
    const char* const field = ts_tree_cursor_current_field_name(&cursor);
    const bool is_leaf = ts_node_child_count(node) == 0;
    std::optional<Kind> kind = ts_node_is_named(node) ? kind_in(whole_nodes, type) : std::nullopt;
    if (!kind && is_leaf && !type.empty()) {
      kind = kind_of_leaf(node, type, field != nullptr ? field : std::string_view(), parents.back());
    }
    // Some grammars have nodes that overlap or are empty.
    const std::uint32_t begin = ts_node_start_byte(node);
    const std::uint32_t end = ts_node_end_byte(node);
    if (kind && from <= begin && begin < end) {
      found.push_back({begin, end, *kind});
      from = end;
    }
    more = !kind && ts_tree_cursor_goto_first_child(&cursor);
    if (more) parents.push_back(type);
    while (!more) {
      more = ts_tree_cursor_goto_next_sibling(&cursor);
      if (more || !ts_tree_cursor_goto_parent(&cursor)) break;
      parents.pop_back();
    }
  }
  ts_tree_cursor_delete(&cursor);
  return found;
}

}  // namespace kedge
