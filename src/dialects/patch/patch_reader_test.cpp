#include "dialects/patch/patch_reader.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

std::string refusal_of(std::string_view patch) {
  const Result<PatchText> read = read_patch(patch);
  return read ? "taken" : to_text(read.error());
}

TEST(PatchReader, ReadsHunksWithTheirRows) {
  EXPECT_FALSE(read_patch("¶a b#c.txt#0A3B\nMV\n")) << "MV names nothing";
  const Result<PatchText> read = read_patch("¶a b#c.txt#0A3B\nreplace 2..3:\n+x\n+\ninsert after block 7:\n+y\n");
  ASSERT_TRUE(read) << to_text(read.error());
  ASSERT_EQ(read->sections.size(), 1U);
  const PatchSection& section = read->sections.front();
  EXPECT_EQ(section.path, "a b#c.txt");
  EXPECT_EQ(section.tag, "0A3B");
  ASSERT_EQ(section.hunks.size(), 2U);
  EXPECT_EQ(section.hunks[0].body, (Rows{"x", ""}));
  EXPECT_EQ(section.hunks[0].row, 2U);
  EXPECT_TRUE(section.hunks[1].block);
  EXPECT_TRUE(read->warnings.empty());
}

TEST(PatchReader, ATagHasFourUpperCaseDigitsOrFive) {
  EXPECT_EQ(read_patch("¶a#10000\ndelete 1\n")->sections.front().tag, "10000");
  EXPECT_EQ(read_patch("¶a#C3F9C2693A1C\ndelete 1\n")->sections.front().tag, "C3F9C2693A1C") << "one that could not be written";
  EXPECT_FALSE(read_patch("¶a#C3F9C269\ndelete 1\n")->sections.front().tag.has_value());
  EXPECT_FALSE(read_patch("¶a#0A3\ndelete 1\n")->sections.front().tag.has_value()) << "part of the name";
  EXPECT_NE(refusal_of("¶a#0a3b\ndelete 1\n").find("¶a#0A3B"), std::string::npos);
}

TEST(PatchReader, ManyHunksAndSectionsEndInALimit) {
  std::string hunks = "¶a#0A3B\n";
  for (int i = 1; i <= 200'000; ++i) append(hunks, concat("delete ", i, '\n'));
  EXPECT_NE(refusal_of(hunks).find("limit"), std::string::npos);
  std::string sections;
  for (int i = 1; i <= 200'000; ++i) append(sections, concat("¶f", i, "#0A3B\ndelete 1\n"));
  EXPECT_NE(refusal_of(sections).find("limit"), std::string::npos);
}

TEST(PatchReader, OfManyFaultsTheFirstAreTold) {
  std::string patch = "¶a#0A3B\n";
  for (int i = 0; i < 100'000; ++i) append(patch, "-x\n");
  const Result<PatchText> read = read_patch(patch);
  ASSERT_FALSE(read);
  EXPECT_LE(read.error().others.size(), PatchReader::most_refusals);
}

TEST(PatchReader, ALongRowIsQuotedInPart) {
  EXPECT_LT(refusal_of(concat("¶a#0A3B\n", std::string(1'000'000, 'x'), '\n')).size(), 1000U);
}

}  // namespace
}  // namespace kedge
