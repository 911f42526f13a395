// Globs, against a twin that tries every way to read a pattern.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "laws/glob_model.hpp"
#include "laws/random_source.hpp"
#include "laws/small_worlds.hpp"
#include "support/glob.hpp"

namespace kedge::laws {
namespace {

// REQUIRES: well formed, no set holds a range, brace or bracket.
std::vector<std::string> without_braces(const std::string& pattern) {
  const std::size_t close = pattern.find('}');
  if (close == std::string::npos) return {pattern};
  const std::size_t open = pattern.rfind('{', close);
  std::vector<std::string> all;
  for (std::size_t begin = open + 1; begin <= close;) {
    const std::size_t end = std::min(pattern.find(',', begin), close);
    for (std::string& one :
         without_braces(pattern.substr(0, open) + pattern.substr(begin, end - begin) + pattern.substr(close + 1))) {
      all.push_back(std::move(one));
    }
    begin = end + 1;
  }
  return all;
}

bool naive_any(const std::string& pattern, std::string_view path) {
  for (const std::string& one : without_braces(pattern)) {
    if (naive_matches(one, path)) return true;
  }
  return false;
}

// Never three stars in a row: the twin does not know what they are.
std::string random_pattern(Random& random, std::uint32_t depth = 0) {
  static constexpr std::array<std::string_view, 12> pieces{"a", "b",    "a",    "/",   "/",   "*",
                                                           "?", "[ab]", "[!a]", "**/", "/**", "/**/"};
  std::string pattern;
  for (std::uint32_t left = random.below(7); left > 0; --left) {
    if (depth < 2 && random.one_in(8)) {
      const std::string first = random_pattern(random, depth + 1);
      pattern += "{" + first + "," + random_pattern(random, depth + 1) + "}";
    } else {
      pattern += random.pick(pieces);
    }
  }
  return pattern;
}

std::string random_path(Random& random) {
  static constexpr std::array<std::string_view, 4> pieces{"a", "b", "/", "a/"};
  std::string path;
  for (std::uint32_t left = random.below(9); left > 0; --left) path += random.pick(pieces);
  return path;
}

bool has_long_run_of_stars(const std::string& pattern) {
  for (const std::string& one : without_braces(pattern)) {
    if (one.find("***") != std::string::npos) return true;
  }
  return false;
}

void expect_as_naive_twin(const Glob& glob, const std::string& pattern, const std::string& path) {
  const Glob::Walk walk = glob.walk(path);
  ASSERT_EQ(walk.matches, naive_any(pattern, path)) << "'" << pattern << "' on '" << path << "'";
  std::size_t most = 0;
  for (const std::string& one : without_braces(pattern)) most += (one.size() + 1) * path.size();
  ASSERT_LE(walk.steps, most) << "'" << pattern << "' on '" << path << "'";
}

TEST(GlobLaws, MatchesAreThoseOfATwinThatTriesEveryReadingForAllSmallPatternsAndPaths) {
  constexpr std::array<std::string_view, 5> letters{"a", "/", "*", "?", "**"};
  constexpr std::array<std::string_view, 3> names{"a", "b", "/"};
  const std::vector<std::string> paths = every_string(names, 5);
  for (const std::string& pattern : every_string(letters, 5)) {
    if (has_long_run_of_stars(pattern)) continue;
    const Glob glob = Glob::parse(pattern).value();
    for (const std::string& path : paths) {
      expect_as_naive_twin(glob, pattern, path);
      if (HasFailure()) return;
    }
  }
}

TEST(GlobLaws, MatchesAreThoseOfATwinThatTriesEveryReading) {
  for_random_cases(law_cases(), [](Random& random) {
    const std::string pattern = random_pattern(random);
    if (has_long_run_of_stars(pattern) || without_braces(pattern).size() > 30) return;
    const auto glob = Glob::parse(pattern);
    ASSERT_TRUE(glob.has_value()) << pattern << ' ' << glob.error();
    for (int i = 0; i < 4; ++i) expect_as_naive_twin(*glob, pattern, random_path(random));
  });
}

TEST(GlobLaws, AnEscapedPathMatchesItselfAlone) {
  for_random_cases(law_cases() / 4, [](Random& random) {
    constexpr std::array<std::string_view, 9> pieces{"a", "/", "*", "?", "[", "]", "{", "\\", ","};
    const auto some = [&] {
      std::string text;
      for (std::uint32_t left = random.below(6); left > 0; --left) text += random.pick(pieces);
      return text;
    };
    const std::string path = some();
    std::string escaped;
    for (const char c : path) escaped += {'\\', c};
    const Glob glob = Glob::parse(escaped).value();
    const std::string other = some();
    ASSERT_TRUE(glob.matches(path)) << escaped;
    ASSERT_EQ(glob.matches(other), other == path) << escaped << " on " << other;
  });
}

}  // namespace
}  // namespace kedge::laws
