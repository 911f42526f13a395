// What .gitignore files exclude, against `git check-ignore` on random trees with random rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "fs/real_file_system.hpp"
#include "laws/other_programs.hpp"
#include "laws/random_source.hpp"
#include "search/search.hpp"
#include "support/strings.hpp"

namespace kedge::laws {
namespace {

constexpr std::array<std::string_view, 16> names{"a",  "b",   "ab",  "abc",  "a.b", "x y",      ".h", "#n",
                                                 "!n", "[a]", "a*b", "a\\b", "t ",  "\xC3\xA4", "B",  "b-c"};
constexpr std::array<std::string_view, 26> name_pieces{
    "a",    "b",    "c",    "ab",    "x y",         ".",    "*",    "?",   "**",  "**/", "/**", "/",     "/",
    "[ab]", "[!a]", "[^b]", "[a-c]", "[[:alpha:]]", "[]a]", "[a-]", "\\a", "\\*", "\\",  "[",   "[z-a]", "\xC3\xA4"};

struct Tree {
  std::vector<std::string> folders = {""};  // with a slash at the end
  std::vector<std::string> files;
};

std::string random_rule(Random& random) {
  std::string rule;
  if (random.one_in(12))
    return std::string(random.pick(std::array{"", " ", "#", "# a", "\\#n", "\\!n", "!", "/", "//", "a//"}));
  if (random.one_in(4)) rule += '!';
  if (random.one_in(4)) rule += '/';
  if (random.one_in(3)) {
    rule += random.pick(names);
  } else {
    for (std::uint32_t left = 1 + random.below(4); left > 0; --left) rule += random.pick(name_pieces);
  }
  if (random.one_in(4)) rule += '/';
  if (random.one_in(8)) rule += random.pick(std::array{" ", "  ", "\\ ", "\t", "\\"});
  return rule;
}

std::string random_rules(Random& random) {
  std::string rules;
  if (random.one_in(20)) rules = "\xEF\xBB\xBF";
  for (std::uint32_t left = random.below(5); left > 0; --left) {
    rules += random_rule(random);
    if (left > 1 || !random.one_in(4)) rules += random.one_in(10) ? "\r\n" : "\n";
  }
  return rules;
}

void clear(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename() != ".git") std::filesystem::remove_all(entry.path());
  }
}

Tree random_tree(Random& random, const ScratchFolder& at) {
  clear(at.path());
  Tree tree;
  std::set<std::string> taken;
  for (std::uint32_t left = random.below(7); left > 0; --left) {
    const std::string folder = concat(random.pick(tree.folders), random.pick(names));
    if (!taken.insert(folder).second) continue;
    std::filesystem::create_directory(at.path() / folder);
    tree.folders.push_back(folder + '/');
  }
  for (std::uint32_t left = 2 + random.below(12); left > 0; --left) {
    const std::string file = concat(random.pick(tree.folders), random.pick(names));
    if (!taken.insert(file).second) continue;
    at.write(file, "");
    tree.files.push_back(file);
  }
  for (const std::string& folder : tree.folders) {
    if (random.one_in(2)) at.write(folder + ".gitignore", random_rules(random));
    if (std::filesystem::exists(at.path() / (folder + ".gitignore"))) tree.files.push_back(folder + ".gitignore");
  }
  at.write(".git/info/exclude", random.one_in(3) ? random_rules(random) : "");
  return tree;
}

// Those of the paths that git calls ignored.
std::set<std::string> ignored_by_git(const ScratchFolder& at, const std::vector<std::string>& paths) {
  const std::filesystem::path list = at.path().parent_path() / "paths";
  at.write("../paths", concat(join(paths, std::string_view("\0", 1)), '\0'));
  const Ran ran = run({"git", "check-ignore", "-z", "--stdin"}, {.folder = at.path(), .input = list});
  EXPECT_TRUE(ran.exit_status == 0 || ran.exit_status == 1) << ran.complaints;
  std::set<std::string> ignored;
  for (const std::string_view path : split(ran.output, '\0')) {
    if (!path.empty()) ignored.emplace(path);
  }
  return ignored;
}

std::string rules_of(const ScratchFolder& at, const Tree& tree) {
  std::string all = concat("info/exclude: ", printable(at.read(".git/info/exclude")), '\n');
  for (const std::string& folder : tree.folders) {
    append(all, concat(printable(folder), ".gitignore: ", printable(at.read(folder + ".gitignore")), '\n'));
  }
  return all;
}

std::vector<std::string> files_found(const std::filesystem::path& folder) {
  const std::unique_ptr<FileSystem> fs = real_file_system();
  const Root root = Root::open(*fs, {.path = folder}).value();
  std::vector<std::string> found;
  const SearchResult result = search(*fs, root, {.max_results = 1000}).value();
  for (const FoundFile& file : result.files) found.push_back(file.path);
  return found;
}

TEST(IgnoreOracle, FilesThatAreFoundAreThoseThatGitDoesNotIgnore) {
  const ScratchFolder at;
  if (run({"git", "init", "-q"}, {.folder = at.path()}).exit_status != 0) GTEST_SKIP() << "there is no git";
  for_random_cases(std::min<std::size_t>(law_cases() / 250, 5'000), [&](Random& random) {
    const Tree tree = random_tree(random, at);
    std::vector<std::string> asked = tree.files;
    for (const std::string& folder : tree.folders) {
      if (!folder.empty()) asked.push_back(folder.substr(0, folder.size() - 1));
    }
    const std::set<std::string> ignored = ignored_by_git(at, asked);
    // The root may be any folder that is not ignored itself.
    const std::string& top = random.pick(tree.folders);
    const std::string root = ignored.contains(top.substr(0, top.empty() ? 0 : top.size() - 1)) ? "" : top;
    std::vector<std::string> expected;
    for (const std::string& file : tree.files) {
      if (file.starts_with(root) && !ignored.contains(file)) expected.push_back(file.substr(root.size()));
    }
    std::ranges::sort(expected);
    ASSERT_EQ(files_found(at.path() / root), expected) << "root " << root << '\n' << rules_of(at, tree);
  });
}

}  // namespace
}  // namespace kedge::laws
