#include "language/lsp_positions.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

const Text text("ab\näö\xF0\x9F\x98\x80z\r\nlast");

TEST(LspPositions, ColumnsAreUnitsOfUtf16OrBytes) {
  EXPECT_EQ(offset_of(text, {0, 1}, ColumnUnit::utf16)->value, 1U);
  EXPECT_EQ(offset_of(text, {1, 2}, ColumnUnit::utf16)->value, 7U) << "after two letters of two bytes";
  EXPECT_EQ(offset_of(text, {1, 4}, ColumnUnit::utf16)->value, 11U) << "an emoji is two units and four bytes";
  EXPECT_EQ(offset_of(text, {1, 4}, ColumnUnit::utf8)->value, 7U);
  EXPECT_EQ(column_of(text, {1, 4}, ColumnUnit::utf16), 4U) << "the fourth character";
}

TEST(LspPositions, WhatIsBehindTheEndOfALineIsItsEnd) {
  EXPECT_EQ(offset_of(text, {1, 99}, ColumnUnit::utf16)->value, 12U) << "before the line ending";
  EXPECT_EQ(offset_of(text, {2, 99}, ColumnUnit::utf16)->value, text.size());
  EXPECT_EQ(offset_of(text, {3, 0}, ColumnUnit::utf16)->value, text.size());
  EXPECT_FALSE(offset_of(text, {3, 1}, ColumnUnit::utf16));
  EXPECT_FALSE(offset_of(text, {99, 0}, ColumnUnit::utf8));
}

// There and back, for every place between two characters.
TEST(LspPositions, APlaceIsItsPosition) {
  for (const ColumnUnit unit : {ColumnUnit::utf16, ColumnUnit::utf8}) {
    for (const std::size_t offset : {0UL, 1UL, 2UL, 3UL, 5UL, 7UL, 11UL, 12UL, 14UL, 16UL}) {
      EXPECT_EQ(offset_of(text, position_of(text, {offset}, unit), unit)->value, offset);
    }
  }
}

}  // namespace
}  // namespace kedge
