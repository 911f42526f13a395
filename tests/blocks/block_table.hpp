// A table of blocks: sources, and for lines of them the lines that the block beginning there takes, or why there is none. The
// format is in README.md beside the tables.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/syntax.hpp"

namespace kedge::test {

struct BlockRow {
  int row = 0;  // of the table, from 1
  LineNo line;
  std::string expected;  // as block_words spells it
  std::string construct;
};

struct BlockCase {
  std::string file;  // its name says the language
  std::string title;
  int row = 0;
  std::string source;
  std::vector<BlockRow> rows;
};

std::expected<std::vector<BlockCase>, std::string> parse_block_table(std::string_view bytes);

// "3..7", "one_line", "decorated 2"
std::string block_words(const Block& block);

}  // namespace kedge::test
