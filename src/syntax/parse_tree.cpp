#include "syntax/parse_tree.hpp"

namespace kedge {

std::optional<ParseTree> ParseTree::of(const Language& language, std::string_view bytes) {
  struct DeleteParser {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
  };
  const std::unique_ptr<TSParser, DeleteParser> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), language.grammar())) return std::nullopt;
  TSTree* tree = ts_parser_parse_string(parser.get(), nullptr, bytes.data(), static_cast<std::uint32_t>(bytes.size()));
  if (tree == nullptr) return std::nullopt;
  return ParseTree(language, bytes, tree);
}

}  // namespace kedge
