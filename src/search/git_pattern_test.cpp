#include "search/git_pattern.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <utility>
#include <vector>

#include "support/strings.hpp"
#include "test_form.hpp"

namespace kedge {
namespace {

bool fits(std::string_view pattern, std::string_view path) { return GitPattern(pattern).matches(path); }

TEST(GitPatternTest, AStarStaysInItsFolderAndTwoDoNot) {
  EXPECT_TRUE(fits("*.o", "main.o"));
  EXPECT_TRUE(fits("*.o", ".o"));
  EXPECT_FALSE(fits("*.o", "lib/main.o"));
  EXPECT_TRUE(fits("a/*/c", "a/b/c"));
  EXPECT_FALSE(fits("a/*/c", "a/b/b/c"));
  EXPECT_TRUE(fits("a/**/c", "a/c"));
  EXPECT_TRUE(fits("a/**/c", "a/b/b/c"));
  EXPECT_TRUE(fits("**/c", "c"));
  EXPECT_TRUE(fits("**/c", "a/b/c"));
  EXPECT_FALSE(fits("**/c", "a/bc"));
  EXPECT_TRUE(fits("a/**", "a/b/c"));
  EXPECT_FALSE(fits("a/**", "a"));
}

TEST(GitPatternTest, TwoStarsInsideANameAreOne) {
  EXPECT_TRUE(fits("a**c", "abc"));
  EXPECT_FALSE(fits("a**c", "a/c"));
  EXPECT_FALSE(fits("x/a**/c", "x/a/b/c"));
}

TEST(GitPatternTest, AQuestionMarkIsOneByteAndNeverASlash) {
  EXPECT_TRUE(fits("a?c", "abc"));
  EXPECT_FALSE(fits("a?c", "a/c"));
  EXPECT_FALSE(fits("?", "\xC3\xA4"));
  EXPECT_TRUE(fits("??", "\xC3\xA4"));
}

TEST(GitPatternTest, SetsHoldBytesRangesAndClasses) {
  EXPECT_TRUE(fits("[abc]", "b"));
  EXPECT_FALSE(fits("[!abc]", "b"));
  EXPECT_FALSE(fits("[^abc]", "b"));
  EXPECT_TRUE(fits("[a-c]x", "bx"));
  EXPECT_TRUE(fits("[]-]", "]"));
  EXPECT_TRUE(fits("[]-]", "-"));
  EXPECT_TRUE(fits("[a-]", "-"));
  EXPECT_TRUE(fits("[\\]]", "]"));
  EXPECT_TRUE(fits("[[:digit:]_]", "7"));
  EXPECT_TRUE(fits("[[:digit:]_]", "_"));
  EXPECT_FALSE(fits("[[:digit:]_]", "x"));
  EXPECT_TRUE(fits("[[:xdigit:]]", "F"));
  EXPECT_FALSE(fits("a[^b]c", "a/c"));
}

// Every class, and every byte: those of the C library, but for two kinds of white space that git leaves out.
TEST(GitPatternTest, AClassHoldsTheBytesThatTheCLibraryPutsInIt) {
  const std::vector<std::pair<std::string_view, int (*)(int)>> classes{
      {"alnum", std::isalnum}, {"alpha", std::isalpha}, {"blank", std::isblank}, {"cntrl", std::iscntrl},
      {"digit", std::isdigit}, {"graph", std::isgraph}, {"lower", std::islower}, {"print", std::isprint},
      {"punct", std::ispunct}, {"space", std::isspace}, {"upper", std::isupper}, {"xdigit", std::isxdigit}};
  for (const auto& [name, holds] : classes) {
    for (int byte = 1; byte < 256; ++byte) {
      if (byte == '/') continue;  // no pattern of one name fits it
      const bool left_out = name == "space" && (byte == '\v' || byte == '\f');
      const bool expected = byte < 128 && holds(byte) != 0 && !left_out;
      EXPECT_EQ(fits(concat("[[:", name, ":]]"), std::string(1, static_cast<char>(byte))), expected) << name << ' ' << byte;
    }
  }
  for (const std::string_view none : {"[[:what:]]", "[[:", "[a-", "[\\", "["}) EXPECT_FALSE(fits(none, "a")) << none;
}

TEST(GitPatternTest, OfABackwardRangeOnlyTheBeginningFits) {
  EXPECT_TRUE(fits("[z-a]", "z"));
  EXPECT_FALSE(fits("[z-a]", "a"));
  EXPECT_FALSE(fits("[z-a]", "m"));
}

TEST(GitPatternTest, WhatMakesNoSenseFitsNothing) {
  EXPECT_FALSE(fits("[a", "[a"));
  EXPECT_FALSE(fits("[a", "a"));
  EXPECT_FALSE(fits("a\\", "a"));
  EXPECT_FALSE(fits("a\\", "a\\"));
  EXPECT_FALSE(fits("[[:word:]]", "w"));
}

TEST(GitPatternTest, ABackslashTakesTheNextByteAsItIs) {
  EXPECT_TRUE(fits("\\*", "*"));
  EXPECT_FALSE(fits("\\*", "a"));
  EXPECT_TRUE(fits("\\a\\?", "a?"));
}

// Tries every way to read the pattern.
bool naive(std::string_view pattern, std::string_view path, bool begins_component = true) {
  if (pattern.empty()) return path.empty();
  if (pattern.starts_with("**")) {
    const std::string_view behind = pattern.substr(std::min(pattern.find_first_not_of('*'), pattern.size()));
    if (begins_component && behind.empty()) return true;
    if (begins_component && behind.starts_with('/')) {
      if (naive(behind.substr(1), path)) return true;
      for (std::size_t i = 0; i < path.size(); ++i) {
        if (path[i] == '/' && naive(behind.substr(1), path.substr(i + 1))) return true;
      }
      return false;
    }
    return naive(pattern.substr(pattern.find_first_not_of('*') == std::string_view::npos ? pattern.size() - 1
                                                                                         : pattern.find_first_not_of('*') - 1),
                 path, false);
  }
  if (pattern.front() == '*') {
    for (std::size_t i = 0;; ++i) {
      if (naive(pattern.substr(1), path.substr(i), false)) return true;
      if (i == path.size() || path[i] == '/') return false;
    }
  }
  if (path.empty()) return false;
  const bool fits_one = pattern.front() == '?' ? path.front() != '/' : pattern.front() == path.front();
  return fits_one && naive(pattern.substr(1), path.substr(1), pattern.front() == '/');
}

std::vector<std::string> all_strings(std::string_view alphabet, std::size_t longest) {
  std::vector<std::string> all{""};
  for (std::size_t begin = 0, length = 0; length < longest; ++length) {
    const std::size_t end = all.size();
    for (; begin < end; ++begin) {
      for (const char c : alphabet) all.push_back(all[begin] + c);
    }
  }
  return all;
}

TEST(GitPatternTest, EveryShortPatternFitsWhatItsTwinFits) {
  const std::vector<std::string> paths = all_strings("ab/", 5);
  for (const std::string& pattern : all_strings("a*?/", is_long_form() ? 6 : 4)) {
    for (const std::string& path : paths) {
      const bool odd = path.starts_with('/') || path.ends_with('/') || path.find("//") != std::string::npos;
      if (odd) continue;  // no path is
      ASSERT_EQ(fits(pattern, path), naive(pattern, path)) << pattern << " on " << path;
    }
  }
}

}  // namespace
}  // namespace kedge
