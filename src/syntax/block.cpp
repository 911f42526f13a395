#include "syntax/block.hpp"

#include <algorithm>

namespace kedge {

namespace {

using Why = BlockProblem::Why;

std::unexpected<BlockProblem> no_block(Why why) { return std::unexpected(BlockProblem{why}); }

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

class Resolver {
 public:
  Resolver(const ParseTree& tree, const Roles& roles, const Text& text) : tree_(tree), roles_(roles), text_(text) {}

  Block resolve(LineNo line) const {
    if (!text_.has(line)) return no_block(Why::nothing_begins);
    const std::optional<std::uint32_t> start = first_character(line);
    if (!start) return no_block(Why::blank);
    const PlaceInTree place = look(*start);
    const std::optional<TSNode> outermost = first_that_counts(place);
    if (outermost && roles_.of(*outermost) == Role::closer) return no_block(Why::closer);
    if (const std::optional<LineNo> decorator = decorator_above(place)) {
      return std::unexpected(BlockProblem{Why::decorated, decorator});
    }
    if (outermost && roles_.of(*outermost) == Role::comment) return from_comment(line, *start, *outermost);
    const std::expected<Construct, Why> construct = construct_at(*start);
    if (!construct) return no_block(construct.error());
    return whole_lines(line, *construct);
  }

 private:
  struct Construct {
    std::uint32_t end = 0;  // in bytes
    bool has_error = false;
    bool is_definition = false;  // or decorated, which is as good
  };

  PlaceInTree look(std::uint32_t at) const {
    return place_at(tree_, at, [this](const TSNode& node) { return roles_.of(node) == Role::comment; });
  }

  std::uint32_t column_of(std::uint32_t at) const {
    const std::size_t row = tree_.bytes().rfind('\n', at);
    return at - static_cast<std::uint32_t>(row == std::string_view::npos ? 0 : row + 1);
  }

  LineNo line_of(std::uint32_t at) const { return text_.lines_touched({{at}, {at + 1}}).first; }

  std::optional<std::uint32_t> first_character(LineNo line) const {
    const std::string_view content = text_.content(line);
    const auto found = std::ranges::find_if_not(content, is_blank);
    if (found == content.end()) return std::nullopt;
    return static_cast<std::uint32_t>(text_.span(one_line(line)).begin.value +
                                      static_cast<std::size_t>(found - content.begin()));
  }

  // Where the last character before `end` that is not blank ends.
  std::uint32_t without_blanks(std::uint32_t start, std::uint32_t end) const {
    while (end > start && is_blank(tree_.bytes()[end - 1])) --end;
    return end;
  }

  // The first node at this place that is more than the body or the wrapper of the next one.
  std::optional<TSNode> first_that_counts(const PlaceInTree& place) const {
    for (std::size_t i = 0; i < place.beginning.size(); ++i) {
      const TSNode& node = place.beginning[i];
      const Role role = roles_.of(node);
      if (role == Role::body) continue;
      const bool wraps = (role == Role::none || role == Role::operation) && i + 1 < place.beginning.size() &&
                         ts_node_is_named(place.beginning[i + 1]) && ends_alike(node, place.beginning[i + 1]);
      if (!wraps) return node;
    }
    return std::nullopt;
  }

  bool ends_alike(const TSNode& a, const TSNode& b) const {
    const std::uint32_t start = ts_node_start_byte(a);
    return !ts_node_is_error(a) && without_blanks(start, ts_node_end_byte(a)) == without_blanks(start, ts_node_end_byte(b));
  }

  // A decorator ends right before this place, so what begins here is the rest of its construct.
  std::optional<LineNo> decorator_above(const PlaceInTree& place) const {
    if (!place.before) return std::nullopt;
    TSNode node = *place.before;
    while (roles_.of(node) != Role::decoration) {
      const std::uint32_t count = ts_node_child_count(node);
      if (count == 0) return std::nullopt;
      node = ts_node_child(node, count - 1);
    }
    TSNode first = node;
    for (TSNode other = ts_node_prev_sibling(node); !ts_node_is_null(other); other = ts_node_prev_sibling(other)) {
      const Role role = roles_.of(other);
      if (role == Role::decoration) first = other;
      if (role != Role::decoration && role != Role::comment) break;
    }
    return line_of(ts_node_start_byte(first));
  }

  static bool in_error(const PlaceInTree& place) {
    return std::ranges::any_of(place.around, ts_node_is_error) || std::ranges::any_of(place.beginning, ts_node_is_error);
  }

  // Skips decorators that are siblings of their construct, and comments between them.
  std::expected<Construct, Why> construct_at(std::uint32_t at) const {
    bool decorated = false;
    bool broken = false;
    for (;;) {
      const PlaceInTree place = look(at);
      const std::optional<TSNode> node = first_that_counts(place);
      if (!node) return std::unexpected(in_error(place) ? Why::has_error : Why::nothing_begins);
      const Role role = roles_.of(*node);
      const bool passed = role == Role::decoration || (decorated && role == Role::comment);
      if (!passed) {
        std::expected<Construct, Why> found = construct_of(*node, place, at);
        if (!found) return found;
        found->has_error = found->has_error || broken;
        found->is_definition = found->is_definition || decorated;
        return found;
      }
      decorated = true;
      broken = broken || ts_node_has_error(*node);
      const std::string_view bytes = tree_.bytes();
      const auto next = std::find_if_not(bytes.begin() + ts_node_end_byte(*node), bytes.end(), is_blank);
      if (next == bytes.end()) return std::unexpected(Why::nothing_begins);
      at = static_cast<std::uint32_t>(next - bytes.begin());
    }
  }

  std::expected<Construct, Why> construct_of(const TSNode& node, const PlaceInTree& place, std::uint32_t at) const {
    const Role role = roles_.of(node);
    Construct construct{.end = ts_node_end_byte(node), .has_error = ts_node_has_error(node) || error_follows(node)};
    if (is_part_of_another(node)) return std::unexpected(in_error(place) ? Why::has_error : Why::nothing_begins);
    if (role == Role::definition || role == Role::construct) {
      construct.is_definition = role == Role::definition || begins_with_definition(node);
      if (tree_.language().end != nullptr) construct.end = tree_.language().end(node, tree_.bytes()).value_or(construct.end);
    } else if (role == Role::arm) {
      construct.end = end_of_arm(node);
    } else if (role == Role::arm_word) {
      const TSNode branch = ts_node_next_named_sibling(node);
      if (ts_node_is_null(branch)) return std::unexpected(Why::nothing_begins);
      construct = {.end = end_of_branch(node, branch), .has_error = ts_node_has_error(branch)};
    } else {
      if (in_error(place)) return std::unexpected(Why::has_error);
      // Not in the list, but an element alone on its line: it can be named by its line number.
      const bool single = ts_node_is_named(node) && line_of(without_blanks(at, construct.end) - 1) == line_of(at) &&
                          is_delimiter(ts_node_prev_sibling(node)) && is_delimiter(ts_node_next_sibling(node));
      if (!single) return std::unexpected(Why::nothing_begins);
    }
    construct.end = without_comments_below(at, without_blanks(at, construct.end));
    return construct;
  }

  // Some grammars make a statement of it.
  bool begins_with_definition(const TSNode& node) const {
    if (ts_node_named_child_count(node) == 0) return false;
    const TSNode first = ts_node_named_child(node, 0);
    return roles_.of(first) == Role::definition && ts_node_start_byte(first) == ts_node_start_byte(node);
  }

  // An operand, or a body in braces: removing or replacing it alone would leave an incomplete construct.
  bool is_part_of_another(const TSNode& node) const {
    const TSNode parent = ts_node_parent(node);
    if (ts_node_is_null(parent)) return false;
    if (roles_.of(parent) == Role::operation) return true;
    const TSNode body = ts_node_child_by_field_name(parent, "body", 4);
    return !ts_node_is_null(body) && ts_node_eq(body, node) && tree_.bytes()[ts_node_start_byte(node)] == '{';
  }

  bool is_delimiter(const TSNode& node) const {
    return ts_node_is_null(node) || !ts_node_is_named(node) || roles_.of(node) == Role::comment;
  }

  // What the parser gave up on right below may have been a part of this: an arm, a closer.
  bool error_follows(const TSNode& node) const {
    const TSNode next = ts_node_next_sibling(node);
    return !ts_node_is_null(next) && ts_node_is_error(next) && ts_node_start_point(next).row <= ts_node_end_point(node).row + 1;
  }

  // `else if …` is an arm without the arms after it.
  std::uint32_t end_of_arm(const TSNode& arm) const {
    const std::uint32_t end = ts_node_end_byte(arm);
    const TSNode own = ts_node_child_by_field_name(arm, "alternative", 11);
    if (!ts_node_is_null(own)) return ts_node_start_byte(own);
    const std::uint32_t count = ts_node_named_child_count(arm);
    return count == 0 ? end : end_of_branch(arm, ts_node_named_child(arm, count - 1));
  }

  std::uint32_t end_of_branch(const TSNode& arm, const TSNode& branch) const {
    const TSNode further = ts_node_child_by_field_name(branch, "alternative", 11);
    const bool same_line = ts_node_start_point(arm).row == ts_node_start_point(branch).row;
    if (ts_node_is_null(further) || !same_line) return ts_node_end_byte(branch);
    const TSNode word = ts_node_prev_sibling(further);
    const bool has_word = !ts_node_is_null(word) && roles_.of(word) == Role::arm_word;
    return ts_node_start_byte(has_word ? word : further);
  }

  // Comments at the end belong to what comes below, from the first one that is not indented into the construct, unless a blank
  // line separates them from what is below and none from what is above.
  std::uint32_t without_comments_below(std::uint32_t start, std::uint32_t end) const {
    const LineNo last = line_of(end - 1);
    const bool attached_below = text_.has(last + 1) && first_character(last + 1).has_value();
    std::uint32_t cut = end;
    for (LineNo line = last; line > line_of(start); line = line - 1) {
      const std::optional<std::uint32_t> row = first_character(line);
      if (!row) continue;
      const std::optional<TSNode> node = first_that_counts(look(*row));
      if (!node || roles_.of(*node) != Role::comment) break;
      const bool attached_above = first_character(line - 1).has_value();
      if (column_of(*row) <= column_of(start) && (attached_below || !attached_above)) cut = without_blanks(start, *row);
    }
    return cut;
  }

  // The comment and the definition right below it, or the comment alone.
  Block from_comment(LineNo line, std::uint32_t start, const TSNode& comment) const {
    if (continues_comment(line)) return no_block(Why::nothing_begins);
    const std::string_view bytes = tree_.bytes();
    std::uint32_t end = without_blanks(start, ts_node_end_byte(comment));
    for (;;) {
      const auto next = std::find_if_not(bytes.begin() + end, bytes.end(), is_blank);
      const auto rows = std::count(bytes.begin() + end, next, '\n');
      if (next == bytes.end() || rows > 1) break;
      const auto at = static_cast<std::uint32_t>(next - bytes.begin());
      if (rows > 0 && column_of(at) != column_of(start)) break;
      const std::optional<TSNode> node = first_that_counts(look(at));
      if (node && roles_.of(*node) == Role::comment) {
        end = without_blanks(at, ts_node_end_byte(*node));
        continue;
      }
      const std::expected<Construct, Why> construct = construct_at(at);
      if (!construct && construct.error() == Why::has_error) return no_block(Why::has_error);
      if (construct && (construct->is_definition || rows == 0)) return whole_lines(line, *construct);
      break;
    }
    return whole_lines(line, {.end = end});
  }

  // A row of a run of comments that began above.
  bool continues_comment(LineNo line) const {
    if (line == LineNo{1}) return false;
    const std::optional<std::uint32_t> above = first_character(line - 1);
    const std::optional<std::uint32_t> here = first_character(line);
    if (!above || !here || column_of(*above) != column_of(*here)) return false;
    const std::optional<TSNode> node = first_that_counts(look(*above));
    return node && roles_.of(*node) == Role::comment &&
           line_of(without_blanks(*above, ts_node_end_byte(*node)) - 1) == line - 1;
  }

  Block whole_lines(LineNo first, const Construct& construct) const {
    if (construct.has_error) return no_block(Why::has_error);
    const LineNo last = line_of(construct.end - 1);
    if (!ends_its_line(construct.end)) return no_block(Why::nothing_begins);
    if (first == last) return no_block(Why::one_line);
    return LineSpan{first, last + 1};
  }

  // Only separators and a comment follow on the line.
  bool ends_its_line(std::uint32_t at) const {
    const std::string_view bytes = tree_.bytes();
    for (;;) {
      while (at < bytes.size() && bytes[at] != '\n' && is_blank(bytes[at])) ++at;
      if (at >= bytes.size() || bytes[at] == '\n') return true;
      const PlaceInTree place = look(at);
      if (place.beginning.empty()) return false;
      const TSNode& innermost = place.beginning.back();
      const bool comment =
          std::ranges::any_of(place.beginning, [this](const TSNode& n) { return roles_.of(n) == Role::comment; });
      if (!comment && roles_.of(innermost) != Role::separator) return false;
      const TSNode& passed = comment ? place.beginning.front() : innermost;
      const std::uint32_t end = without_blanks(at, ts_node_end_byte(passed));
      if (end <= at || line_of(end - 1) != line_of(at)) return false;
      at = end;
    }
  }

  const ParseTree& tree_;
  const Roles& roles_;
  const Text& text_;
};

}  // namespace

Block block_at(const ParseTree& tree, const Roles& roles, const Text& text, LineNo line) {
  return Resolver(tree, roles, text).resolve(line);
}

}  // namespace kedge
