#include "syntax/parse_tree.hpp"

namespace kedge {
namespace {

// Where a byte is, going on from another one before it.
TSPoint point_at(std::string_view bytes, std::size_t at, std::size_t known_at = 0, TSPoint known = {0, 0}) {
  std::size_t line = known_at - known.column;
  for (std::size_t next = bytes.find('\n', known_at); next < at; next = bytes.find('\n', line)) {
    line = next + 1;
    ++known.row;
  }
  return {known.row, static_cast<std::uint32_t>(at - line)};
}

}  // namespace

std::optional<ParseTree> ParseTree::of(const Language& language, std::string_view bytes) {
  return parsed(language, nullptr, bytes);
}

std::optional<ParseTree> ParseTree::from(const ParseTree& other, const ReplacedBytes& replaced, std::string_view bytes) {
  const std::unique_ptr<TSTree, Delete> edited(ts_tree_copy(other.tree_.get()));
  const TSPoint begin = point_at(bytes, replaced.begin);
  const TSInputEdit edit{.start_byte = static_cast<std::uint32_t>(replaced.begin),
                         .old_end_byte = static_cast<std::uint32_t>(replaced.end),
                         .new_end_byte = static_cast<std::uint32_t>(replaced.new_end),
                         .start_point = begin,
                         .old_end_point = point_at(other.bytes_, replaced.end, replaced.begin, begin),
                         .new_end_point = point_at(bytes, replaced.new_end, replaced.begin, begin)};
  ts_tree_edit(edited.get(), &edit);
  return parsed(*other.language_, edited.get(), bytes);
}

std::optional<ParseTree> ParseTree::parsed(const Language& language, const TSTree* old, std::string_view bytes) {
  struct DeleteParser {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
  };
  const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), language.grammar())) return std::nullopt;
  TSTree* tree = ts_parser_parse_string(parser.get(), old, bytes.data(), static_cast<std::uint32_t>(bytes.size()));
  if (tree == nullptr) return std::nullopt;
  return ParseTree(language, bytes, tree);
}

}  // namespace kedge
