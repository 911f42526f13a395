// A parsed text. All walks are loops and not recursive, because hostile text makes deep trees.
#pragma once

#include <tree_sitter/api.h>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace kedge {

// What differs between two texts: these bytes of one have become those of the other that end at `new_end`.
struct ReplacedBytes {
  std::size_t begin = 0, end = 0, new_end = 0;
};

class ParseTree {
 public:
  // nullopt if the grammar is not compatible with the parser. REQUIRES, as for the next: the bytes outlive it.
  static std::optional<ParseTree> of(const Language& language, std::string_view bytes);
  // The same from the tree of another text, for the language of that.
  static std::optional<ParseTree> from(const ParseTree& other, const ReplacedBytes& replaced, std::string_view bytes);

  const Language& language() const { return *language_; }
  std::string_view bytes() const { return bytes_; }
  TSNode root() const { return ts_tree_root_node(tree_.get()); }

 private:
  struct Delete {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
  };
  ParseTree(const Language& language, std::string_view bytes, TSTree* tree)
      : language_(&language), bytes_(bytes), tree_(tree) {}

  static std::optional<ParseTree> parsed(const Language& language, const TSTree* old, std::string_view bytes);

  const Language* language_;
  std::string_view bytes_;
  std::unique_ptr<TSTree, Delete> tree_;
};

// Visits a node's children. ts_node_child would count them again each time.
class Cursor {
 public:
  explicit Cursor(TSNode node) : cursor_(ts_tree_cursor_new(node)) {}
  ~Cursor() { ts_tree_cursor_delete(&cursor_); }
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  bool down() { return ts_tree_cursor_goto_first_child(&cursor_); }
  bool right() { return ts_tree_cursor_goto_next_sibling(&cursor_); }
  bool up() { return ts_tree_cursor_goto_parent(&cursor_); }

 private:
  TSTreeCursor cursor_;
};

// The nodes at a byte of the text.
struct PlaceInTree {
  std::vector<TSNode> beginning;  // that begin there, outermost first
  std::vector<TSNode> around;     // that begin earlier and continue, from the root
  std::optional<TSNode> before;   // the nearest one that ends before, comments aside
};

// `is_comment` is called for the nodes before.
template <class IsComment>
PlaceInTree place_at(const ParseTree& tree, std::uint32_t at, IsComment is_comment) {
  const auto begins = [&tree, at](std::uint32_t start) {
    // In some grammars, a node includes the whitespace before it.
    return start <= at && tree.bytes().substr(start, at - start).find_first_not_of(" \t") == std::string_view::npos;
  };
  PlaceInTree place;
  Cursor cursor(tree.root());
  place.around.push_back(tree.root());
  while (cursor.down()) {
    bool inside = false;
    do {
      const TSNode child = cursor.node();
      const std::uint32_t start = ts_node_start_byte(child);
      const std::uint32_t end = ts_node_end_byte(child);
      if (start > at) break;
      inside = at < end;
      if (inside) {
        (begins(start) ? place.beginning : place.around).push_back(child);
      } else if (end > start && !is_comment(child)) {
        place.before = child;
      }
    } while (!inside && cursor.right());
    if (!inside) break;
  }
  return place;
}

}  // namespace kedge
