#include "text/line_hash.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

TEST(LineHash, IsTheSha256OfTheLineWithoutItsTerminator) {
  constexpr std::string_view hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
  for (const char* bytes : {"hello\n", "hello\r\n", "hello", "\xEF\xBB\xBFhello\n"}) {
    const std::vector<LineHash> hashes = line_hashes(Text(bytes));
    ASSERT_EQ(hashes.size(), 1U);
    EXPECT_EQ(hashes[0].hex(64), hello);
  }
  EXPECT_NE(line_hashes(Text("hello\r"))[0].hex(64), hello) << "a lone carriage return is content";
  EXPECT_NE(line_hashes(Text("hello \n"))[0].hex(64), hello) << "blanks are content";
}

TEST(LineHash, ShorterFormsArePrefixesOfOneDigestInLowerCase) {
  const LineHash hash = hash_of("hello");
  EXPECT_EQ(hash.hex(2), "2c");
  EXPECT_EQ(hash.hex(6), "2cf24d");
  EXPECT_EQ(hash.hex(8), "2cf24dba");
  EXPECT_EQ(hash.hex(0), "");
}

TEST(LineHash, APrefixFitsInEitherCaseAndAtAnyLength) {
  const LineHash hash = hash_of("hello");
  EXPECT_TRUE(hash.has_prefix("2"));
  EXPECT_TRUE(hash.has_prefix("2cf24"));
  EXPECT_TRUE(hash.has_prefix("2CF24D"));
  EXPECT_TRUE(hash.has_prefix(hash.hex(64)));
}

TEST(LineHash, WhatIsNoPrefixFitsNothing) {
  const LineHash hash = hash_of("hello");
  EXPECT_FALSE(hash.has_prefix(""));
  EXPECT_FALSE(hash.has_prefix("2d"));
  EXPECT_FALSE(hash.has_prefix("2cf24e"));
  EXPECT_FALSE(hash.has_prefix("2cg"));
  EXPECT_FALSE(hash.has_prefix(" 2c"));
  EXPECT_FALSE(hash.has_prefix(hash.hex(64) + "0"));
}

TEST(LineHash, EveryLineIsHashedInOrder) {
  const std::vector<LineHash> hashes = line_hashes(Text("a\n\na\nb"));
  ASSERT_EQ(hashes.size(), 4U);
  EXPECT_EQ(hashes[0], hash_of("a"));
  EXPECT_EQ(hashes[1], hash_of(""));
  EXPECT_EQ(hashes[2], hashes[0]);
  EXPECT_EQ(hashes[3], hash_of("b"));
  EXPECT_TRUE(line_hashes(Text("")).empty());
}

TEST(ContextHash, JoinsTheLineWithItsNeighboursByLineFeed) {
  EXPECT_EQ(context_hash(Text("a\nx\nb\n"), LineNo{2}), hash_of("a\nx\nb"));
  EXPECT_EQ(context_hash(Text("a\r\nx\r\nb\r\n"), LineNo{2}), hash_of("a\nx\nb"));
}

TEST(ContextHash, ANeighbourThatIsMissingAtAnEdgeIsEmpty) {
  EXPECT_EQ(context_hash(Text("x\nb\n"), LineNo{1}), hash_of("\nx\nb"));
  EXPECT_EQ(context_hash(Text("a\nx"), LineNo{2}), hash_of("a\nx\n"));
  EXPECT_EQ(context_hash(Text("x"), LineNo{1}), hash_of("\nx\n"));
}

TEST(ContextHash, BlankLinesAreNoNeighbours) {
  EXPECT_EQ(context_hash(Text("a\n\n \t\nx\n\n\nb\n"), LineNo{4}), hash_of("a\nx\nb"));
  EXPECT_EQ(context_hash(Text("\n\nx\n  \n"), LineNo{3}), hash_of("\nx\n"));
}

TEST(ContextHash, NeighboursKeepTheirBlanks) {
  EXPECT_EQ(context_hash(Text("  a \nx\n\tb\n"), LineNo{2}), hash_of("  a \nx\n\tb"));
}

TEST(ContextHash, TellsEqualLinesApartByWhereTheyStand) {
  const Text text("a\nx\nb\nx\nc\n");
  EXPECT_NE(context_hash(text, LineNo{2}), context_hash(text, LineNo{4}));
}

TEST(Blank, IsALineWithoutANonBlankCharacter) {
  EXPECT_TRUE(is_blank(""));
  EXPECT_TRUE(is_blank(" \t\r\f\v"));
  EXPECT_FALSE(is_blank(" }"));
  EXPECT_FALSE(is_blank("0"));
}

}  // namespace
}  // namespace kedge
