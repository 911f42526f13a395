#include "dialects/blocks/block_name.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

std::string name_in(std::string_view row) {
  const std::optional<NameRow> name = read_name_row(row);
  return name ? name->name : "nothing";
}

TEST(BlockName, DecorationsAreTakenOff) {
  for (const std::string_view row : {"a/b.c", "`a/b.c`", "**a/b.c**", "# a/b.c", "a/b.c:", "**a/b.c:**", "####  `a/b.c`:"}) {
    EXPECT_EQ(name_in(row), "a/b.c") << row;
  }
  EXPECT_EQ(name_in("`#odd name:`"), "#odd name:") << "what stands in backticks is the name";
}

TEST(BlockName, ASentenceIsNone) {
  for (const std::string_view row :
       {"", "###", "two words", "File: a.py", "```", "~~~ts", "...", "`a` and `b`", "``", "Then:"}) {
    EXPECT_EQ(name_in(row), "nothing") << row;
  }
}

TEST(BlockName, AMarkedNameIsMoreThanAWord) {
  EXPECT_TRUE(read_name_row("`Makefile`")->marked);
  EXPECT_TRUE(read_name_row("## Makefile")->marked);
  EXPECT_FALSE(read_name_row("Makefile")->marked);
  EXPECT_FALSE(read_name_row("a.py:")->marked);
}

TEST(BlockName, AFenceMayNameAFile) {
  EXPECT_EQ(name_on_fence("```src/a.ts"), "src/a.ts");
  EXPECT_EQ(name_on_fence("```a.ts"), "a.ts");
  EXPECT_EQ(name_on_fence("```c++"), std::nullopt);
  EXPECT_EQ(name_on_fence("```"), std::nullopt);
  EXPECT_EQ(name_on_fence("a/b"), std::nullopt);
}

TEST(BlockName, WhatIsWrittenIsRead) {
  for (const std::string_view name : {"a", "a b", "#a", "a:", "*a*", "a#b", "...", " a", "a ", "ä"}) {
    const std::optional<std::string> row = name_row_of(name);
    EXPECT_TRUE(!row || name_in(*row) == name) << name;
  }
  EXPECT_EQ(name_row_of("a b"), "`a b`");
  EXPECT_EQ(name_row_of("#a b"), "`#a b`");
  EXPECT_EQ(name_row_of("a`b"), std::nullopt);
  EXPECT_EQ(name_row_of("a\nb"), std::nullopt);
}

}  // namespace
}  // namespace kedge
