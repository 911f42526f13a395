#include <tree_sitter/api.h>

#include "syntax/language.hpp"
#include "syntax/parse_tree.hpp"

extern "C" const TSLanguage* tree_sitter_markdown();

namespace kedge::language {
namespace {

// 1 to 6, or 0 for what is no heading.
int level_of(const TSNode& node) {
  const std::string_view type = ts_node_type(node);
  if (type != "atx_heading" && type != "setext_heading") return 0;
  for (std::uint32_t i = 0; i < ts_node_child_count(node); ++i) {
    const std::string_view marker = ts_node_type(ts_node_child(node, i));  // atx_h2_marker, setext_h2_underline
    const std::size_t digit = marker.find("_h");
    if (digit != std::string_view::npos && digit + 2 < marker.size()) return marker[digit + 2] - '0';
  }
  return 0;
}

// A heading owns everything up to the next one of its level or a higher one. The grammar nests sections, but only by headings
// with a #, so the headings of the document are looked through.
std::optional<std::uint32_t> end_of_section(const TSNode& node, std::string_view bytes) {
  const int level = level_of(node);
  if (level == 0) return std::nullopt;
  TSNode root = node;
  for (TSNode parent = ts_node_parent(node); !ts_node_is_null(parent); parent = ts_node_parent(parent)) {
    const std::string_view type = ts_node_type(parent);
    if (type != "section" && type != "document") return std::nullopt;  // in a quotation or a list
    root = parent;
  }
  Cursor cursor(root);
  bool more = cursor.down();
  while (more) {
    const TSNode here = cursor.node();
    if (ts_node_start_byte(here) > ts_node_start_byte(node)) {
      const int other = level_of(here);
      if (other != 0 && other <= level) return ts_node_start_byte(here);
    }
    more =
        std::string_view(ts_node_type(here)) == "section" && ts_node_end_byte(here) > ts_node_start_byte(node) && cursor.down();
    while (!more) {
      more = cursor.right();
      if (!more && !cursor.up()) return static_cast<std::uint32_t>(bytes.size());
    }
  }
  return static_cast<std::uint32_t>(bytes.size());
}

}  // namespace

extern const Language markdown;
const Language markdown{
    .name = "Markdown",
    .files = ".md .markdown .mdx .mkd",
    .programs = "",
    .grammar = tree_sitter_markdown,
    .definitions = "",
    .constructs =
        "atx_heading block_quote fenced_code_block html_block indented_code_block link_reference_definition list_item "
        "minus_metadata paragraph pipe_table plus_metadata setext_heading thematic_break",
    .arms = "",
    .bodies = "list section",
    .operations = "",
    .decorations = "",
    .comments = "",
    .closers = "fenced_code_block_delimiter setext_h1_underline setext_h2_underline",
    .separators = "",
    .end = end_of_section,
};

}  // namespace kedge::language
