#include "render/row.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

std::string row_of(std::string bytes) { return shown_row(Text(std::move(bytes)), LineNo{1}); }

TEST(Row, ARowIsTheLineWithoutItsTerminator) {
  EXPECT_EQ(row_of("text\r\n"), "text");
  EXPECT_EQ(row_of("text"), "text");
  EXPECT_EQ(row_of("\n"), "");
}

TEST(Row, ANumberStandsBeforeAColon) {
  const Text text("a\nb\n");
  std::string out = "1:a\n";
  append_numbered_row(out, text, LineNo{2});
  EXPECT_EQ(out, "1:a\n2:b");
}

// Rows are looked at in words of eight bytes: every length, with the byte at every place.
TEST(Row, WhatIsNotTextIsEscapedWhereverItStands) {
  for (std::size_t size = 1; size <= 20; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      const std::string around(size - at - 1, 'x');
      for (const auto& [byte, escaped] : {std::pair{'\0', "\\x00"}, std::pair{'\xff', "\\xff"}, std::pair{'\x80', "\\x80"}}) {
        EXPECT_EQ(row_of(concat(std::string(at, 'x'), byte, around)), concat(std::string(at, 'x'), escaped, around));
      }
      for (const char plain : {'\x01', '\x7f', '\t'}) {
        const std::string line = concat(std::string(at, 'x'), plain, around);
        EXPECT_EQ(row_of(line), line);
      }
      const std::string letter = concat(std::string(at, 'x'), "ä", around);
      EXPECT_EQ(row_of(letter), letter);
    }
  }
}

TEST(Row, AVeryLongLineIsCut) {
  EXPECT_EQ(row_of(std::string(longest_row + 5, 'x')), concat(std::string(longest_row, 'x'), "… (5 more bytes of this line)"));
}

}  // namespace
}  // namespace kedge
