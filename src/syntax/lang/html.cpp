#include <tree_sitter/api.h>

#include <algorithm>
#include <array>

#include "syntax/language.hpp"

extern "C" const TSLanguage* tree_sitter_html();

namespace kedge::language {
namespace {

constexpr std::array<std::string_view, 14> void_elements{"area",  "base", "br",   "col",   "embed",  "hr",    "img",
                                                         "input", "link", "meta", "param", "source", "track", "wbr"};

std::string_view text_of(const TSNode& node, std::string_view bytes) {
  return bytes.substr(ts_node_start_byte(node), ts_node_end_byte(node) - ts_node_start_byte(node));
}

// In the grammar, a void element includes the text after it.
std::optional<std::uint32_t> end_of_element(const TSNode& node, std::string_view bytes) {
  if (std::string_view(ts_node_type(node)) != "element") return std::nullopt;
  const TSNode tag = ts_node_child(node, 0);
  if (std::string_view(ts_node_type(tag)) != "start_tag") return std::nullopt;
  const std::string_view name = text_of(ts_node_named_child(tag, 0), bytes);
  const bool is_void = std::ranges::find(void_elements, name) != void_elements.end();
  return is_void ? std::optional(ts_node_end_byte(tag)) : std::nullopt;
}

}  // namespace

extern const Language html;
const Language html{
    .name = "HTML",
    .files = ".html .htm .xhtml",
    .programs = "",
    .grammar = tree_sitter_html,
    .definitions = "",
    .constructs = "attribute doctype element script_element style_element",
    .arms = "",
    .bodies = "",
    .operations = "",
    .decorations = "",
    .comments = "comment",
    .closers = "end_tag erroneous_end_tag",
    .separators = "",
    .end = end_of_element,
};

}  // namespace kedge::language
