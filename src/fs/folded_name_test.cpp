#include "fs/folded_name.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kedge {
namespace {

TEST(FoldedName, IsInLowerCase) {
  EXPECT_EQ(folded_name(".GIT"), ".git");
  EXPECT_EQ(folded_name(".GiT"), ".git");
  EXPECT_EQ(folded_name("Makefile"), "makefile");
  EXPECT_EQ(folded_name(""), "");
}

TEST(FoldedName, LettersThatAFileSystemHoldsForAsciiAreAscii) {
  EXPECT_EQ(folded_name(".\u212Aube"), ".kube");
  EXPECT_EQ(folded_name(".\u017Fsh"), ".ssh");
  EXPECT_EQ(folded_name(".g\u0131t"), ".git");
  EXPECT_EQ(folded_name(".g\u0130t"), ".git");
  EXPECT_EQ(folded_name("a\u037E\u1FEF"), "a;`");
}

TEST(FoldedName, OtherLettersStayAsTheyAre) {
  EXPECT_EQ(folded_name(".\uFF47\uFF49\uFF54"), ".\uFF47\uFF49\uFF54");  // fullwidth
  EXPECT_EQ(folded_name("\u00C4\u00E4"), "\u00C4\u00E4");
  EXPECT_EQ(folded_name("\xFF\xFE"), "\xFF\xFE");
}

// REQUIRES: a code point beyond U+07FF.
std::string utf8(char32_t code) {
  const auto byte = [code](unsigned begin, unsigned shift) {
    return static_cast<char>(begin | (static_cast<unsigned>(code) >> shift & (begin == 0x80 ? 0x3FU : 0x0FU)));
  };
  if (code < 0x10000) return {byte(0xE0, 12), byte(0x80, 6), byte(0x80, 0)};
  return {byte(0xF0, 18), byte(0x80, 12), byte(0x80, 6), byte(0x80, 0)};
}

TEST(FoldedName, WhatIsIgnorableGoes) {
  std::vector<std::string> ignorable{"\u00AD", "\u034F", "\xD8\x9C"};
  for (const int code :
       {0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200C, 0x200D,  0x200E,  0x200F,  0x202A,  0x202E,  0x2060,
        0x206F, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0, 0xFFF8, 0x1BCA0, 0x1D173, 0xE0000, 0xE0041, 0xE01EF, 0xE0FFF}) {
    ignorable.push_back(utf8(static_cast<char32_t>(code)));
  }
  for (const std::string& piece : ignorable) {
    for (const std::size_t at : {0UL, 1UL, 2UL, 4UL})
      EXPECT_EQ(folded_name(std::string(".git").insert(at, piece)), ".git") << piece;
  }
}

TEST(FoldedName, WhatIsBesideTheIgnorableStays) {
  for (const int code : {0x200A, 0x2010, 0x2029, 0x202F, 0x2070, 0xFDFF, 0xFE10, 0xFFEF, 0xFFF9, 0xDFFFF, 0xE1000}) {
    const std::string name = std::string(".git").insert(2, utf8(static_cast<char32_t>(code)));
    EXPECT_EQ(folded_name(name), name);
  }
}

TEST(FoldedName, DotsAndBlanksAtTheEndGo) {
  EXPECT_EQ(folded_name(".git."), ".git");
  EXPECT_EQ(folded_name(".git. . "), ".git");
  EXPECT_EQ(folded_name(".git \u200B"), ".git");
  EXPECT_EQ(folded_name(" .git"), " .git");
  EXPECT_EQ(folded_name("..."), "");
}

TEST(FoldedName, AStreamGoesButNotForThoseWhoKeepIt) {
  EXPECT_EQ(folded_name(".git::$INDEX_ALLOCATION"), ".git");
  EXPECT_EQ(folded_name(".git:x"), ".git");
  EXPECT_EQ(folded_name(".git. :x"), ".git");
  EXPECT_EQ(folded_name(":x"), ":x");
  EXPECT_EQ(folded_with_stream("A:B.pem."), "a:b.pem");
}

TEST(FoldedName, FoldingAgainChangesNothing) {
  const std::string split = "\xE2\u200B\x80\x8B";  // leaves the bytes of another zero-width blank
  for (const std::string_view name : {std::string_view(split), std::string_view(".GIT ::$x"), std::string_view(": . :"),
                                      std::string_view("::a"), std::string_view("\u212A~1 . ")}) {
    const std::string once = folded_name(name);
    EXPECT_EQ(folded_name(once), once) << name;
  }
  EXPECT_EQ(folded_name("a" + split), "a");
}

TEST(ShortName, IsTheOneThatWindowsGives) {
  for (const std::string_view name : {"git~1", "git~9", "gi7eba~1", "gi0000~9"})
    EXPECT_TRUE(is_short_name_of(name, ".git")) << name;
  EXPECT_TRUE(is_short_name_of("mcp~1.jso", ".mcp.json"));
  EXPECT_TRUE(is_short_name_of("env~1.loc", ".env.local"));
  EXPECT_TRUE(is_short_name_of("settin~1.jso", "settings.json"));
  EXPECT_TRUE(is_short_name_of("id_ed2~1", "id_ed25519"));
  EXPECT_TRUE(is_short_name_of("git-cr~2", ".git-credentials"));
}

TEST(ShortName, IsNoOther) {
  for (const std::string_view name : {"git", "git~", "git~0", "git~a", "git~1x", "git~1.x", "gi~1", "gitx~1", "gi7ebg~1",
                                      "gi7eba1~1", "~1", ".git~1", "it7eba~1"}) {
    EXPECT_FALSE(is_short_name_of(name, ".git")) << name;
  }
  EXPECT_FALSE(is_short_name_of("mcp~1.json", ".mcp.json"));
  EXPECT_FALSE(is_short_name_of("mcp~1", ".mcp.json"));
}

TEST(MayBe, TakesEveryReadingOfAName) {
  for (const std::string_view name : {".git", ".GIT", "GIT~1", "Gi7EbA~1", ".g\u200Dit", ".git .", ".git::$INDEX_ALLOCATION"}) {
    EXPECT_TRUE(may_be(name, ".git")) << name;
  }
  for (const std::string_view name : {"git", ".gitx", ".gi", ".git~", "x.git", ".gitignore"})
    EXPECT_FALSE(may_be(name, ".git")) << name;
}

}  // namespace
}  // namespace kedge
