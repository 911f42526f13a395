#include "fs/relative_path.hpp"

#include <gtest/gtest.h>

#include <iterator>

namespace kedge {
namespace {

constexpr std::string_view spelled = "/root";
constexpr std::string_view resolved = "/disk/root";

Result<RelativePath> parsed(std::string_view given) { return RelativePath::parse(given, spelled, resolved); }

std::string path(std::string_view given) {
  const Result<RelativePath> result = parsed(given);
  return result ? result->str() : std::string(row_of(result.error().code).name);
}

std::string problem(std::string_view given) {
  const Result<RelativePath> result = parsed(given);
  const Json* found = result ? nullptr : result.error().facts.find("problem");
  return found == nullptr ? "none" : *found->as_string();
}

using Components = std::vector<std::string_view>;

TEST(RelativePath, IsTakenApart) {
  const RelativePath deep = parsed("a/b/c.txt").value();
  EXPECT_EQ(deep.str(), "a/b/c.txt");
  EXPECT_EQ(deep.components(), (Components{"a", "b", "c.txt"}));
  const RelativePath top = parsed("c.txt").value();
  EXPECT_EQ(top.components(), (Components{"c.txt"}));
}

TEST(RelativePath, ACopyAnswersForItself) {
  std::vector<RelativePath> paths{parsed("a/b").value()};
  const RelativePath copy = paths.front();
  paths.clear();
  EXPECT_EQ(copy.components(), (Components{"a", "b"}));
  EXPECT_EQ(copy, parsed("./a//b").value());
  EXPECT_LT(copy, parsed("a/c").value());
}

TEST(RelativePath, DotsAndDoubledSlashesLeadNowhere) {
  for (const std::string_view given : {"a/b", "./a/b", "a//b", "a/./b", ".///./a/././/b"})
    EXPECT_EQ(path(given), "a/b") << given;
  EXPECT_EQ(path(".a"), ".a");
  EXPECT_EQ(path("..a/..."), "..a/...");
}

TEST(RelativePath, AnAbsolutePathMayStartWithTheRootAsSpelledOrAsResolved) {
  EXPECT_EQ(path("/root/a/b"), "a/b");
  EXPECT_EQ(path("/disk/root/a/b"), "a/b");
  EXPECT_EQ(path("//root//./a"), "a");
  EXPECT_EQ(path("/disk/a"), "path_outside_root");
}

TEST(RelativePath, ARootMayBeSpelledWithASlashOrDotsOrBeAllThereIs) {
  EXPECT_EQ(RelativePath::parse("/root/a", "/root/", "/root").value().str(), "a");
  EXPECT_EQ(RelativePath::parse("/x/../root/a", "/x/../root", "/root").value().str(), "a");
  EXPECT_EQ(RelativePath::parse("/root/a", ".", "/root").value().str(), "a");
  EXPECT_EQ(RelativePath::parse("/etc/passwd", "/", "/").value().str(), "etc/passwd");
  EXPECT_EQ(RelativePath::parse("/root/a", "root", "").error().code, Code::path_outside_root);
}

TEST(RelativePath, N1_APathThatLeavesTheRootIsOutside) {
  for (const std::string_view given :
       {"../x", "a/../../x", "/etc/passwd", "//etc/passwd", "..", "../", "./..", "a/../..", "/..", "/root/../x", "/root/..",
        "/root/../root/x", "/other/../root/x", "a/../../root/x", "/root/a/../../root/x"}) {
    EXPECT_EQ(path(given), "path_outside_root") << given;
  }
}

TEST(RelativePath, N1_ARefusalNamesThePathAndTheRoot) {
  const Error error = parsed("../x").error();
  EXPECT_EQ(error.path, "../x");
  EXPECT_EQ(*error.facts.find("path")->as_string(), "../x");
  EXPECT_EQ(*error.facts.find("root")->as_string(), "/root");
  EXPECT_EQ(error.what, "../x lies outside the root /root.");
}

TEST(RelativePath, N1_APathThatStepsBackInsideTheRootIsKeptForTheRootToFollow) {
  EXPECT_EQ(path("src/../a/./b"), "src/../a/b");
  EXPECT_EQ(parsed("src/../a/./b")->without_steps_back(), "a/b");
  EXPECT_EQ(path("/root/a/../b"), "a/../b");
  EXPECT_EQ(parsed("a/b")->without_steps_back(), "a/b");
  for (const std::string_view folder : {"a/..", "a/../", "a/b/..", "a/b/../"})
    EXPECT_EQ(path(folder), "path_invalid") << folder;
  EXPECT_EQ(problem("a/.."), "it names the root, not a file");
  EXPECT_EQ(problem("a/b/.."), "it ends as the path of a folder");
}

TEST(RelativePath, N2_ANameThatBeginsLikeTheRootIsOutside) {
  for (const std::string_view given : {"/root-evil/x", "/rootx", "/roo", "/Root/x", "/disk/root2/x", "/disk", "/root\\x"}) {
    EXPECT_EQ(path(given), "path_outside_root") << given;
  }
}

TEST(RelativePath, N6_ANulByteIsInvalid) {
  for (const std::string_view given : {std::string_view("a\0b", 3), std::string_view("\0", 1), std::string_view("../a\0", 5)}) {
    EXPECT_EQ(path(given), "path_invalid");
    EXPECT_EQ(problem(given), "it holds a NUL byte");
  }
}

TEST(RelativePath, N7_APathThatNamesNoFileIsInvalidAndARootIsADirectory) {
  EXPECT_EQ(problem(""), "it is empty");
  for (const std::string_view given : {".", "./", "./.", ".//"}) {
    EXPECT_EQ(problem(given), "it names the root, not a file") << given;
    EXPECT_EQ(path(given), "path_invalid") << given;
  }
  for (const std::string_view given : {"a/", "a//", "a/.", "a/b/./", "/root/a/"}) {
    EXPECT_EQ(problem(given), "it ends as the path of a folder") << given;
    EXPECT_EQ(path(given), "path_invalid") << given;
  }
  for (const std::string_view given : {"/", "//", "/.", "/root", "/root/", "/root/.", "/disk/root"}) {
    EXPECT_EQ(path(given), "is_directory") << given;
    EXPECT_EQ(parsed(given).error().path, given);
  }
}

TEST(RelativePath, N8_NothingIsDecoded) {
  EXPECT_EQ(path("%2e%2e/x"), "%2e%2e/x");
  EXPECT_EQ(path("..%2fx"), "..%2fx");
  EXPECT_EQ(path("%2e%2e%2fx"), "%2e%2e%2fx");
  EXPECT_EQ(path("..\\x"), "..\\x");
  EXPECT_EQ(path("C:\\x"), "C:\\x");
  EXPECT_EQ(path("file:///root/x"), "file:/root/x");
  EXPECT_EQ(path("\xE2\x80\xA5/x"), "\xE2\x80\xA5/x");  // two dot leader
  EXPECT_EQ(path("\xC0\xAE\xC0\xAE/x"), "\xC0\xAE\xC0\xAE/x");
}

TEST(RelativePath, N9_NothingIsExpanded) {
  for (const std::string_view given :
       {"~/x", "~root/x", "$HOME/x", "${HOME}/x", "*.c", "a?[b]{c,d}", "`x`", "-rf", "a b", " "}) {
    EXPECT_EQ(path(given), given);
  }
}

std::string deep(std::size_t components) {
  std::string given = "a";
  for (std::size_t i = 1; i < components; ++i) given += "/a";
  return given;
}

TEST(RelativePath, N10_LimitsHoldToTheByte) {
  EXPECT_EQ(path(std::string(255, 'x')), std::string(255, 'x'));
  EXPECT_EQ(problem(std::string(256, 'x')), "a name in it has 256 bytes, and the limit is 255");
  EXPECT_EQ(path("a/" + std::string(256, 'x') + "/b"), "path_invalid");
  EXPECT_EQ(path(deep(64)), deep(64));
  EXPECT_EQ(path("/root/" + deep(64)), deep(64));
  EXPECT_EQ(problem(deep(65)), "it has 65 components, and the limit is 64");
  EXPECT_EQ(path(std::string(4095, '.').append("a")), "path_invalid");

  std::string long_path = std::string(250, 'x');
  for (int i = 0; i < 15; ++i) long_path.append("/").append(std::string(250, 'x'));
  EXPECT_EQ(path(long_path + "/" + std::string(4096 - long_path.size() - 1, 'y')).size(), 4096U);
  EXPECT_EQ(path(long_path + "/" + std::string(4097 - long_path.size() - 1, 'y')), "path_invalid");
  EXPECT_EQ(problem(std::string(5000, 'x')), "it has 5000 bytes, and the limit is 4096");
}

TEST(RelativePath, ANameNeedNotBeText) {
  EXPECT_EQ(path("a/\xFF\xFE.c"), "a/\xFF\xFE.c");
  EXPECT_EQ(path("a\nb"), "a\nb");
  EXPECT_EQ(parsed("../\x1b[2J").error().what, "../\\x1b[2J lies outside the root /root.");
}

}  // namespace
}  // namespace kedge
