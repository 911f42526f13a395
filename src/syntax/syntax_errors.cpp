#include "syntax/syntax_errors.hpp"

#include "support/strings.hpp"
#include "support/utf8.hpp"

namespace kedge {

namespace {

constexpr std::size_t most_shown = 40;  // bytes of the text in a message

std::uint32_t column_of(std::string_view bytes, const TSNode& node) {
  const std::uint32_t at = ts_node_start_byte(node);
  std::string_view before = bytes.substr(at - ts_node_start_point(node).column, ts_node_start_point(node).column);
  if (before.starts_with(byte_order_mark))
    before.remove_prefix(byte_order_mark.size());  // a byte order mark is no character of the first line
  std::uint32_t characters = 0;
  for (; !before.empty(); ++characters) before.remove_prefix(next_code_point(before).length);
  return characters + 1;
}

// The first row of what the parser could not use, cut between characters.
std::string excerpt(std::string_view bytes, const TSNode& node) {
  std::string_view text = bytes.substr(ts_node_start_byte(node), ts_node_end_byte(node) - ts_node_start_byte(node));
  text = text.substr(0, text.find_first_of("\r\n"));
  std::size_t kept = 0;
  while (kept < text.size() && kept < most_shown) kept += next_code_point(text.substr(kept)).length;
  return concat(printable(text.substr(0, kept)), kept < text.size() ? "…" : "");
}

std::string message_for(std::string_view bytes, const TSNode& node) {
  if (ts_node_is_missing(node)) return concat("missing ", ts_node_type(node));
  const std::string what = excerpt(bytes, node);
  return what.empty() ? "unexpected end of the line" : concat("unexpected ", what);
}

SyntaxError error_at(const ParseTree& tree, const TSNode& node) {
  return {LineNo{ts_node_start_point(node).row + 1}, column_of(tree.bytes(), node), message_for(tree.bytes(), node)};
}

}  // namespace

std::vector<SyntaxError> syntax_errors(const ParseTree& tree, std::size_t limit) {
  std::vector<SyntaxError> found;
  Cursor cursor(tree.root());
  bool more = ts_node_has_error(tree.root());
  while (more && found.size() < limit) {
    const TSNode node = cursor.node();
    // A text of which nothing whole is left is one error; those inside of it say more.
    const bool whole_text = ts_node_eq(node, tree.root());
    const bool is_error = !whole_text && (ts_node_is_error(node) || ts_node_is_missing(node));
    if (is_error) found.push_back(error_at(tree, node));
    more = !is_error && ts_node_has_error(node) && cursor.down();
    while (!more) {
      more = cursor.right();
      if (!more && !cursor.up()) break;
    }
  }
  if (found.empty() && ts_node_has_error(tree.root())) found.push_back(error_at(tree, tree.root()));
  return found;
}

}  // namespace kedge
