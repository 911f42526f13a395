#include "dialects/udiff/diff_name.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge {
namespace {

std::string text_of(std::string_view spelled) {
  const std::optional<DiffName> name = read_diff_name(spelled);
  return name ? name->text : "broken";
}

std::string meant(const std::string& old_name, const std::string& new_name) {
  const std::optional<MeantFile> file = meant_file(old_name, new_name);
  return !file ? "two files" : file->literal ? concat(file->path, " or ", *file->literal) : file->path;
}

TEST(DiffName, WhatStandsBehindATabIsNotPartOfTheName) {
  EXPECT_EQ(text_of("a/x.c\t2026-01-02 03:04:05.000000000 +0000"), "a/x.c");
  EXPECT_EQ(text_of("a/with blanks.c\t"), "a/with blanks.c");
  EXPECT_EQ(text_of("a/x.c "), "a/x.c");
  EXPECT_EQ(text_of("a/ends in a blank \t"), "a/ends in a blank ");
}

TEST(DiffName, AQuotedNameIsDecoded) {
  EXPECT_EQ(text_of(R"("a/\303\244 \"x\"\t\\.c")"), "a/\xC3\xA4 \"x\"\t\\.c");
  EXPECT_EQ(text_of(R"("a/x"  )"), "a/x");
  EXPECT_EQ(text_of("\"a/s p\"\t2026-01-02 03:04:05.000000000 +0000"), "a/s p");
  for (const std::string_view broken : {R"("a/x)", R"("a/\q")", R"("a/\400")", R"("a/\30")", R"("a/\309")", R"("a/\09")",
                                        R"("a/x"y)", R"("a/x" y)", R"("a\)"}) {
    EXPECT_EQ(text_of(broken), "broken") << broken;
  }
}

TEST(DiffName, TheEpochIsTheSameMomentInEveryTimeZone) {
  for (const std::string_view time : {"1970-01-01 00:00:00.000000000 +0000", "1970-01-01 01:00:00 +0100",
                                      "1969-12-31 19:00:00.000000000 -0500", "1970-01-01 05:30:00.000 +05:30"}) {
    EXPECT_TRUE(read_diff_name(concat("x\t", time))->is_epoch) << time;
  }
  for (const std::string_view time :
       {"1970-01-01 00:00:00.000000001 +0000", "1970-01-01 01:00:00 +0000", "1970-01-01", "2026-01-01 00:00:00 +0000",
        "1969-12-31 19:00:00 +0500", "1970-01-01 0:00:00 +0000", "1970-01-01 00-00:00 +0000", "1970-01-01 00:00-00 +0000",
        "1970-01-01 xx:00:00 +0000", "1970-01-01 00:xx:00 +0000", "1970-01-01 00:00:00.000", "1970-01-01 00:00:00 +000",
        "1970-01-01 00:00:00 00000", "1970-01-01 00:00:00 +xx00", "1970-01-01 00:00:00 +00xx"}) {
    EXPECT_FALSE(read_diff_name(concat("x\t", time))->is_epoch) << time;
  }
}

TEST(DiffName, GitNamesAreToldApartWhereTheyAreOneNameTwice) {
  using Names = std::pair<std::string, std::string>;
  EXPECT_EQ(read_git_names("a/x b/x"), Names("a/x", "b/x"));
  EXPECT_EQ(read_git_names("a/x b/x b/x b/x"), Names("a/x b/x", "b/x b/x"));
  EXPECT_EQ(read_git_names("x y x y"), Names("x y", "x y"));
  EXPECT_EQ(read_git_names("a/old b/new"), Names("a/old", "b/new"));
  EXPECT_EQ(read_git_names(R"("a/\t" "b/\t")"), Names("a/\t", "b/\t"));
  EXPECT_EQ(read_git_names(R"(a/x y "b/\t")"), Names("a/x y", "b/\t"));
  EXPECT_FALSE(read_git_names("a/old name b/new name"));
  for (const std::string_view broken : {R"("a/x b/x)", R"("a/x")", R"("a/x"b/x)", R"("a/x" "b/x)", R"("" b/x)", R"(a/x "")",
                                        R"(a/x "b/x" c)", " x", "a/x b/y z", "a/x"}) {
    EXPECT_FALSE(read_git_names(broken)) << broken;
  }
  EXPECT_EQ(read_git_names("x/y z/y"), Names("x/y", "z/y"));
  EXPECT_FALSE(read_git_names(""));
}

TEST(DiffName, PrefixesAreStrippedWhereBothSidesHaveOne) {
  EXPECT_EQ(meant("a/src/x.c", "b/src/x.c"), "src/x.c");
  EXPECT_EQ(meant("i/x", "w/x"), "x");
  EXPECT_EQ(meant("1/x", "2/x"), "x");
  EXPECT_EQ(meant("src/x.c", "src/x.c"), "src/x.c");
  EXPECT_EQ(meant("a/x", "a/x"), "x or a/x");
  EXPECT_EQ(meant("old/x", "new/x"), "x or new/x");
  EXPECT_EQ(meant("a/a/x", "b/b/x"), "x");
  for (const std::string backup : {"x.c.orig", "x.c~"}) {
    EXPECT_EQ(meant(backup, "x.c"), "x.c");
    EXPECT_EQ(meant("x.c", backup), "x.c");
    EXPECT_EQ(meant("a/" + backup, "b/x.c"), "x.c");
  }
  EXPECT_EQ(meant("x.c/y", "x.c"), "two files");
  EXPECT_EQ(meant("x.cc", "x.c"), "two files");
  EXPECT_EQ(meant("x.c.d/y", "x.c"), "two files");
  EXPECT_EQ(meant("a/old/x", "b/a/x"), "x or a/x");
  EXPECT_EQ(meant("/x", "x/x"), "two files");
  EXPECT_EQ(meant("a/x", "b/y"), "two files");
  EXPECT_EQ(meant("x", "y"), "two files");
  EXPECT_EQ(meant("/x", "/tmp/x"), "two files");
}

TEST(DiffName, WhatIsWrittenIsReadAgain) {
  std::string every_byte;
  for (int byte = 1; byte < 256; ++byte) every_byte.push_back(static_cast<char>(byte));
  for (const std::string& name : {std::string("plain/name.c"), std::string("with blanks"), every_byte}) {
    EXPECT_EQ(read_plain_name(quoted_name(name)), name);
  }
  EXPECT_EQ(quoted_name("a b"), "a b");
  EXPECT_EQ(quoted_name("\xC3\xA4\n"), R"("\303\244\n")");
}

}  // namespace
}  // namespace kedge
