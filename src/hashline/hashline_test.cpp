#include "hashline/hashline.hpp"

#include <gtest/gtest.h>

namespace kedge::hashline {
namespace {

TEST(Hashline, AHashIsTheFirstByteOfTheContentsDigest) {
  EXPECT_EQ(line_hash(""), "e3");     // e3b0c442…
  EXPECT_EQ(line_hash("abc"), "ba");  // ba7816bf…
  EXPECT_EQ(line_hash("abc"), line_hash("abc"));
  EXPECT_NE(line_hash("abc"), line_hash("abc "));
}

TEST(Hashline, LinesAreCountedFromAnyNumber) {
  const std::vector<TaggedLine> lines = tag_lines("abc\n\nabc", 7);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], (TaggedLine{7, "ba", "abc"}));
  EXPECT_EQ(lines[1], (TaggedLine{8, "e3", ""}));
  EXPECT_EQ(lines[2], (TaggedLine{9, "ba", "abc"}));
}

TEST(Hashline, TerminatorsAndByteOrderMarkAreNoContent) {
  EXPECT_EQ(format_tagged(tag_lines("\xEF\xBB\xBF"
                                    "abc\r\nabc\n")),
            "1:ba|abc\n2:ba|abc\n");
  EXPECT_TRUE(tag_lines("").empty());
  EXPECT_EQ(tag_lines("\n").size(), 1U);
  EXPECT_EQ(tag_lines("abc\r").front().content, "abc\r");  // a CR that ends no line is content
}

TEST(Hashline, AnAnchorFitsItsLineAlone) {
  const std::vector<TaggedLine> lines = tag_lines("abc\n\n");
  EXPECT_EQ(validate({1, "ba"}, lines), Fit::fits);
  EXPECT_EQ(validate({1, "BA"}, lines), Fit::fits);
  EXPECT_EQ(validate({1, "bb"}, lines), Fit::other_hash);
  EXPECT_EQ(validate({1, ""}, lines), Fit::other_hash);
  EXPECT_EQ(validate({1, "b"}, lines), Fit::other_hash);
  EXPECT_EQ(validate({0, "ba"}, lines), Fit::no_such_line);
  EXPECT_EQ(validate({3, "ba"}, lines), Fit::no_such_line);
}

TEST(Hashline, ARangeFitsWithItsFirstLineFirst) {
  const std::vector<TaggedLine> lines = tag_lines("abc\n\n");
  EXPECT_EQ(validate_range({1, "ba"}, {2, "e3"}, lines), Fit::fits);
  EXPECT_EQ(validate_range({2, "e3"}, {2, "e3"}, lines), Fit::fits);
  EXPECT_EQ(validate_range({2, "e3"}, {1, "ba"}, lines), Fit::reversed);
  EXPECT_EQ(validate_range({1, "e3"}, {2, "e3"}, lines), Fit::other_hash);
  EXPECT_EQ(validate_range({1, "ba"}, {9, "e3"}, lines), Fit::no_such_line);
}

TEST(Hashline, WhatIsTaggedAndFormattedCanBeValidated) {
  const std::string text = "int main() {\n  return 0;\n}\n";
  for (const TaggedLine& line : tag_lines(text)) EXPECT_EQ(validate({line.number, line.hash}, tag_lines(text)), Fit::fits);
}

}  // namespace
}  // namespace kedge::hashline
