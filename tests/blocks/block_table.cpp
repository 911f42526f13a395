#include "blocks/block_table.hpp"

#include <charconv>
#include <sstream>

#include "support/strings.hpp"

namespace kedge::test {

namespace {

using Why = BlockProblem::Why;

std::string_view word_for(Why why) {
  switch (why) {
    case Why::no_grammar: return "no_grammar";
    case Why::blank: return "blank";
    case Why::closer: return "closer";
    case Why::nothing_begins: return "nothing";
    case Why::one_line: return "one_line";
    case Why::has_error: return "error";
    case Why::decorated: return "decorated";
    case Why::no_parse: return "no_parse";
  }
  return "?";
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// "12 -> 12..15  # what it is"
std::expected<BlockRow, std::string> parse_row(std::string_view text, int row) {
  const std::size_t arrow = text.find("->");
  if (arrow == std::string_view::npos) return std::unexpected(concat("row ", row, " has no ->"));
  const std::size_t remark = text.find('#', arrow);
  const std::string_view number = trimmed(text.substr(0, arrow));
  BlockRow parsed{.row = row, .line = {}, .expected = {}, .construct = {}};
  const auto [end, failure] = std::from_chars(number.data(), number.data() + number.size(), parsed.line.value);
  if (failure != std::errc() || end != number.data() + number.size())
    return std::unexpected(concat("row ", row, " has no line"));
  parsed.expected = trimmed(text.substr(arrow + 2, remark == std::string_view::npos ? remark : remark - arrow - 2));
  if (remark != std::string_view::npos) parsed.construct = trimmed(text.substr(remark + 1));
  return parsed;
}

}  // namespace

std::expected<std::vector<BlockCase>, std::string> parse_block_table(std::string_view bytes) {
  enum class Part { none, source, spans };
  std::vector<BlockCase> cases;
  Part part = Part::none;
  std::istringstream rows{std::string(bytes)};
  int number = 0;
  for (std::string row; std::getline(rows, row);) {
    ++number;
    if (row.starts_with("=== ")) {
      const std::size_t gap = row.find("  ");
      if (gap == std::string::npos) return std::unexpected(concat("row ", number, " has no title"));
      cases.push_back({.file = row.substr(4, gap - 4), .title = row.substr(gap + 2), .row = number, .source = {}, .rows = {}});
      part = Part::source;
    } else if (part == Part::source && row == "--- spans") {
      part = Part::spans;
    } else if (part == Part::source) {
      cases.back().source += row + '\n';
    } else if (part == Part::spans && !trimmed(row).empty()) {
      std::expected<BlockRow, std::string> parsed = parse_row(row, number);
      if (!parsed) return std::unexpected(parsed.error());
      cases.back().rows.push_back(*std::move(parsed));
    } else if (part == Part::none && !trimmed(row).empty()) {
      return std::unexpected(concat("row ", number, " stands before the first case"));
    }
  }
  return cases;
}

std::string block_words(const Block& block) {
  if (block) return concat(block->first.value, "..", block->last().value);
  const BlockProblem& problem = block.error();
  return problem.hint ? concat(word_for(problem.why), ' ', problem.hint->value) : std::string(word_for(problem.why));
}

}  // namespace kedge::test
