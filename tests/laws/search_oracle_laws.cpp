// Lines that a search finds, against `git grep -n` on small random trees; and against matching line by line.
#include <gtest/gtest.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "fs/real_file_system.hpp"
#include "laws/other_programs.hpp"
#include "laws/random_source.hpp"
#include "search/line_finder.hpp"
#include "search/search.hpp"
#include "support/strings.hpp"

namespace kedge::laws {
namespace {

constexpr std::array<std::string_view, 14> searched_words{"foo", "bar", "Foo",        "foobar",  "_t", "x", " ",
                                                          "  ",  "12",  "2024-05-06", "struct ", "(",  "-", "k"};

struct Asked {
  std::string_view pattern;
  bool ends_of_lines = false;  // fits at $, where git sees the CR of a CRLF
};
// Read alike by POSIX and RE2, and none fits an empty line: git grep -E finds one behind the last LF.
constexpr std::array<Asked, 16> patterns{{
    {"foo"},
    {"bar|x"},
    {"(foo|bar)(foo|bar)"},
    {"[0-9]{4}-[0-9]{2}"},
    {"^foo"},
    {"foo$", true},
    {"^x+$", true},
    {"struct .*_t"},
    {"[A-Z]oo"},
    {"(fo+|ba+)r"},
    {"k"},
    {"[^a-z ]x"},
    {"^ *[(]"},
    {"-.?-"},
    {"x|(foo|foobar)$", true},
    {"zzz"},
}};

std::string random_file(Random& random, std::string_view terminator) {
  if (random.one_in(20)) return std::string("foo\0bar\n", 8);
  std::string bytes;
  for (std::uint32_t left = random.below(12); left > 0; --left) {
    for (std::uint32_t word = random.below(5); word > 0; --word) bytes += random.pick(searched_words);
    if (random.one_in(20)) bytes += "\rx";
    if (random.one_in(20)) bytes += "\xE9\xC3\xA4";
    if (left > 1 || !random.one_in(3)) bytes += terminator;
  }
  return bytes;
}

void write_random_tree(Random& random, const ScratchFolder& at, bool crlf) {
  for (const auto& entry : std::filesystem::directory_iterator(at.path())) {
    if (entry.path().filename() != ".git") std::filesystem::remove_all(entry.path());
  }
  std::vector<std::string> folders{""};
  for (const std::string_view name : {"a", "a-b", "b", "a/c", "a/c/d"}) {
    if (!std::filesystem::is_directory((at.path() / name).parent_path()) || random.one_in(3)) continue;
    std::filesystem::create_directory(at.path() / name);
    folders.push_back(concat(name, '/'));
  }
  for (std::uint32_t left = 1 + random.below(10); left > 0; --left) {
    const std::string name =
        concat(random.pick(folders), random.pick(std::array{"a.txt", "b.c", "c", ".hidden", "d e", "\xC3\xA4"}));
    if (!std::filesystem::is_directory(at.path() / name)) at.write(name, random_file(random, crlf ? "\r\n" : "\n"));
  }
  if (random.one_in(3)) at.write(".gitignore", random.pick(std::array{"*.c\n", "/a\n", "c\n!a/c\n", ".*\n", "b/*\n"}));
}

std::string found_by_git(const ScratchFolder& at, std::string_view pattern, bool literal, bool ignore_case) {
  std::vector<std::string> command{"git", "grep", "--untracked", "-n", "-I", "-z", literal ? "-F" : "-E"};
  if (ignore_case) command.emplace_back("-i");
  command.emplace_back("-e");
  command.emplace_back(pattern);
  return run(command, {.folder = at.path()}).output;
}

std::string found_by_search(const ScratchFolder& at, const SearchRequest& request) {
  const std::unique_ptr<FileSystem> fs = real_file_system();
  const Root root = Root::open(*fs, {.path = at.path()}).value();
  std::string found;
  const SearchResult result = search(*fs, root, request).value();
  for (const FoundFile& file : result.files) {
    for (const LineNo line : file.lines) {
      const std::string_view row = file.text.raw(line);
      append(found, concat(file.path, '\0', line.value, '\0', row, row.ends_with('\n') ? "" : "\n"));
    }
  }
  return found;
}

TEST(SearchOracle, FindsTheLinesThatGitGrepFinds) {
  const ScratchFolder at;
  if (run({"git", "init", "-q"}, {.folder = at.path()}).exit_status != 0) GTEST_SKIP() << "there is no git";
  for_random_cases(std::min<std::size_t>(law_cases() / 250, 5'000), [&](Random& random) {
    const bool crlf = random.one_in(4);
    write_random_tree(random, at, crlf);
    const bool literal = random.one_in(4);
    const Asked asked = random.pick(patterns);
    if (crlf && asked.ends_of_lines && !literal) return;
    const bool ignore_case = random.one_in(3);
    const SearchRequest request{
        .pattern = std::string(asked.pattern), .literal = literal, .ignore_case = ignore_case, .max_results = 10'000};
    ASSERT_EQ(found_by_search(at, request), found_by_git(at, asked.pattern, literal, ignore_case)) << asked.pattern;
  });
}

// The twin looks at one line after the other.
std::vector<LineNo> naive_lines(std::string_view bytes, const LinePattern& pattern) {
  regex_t twin;
  const int flags = REG_EXTENDED | REG_NOSUB | (pattern.ignore_case ? REG_ICASE : 0);
  EXPECT_EQ(::regcomp(&twin, pattern.text.c_str(), flags), 0) << pattern.text;
  const Text text{std::string(bytes)};
  std::vector<LineNo> found;
  for (LineNo line{1}; line < text.all_lines().end; line = line + 1) {
    const std::string content(text.content(line));
    if (::regexec(&twin, content.c_str(), 0, nullptr, 0) == 0) found.push_back(line);
  }
  ::regfree(&twin);
  return found;
}

TEST(SearchOracle, AWholeFileIsSearchedAsItsLinesAreOneByOne) {
  constexpr std::array<std::string_view, 14> more{"^$",    "$",     "x*",       "^[^x]*$", "\\bfoo\\b",
                                                  "\\s+$", "[^a]k", "foo\\s",   "\\S\\s*", "(|x)foo(|x)",
                                                  ".",     "^.$",   "\\W[0-9]", "o{2}[^o]"};
  for_random_cases(law_cases() / 10, [&](Random& random) {
    std::string bytes = random.one_in(10) ? "\xEF\xBB\xBF" : "";
    for (std::uint32_t left = random.below(12); left > 0; --left) {
      for (std::uint32_t word = random.below(4); word > 0; --word) bytes += random.pick(searched_words);
      if (left > 1 || !random.one_in(3)) bytes += random.one_in(4) ? "\r\n" : "\n";
    }
    const std::string_view wanted = random.one_in(2) ? random.pick(more) : random.pick(patterns).pattern;
    const LinePattern pattern{std::string(wanted), false, random.one_in(3)};
    const std::vector<LineNo> expected = naive_lines(bytes, pattern);
    ASSERT_EQ(LineFinder::make(pattern).value().find(bytes, 1000), expected) << pattern.text << " in " << printable(bytes);
  });
}

}  // namespace
}  // namespace kedge::laws
