// What the layout promises, held against the sources: a folder includes only folders of lower rank or itself, so the
// engine has never heard of a dialect and a dialect has never heard of the disk.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "scenarios/scratch_folder.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

struct Folder {
  std::string_view name;
  int rank;
};

constexpr std::array ranks{
    Folder{"support", 0}, Folder{"error", 2},    Folder{"hashline", 2}, Folder{"text", 1},     Folder{"process", 2},
    Folder{"edit", 3},    Folder{"syntax", 3},   Folder{"fs", 3},       Folder{"contract", 4}, Folder{"sockets", 4},
    Folder{"resolve", 5}, Folder{"verify", 5},   Folder{"store", 5},    Folder{"render", 5},   Folder{"search", 5},
    Folder{"commit", 5},  Folder{"plan", 6},     Folder{"dialects", 6}, Folder{"engine", 7},   Folder{"tools", 8},
    Folder{"http", 4},    Folder{"mcp", 9},      Folder{"setup", 9},    Folder{"ui", 9},       Folder{"web", 10},
    Folder{"cli", 11},    Folder{"language", 5}, Folder{"embed", 10},   Folder{"postgres", 6},
};

std::optional<int> rank_of(std::string_view folder) {
  const auto found = std::ranges::find(ranks, folder, &Folder::name);
  return found == ranks.end() ? std::nullopt : std::optional(found->rank);
}

struct Include {
  std::string file;    // relative to src
  std::string folder;  // the first below src
  std::string target;
};

std::vector<Include> includes_of_sources() {
  constexpr std::string_view directive = "#include ";
  std::vector<Include> found;
  for (const auto& [file, bytes] : read_tree(fs::path(KEDGE_SOURCE_DIR) / "src")) {
    std::istringstream rows(bytes);
    for (std::string row; std::getline(rows, row);) {
      if (!row.starts_with(directive)) continue;
      const std::string target =
          row.substr(directive.size() + 1, row.find_first_of(">\"", directive.size() + 1) - directive.size() - 1);
      found.push_back({file, file.substr(0, file.find('/')), target});
    }
  }
  return found;
}

TEST(Structure, AFolderIncludesOnlyLowerRanksAndItself) {
  const std::vector<Include> includes = includes_of_sources();
  ASSERT_GT(includes.size(), 100U) << "the sources were not found";
  for (const Include& include : includes) {
    const std::optional<int> from = rank_of(include.folder);
    EXPECT_TRUE(from) << "src/" << include.file << ": the folder has no rank";
    const std::string target = include.target.substr(0, include.target.find('/'));
    const std::optional<int> to = target == include.target ? std::nullopt : rank_of(target);
    if (!from || !to || target == include.folder) continue;
    EXPECT_LT(*to, *from) << "src/" << include.file << " includes " << include.target;
  }
}

// Whoever wants to know how files get onto the disk, and stay whole, reads no more than these.
TEST(Structure, TheCommitNeedsOnlyFilesTextAndOneHeaderOfTheContract) {
  constexpr std::array needed{"support", "error", "text", "fs", "commit"};
  std::set<std::string> contract;
  for (const Include& include : includes_of_sources()) {
    if (include.folder != "commit" || include.file.ends_with("_test.cpp") || !include.target.contains('/')) continue;
    const std::string target = include.target.substr(0, include.target.find('/'));
    if (target == "contract") contract.insert(include.target);
    const bool known = !rank_of(target) || target == "contract" || std::ranges::find(needed, target) != needed.end();
    EXPECT_TRUE(known) << "src/" << include.file << " includes " << include.target;
  }
  EXPECT_LE(contract.size(), 1U);
}

TEST(Structure, TheProgramHasNoStandIns) {
  for (const Include& include : includes_of_sources()) {
    const bool is_test = include.file.ends_with("_test.cpp");
    EXPECT_FALSE(include.target.starts_with("tests/") && !is_test) << "src/" << include.file << " includes " << include.target;
  }
}

TEST(Structure, OnlyFsProcessAndSocketsMakeSystemCalls) {
  for (const Include& include : includes_of_sources()) {
    const bool system = include.target == "fcntl.h" || include.target == "unistd.h" || include.target.starts_with("sys/");
    // A hint about memory, which reaches nothing outside the process.
    if (include.file == "support/large_buffer.cpp" && include.target == "sys/mman.h") continue;
    // kedge-postgres is a program of its own, which forks the workers that kedge asks for.
    if (include.file == "postgres/workers.cpp") continue;
    const bool may = include.folder == "fs" || include.folder == "process" || include.folder == "sockets";
    EXPECT_FALSE(system && !may) << "src/" << include.file << " includes " << include.target;
  }
}

// Two types of one name in one namespace are one to the linker, which takes whichever it meets first.
TEST(Structure, ANameOfATypeInAHeaderMeansOneThing) {
  std::map<std::string, std::string> places;
  for (const auto& [file, bytes] : read_tree(fs::path(KEDGE_SOURCE_DIR) / "src")) {
    if (!file.ends_with(".hpp")) continue;
    std::vector<std::string> namespaces;
    std::istringstream rows(bytes);
    for (std::string row; std::getline(rows, row);) {
      const std::vector<std::string_view> words = split(row, ' ');
      if (words[0] == "namespace" && words.back() == "{") namespaces.emplace_back(words[1]);
      if (row.starts_with("}  // namespace") && !namespaces.empty()) namespaces.pop_back();
      const bool defines = (words[0] == "struct" || words[0] == "class") && words.size() > 2 && words.back().ends_with('{');
      if (!defines) continue;
      const std::string name = concat(join(namespaces, "::"), "::", words[1]);
      const auto [known, first] = places.emplace(name, file);
      EXPECT_TRUE(first) << name << " is in src/" << known->second << " and in src/" << file;
    }
  }
  EXPECT_GT(places.size(), 100U) << "the headers were not found";
}

TEST(Structure, WhatIsReadOfTheEnvironmentIsWhatAServerKeeps) {
  const std::map<std::string, std::string> sources = read_tree(fs::path(KEDGE_SOURCE_DIR) / "src");
  const std::string& kept = sources.at("cli/server_sandbox.cpp");
  const std::regex reading(R"re((?:getenv|from_environment|variable)\("([A-Z_]+)"\))re");
  int read = 0;
  for (const auto& [file, bytes] : sources) {
    // What no server does: configuring clients, finding programs, showing colours and pages, and tests.
    if (file.starts_with("setup/") || file == "fs/program_file.cpp" || file == "ui/colours.cpp" || file == "ui/screen.cpp" ||
        file == "cli/pages.cpp" || file.ends_with("_test.cpp"))
      continue;
    for (std::sregex_iterator each(bytes.begin(), bytes.end(), reading), end; each != end; ++each, ++read) {
      EXPECT_NE(kept.find(concat('"', each->str(1), '"')), std::string::npos)
          << "src/" << file << " reads " << each->str(1) << ", which keep_environment_of_server() takes away";
    }
  }
  EXPECT_GT(read, 8) << "nothing was found";
}

TEST(Structure, FilesKeepToOneNounAndFewerThan500Lines) {
  for (const auto& [file, bytes] : read_tree(fs::path(KEDGE_SOURCE_DIR) / "src")) {
    EXPECT_LT(std::ranges::count(bytes, '\n'), 500) << "src/" << file;
    for (const std::string_view word : {"util", "common.", "helper", "misc"}) {
      EXPECT_EQ(file.find(word), std::string::npos) << "src/" << file << ": the thought is not finished";
    }
  }
}

}  // namespace
}  // namespace kedge::test
