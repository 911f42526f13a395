// What the documentation shows is what the program does: the error reference is its own output, and every console block
// that runs kedge is run again.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "edit/diff.hpp"
#include "render/unified_diff.hpp"
#include "scenarios/child_process.hpp"
#include "scenarios/scenario_run.hpp"
#include "scenarios/scratch_folder.hpp"
#include "scenarios/tested_program.hpp"
#include "scenarios/undo_ids.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

std::string difference(const std::string& documented, const std::string& printed) {
  const Text before(documented);
  const Text after(printed);
  return unified_diff(before, after, diff_lines(before, after, LineKey::bytes), {"documented", "printed"});
}

// A fenced block ```console: commands behind `$ `, their continuations behind `> `, and what they print.
struct ConsoleBlock {
  std::size_t line = 0;  // of its fence
  std::vector<std::string> rows;

  bool runs_kedge() const {
    return std::ranges::any_of(rows, [](const std::string& row) {
      return row.starts_with("$ ") && (row.find("kedge ") != std::string::npos || row.starts_with("$ ./run "));
    });
  }
};

std::vector<ConsoleBlock> console_blocks(const std::string& markdown) {
  std::vector<ConsoleBlock> blocks;
  std::istringstream rows(markdown);
  std::size_t line = 0;
  enum class In { prose, console, other } in = In::prose;
  for (std::string row; std::getline(rows, row);) {
    ++line;
    if (row.starts_with("```")) {
      const bool opens = in == In::prose;
      in = !opens ? In::prose : row == "```console" ? In::console : In::other;
      if (in == In::console) blocks.push_back({line, {}});
    } else if (in == In::console) {
      blocks.back().rows.push_back(row);
    }
  }
  std::erase_if(blocks, [](const ConsoleBlock& block) { return !block.runs_kedge(); });
  return blocks;
}

// Runs the blocks of one document, one after the other in one folder, as a reader would.
class Console {
 public:
  Console() {
    fs::create_directories(scratch_.path() / "work");
    fs::create_directories(scratch_.path() / "bin");
    fs::create_symlink(tested_program(), scratch_.path() / "bin" / "kedge");
    environment_ = plain_environment(scratch_.path());
    std::erase_if(environment_, [](const std::string& variable) { return variable.starts_with("PATH="); });
    environment_.push_back(concat("PATH=", (scratch_.path() / "bin").string(), ":/usr/local/bin:/usr/bin:/bin"));
  }

  // The block as it would be printed now.
  std::string replayed(const ConsoleBlock& block) {
    std::string out;
    for (std::size_t i = 0; i < block.rows.size();) {
      if (!block.rows[i].starts_with("$ ")) {
        ++i;  // output of the last command, or a row before the first
        continue;
      }
      std::string command = block.rows[i].substr(2);
      append(out, concat(block.rows[i], '\n'));
      for (++i; i < block.rows.size() && block.rows[i].starts_with("> "); ++i) {
        append(command, concat('\n', block.rows[i].substr(2)));
        append(out, concat(block.rows[i], '\n'));
      }
      append(out, printed(command));
    }
    return out;
  }

 private:
  std::string printed(std::string command) {
    constexpr std::array<std::string_view, 8> known{"kedge", "./run", "printf", "cat", "echo", "sed", "mkdir", "cp"};
    const std::string word = command.substr(0, command.find_first_of(" \n"));
    if (std::ranges::find(known, word) == known.end()) {
      return concat("(", word, " is not run by this test; a block that is only to be read is no console block)\n");
    }
    if (word == "./run") command.replace(0, word.size(), "kedge");
    const Finished finished =
        run_to_end({.program = "/bin/sh",
                    .arguments = {"-c", concat("(exit ", status_, ")\n", command)},  // so that $? is the last one's
                    .environment = environment_,
                    .folder = scratch_.path() / "work",
                    .input = std::nullopt,
                    .errors_to_output = true});
    status_ = finished.status;
    return finished.timed_out ? finished.output + "(did not end)\n" : finished.output;
  }

  ScratchFolder scratch_;
  std::vector<std::string> environment_;
  int status_ = 0;
};

std::vector<fs::path> documents() {
  std::vector<fs::path> found{fs::path(KEDGE_SOURCE_DIR) / "README.md"};
  const fs::path docs = fs::path(KEDGE_SOURCE_DIR) / "docs";
  if (fs::is_directory(docs)) {
    for (const fs::directory_entry& entry : fs::directory_iterator(docs)) {
      if (entry.path().extension() == ".md") found.push_back(entry.path());
    }
  }
  std::ranges::sort(found);
  return found;
}

TEST(Documentation, TheErrorReferenceIsWhatExplainPrints) {
  const ScratchFolder scratch;
  const Finished printed = run_to_end({.program = tested_program(),
                                       .arguments = {"explain", "--all"},
                                       .environment = plain_environment(scratch.path()),
                                       .folder = scratch.path(),
                                       .input = std::nullopt});
  ASSERT_EQ(printed.status, 0) << printed.errors;
  const fs::path page = fs::path(KEDGE_SOURCE_DIR) / "docs" / "errors.md";
  ASSERT_TRUE(fs::exists(page)) << "to write it: kedge explain --all > docs/errors.md";
  EXPECT_EQ(difference(read_file_bytes(page), printed.output), "") << "to write it again: kedge explain --all > docs/errors.md";
}

// What a generator prints in the top of the tree.
Finished generated(const std::string& command) {
  const char* const path = std::getenv("PATH");
  return run_to_end({.program = "/bin/sh",
                     .arguments = {"-c", command},
                     .environment = {concat("PATH=", path == nullptr ? "/usr/bin:/bin" : path)},
                     .folder = KEDGE_SOURCE_DIR,
                     .input = {}});
}

void expect_page(const char* page, const std::string& command) {
  const Finished printed = generated(command);
  ASSERT_EQ(printed.status, 0) << printed.errors;
  EXPECT_EQ(difference(read_file_bytes(fs::path(KEDGE_SOURCE_DIR) / page), printed.output), "")
      << "to write it again: " << command << " > " << page;
}

TEST(Documentation, TheReliabilityPageIsMadeOfItsFigures) {
  expect_page("docs/reliability.md", "scripts/reliability docs/reliability.jsonl");
}

TEST(Documentation, TheBenchmarkPageIsMadeOfItsRows) {
  expect_page("docs/benchmarks.md", "node benchmarks/report/main.mjs docs/benchmarks.jsonl --markdown /dev/stdout");
  expect_page("docs/benchmarks.html", "node benchmarks/report/main.mjs docs/benchmarks.jsonl --html /dev/stdout");
}

// `./bench …` between backticks.
std::vector<std::string> bench_commands(const std::string& markdown) {
  constexpr std::string_view opening = "`./bench ";
  std::vector<std::string> commands;
  for (std::size_t at = 0; (at = markdown.find(opening, at)) != std::string::npos;) {
    const std::size_t begin = at + opening.size();
    at = markdown.find('`', begin);
    commands.push_back(markdown.substr(begin, at - begin));
  }
  return commands;
}

// The table of the page and that of the program have the same rows in the same order, and none is without its reason and
// source.
TEST(Documentation, EveryProtectedPathIsListedWithItsSource) {
  const std::vector<std::string> patterns{
#define RULE(pattern, protection, place) pattern,
#include "fs/protected_paths.def"
#undef RULE
  };
  std::istringstream rows(read_file_bytes(fs::path(KEDGE_SOURCE_DIR) / "docs" / "protected.md"));
  std::vector<std::string> listed;
  for (std::string row; std::getline(rows, row);) {
    if (!row.starts_with("| `")) continue;
    const std::size_t end = row.find("` | ");
    ASSERT_NE(end, std::string::npos) << row;
    listed.push_back(row.substr(3, end - 3));
    const std::size_t source = row.find(" | ", end + 4);
    ASSERT_NE(source, std::string::npos) << row;
    EXPECT_GT(source, end + 4) << row;
    EXPECT_GT(row.size(), source + 8) << row;
  }
  EXPECT_EQ(listed, patterns);
}

TEST(Documentation, EverySettingIsListedWithItsVariableAndDefault) {
  struct Row {
    std::string_view key, option, otherwise, help;
  };
  constexpr std::array rows{
#define SETTING(key, commands, option, kind, values, otherwise, help) Row{key, option, otherwise, help},
#include "cli/settings.def"
#undef SETTING
  };
  std::istringstream page(read_file_bytes(fs::path(KEDGE_SOURCE_DIR) / "docs" / "configuration.md"));
  std::vector<std::string> listed;
  for (std::string row; std::getline(page, row);) {
    if (row.starts_with("| `")) listed.push_back(row);
  }
  ASSERT_EQ(listed.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string variable = "KEDGE_";
    for (const char c : rows[i].key) variable.push_back(c == '.' || c == '-' ? '_' : static_cast<char>(std::toupper(c)));
    EXPECT_TRUE(listed[i].starts_with(concat("| `", rows[i].key, "` | `", variable, "` | `--", rows[i].option, "` | ")))
        << listed[i];
    EXPECT_TRUE(listed[i].ends_with(concat(" | ", rows[i].otherwise, " | ", rows[i].help, " |"))) << listed[i];
  }
}

TEST(Documentation, EveryBenchThatIsNamedIsOne) {
  const std::string help = generated("./bench --help").output;
  std::size_t named = 0;
  std::vector<fs::path> all = documents();
  all.push_back(fs::path(KEDGE_SOURCE_DIR) / "benchmarks" / "README.md");
  for (const fs::path& document : all) {
    for (const std::string& command : bench_commands(read_file_bytes(document))) {
      const std::vector<std::string_view> words = split(command, ' ');
      EXPECT_TRUE(help.contains(concat("./bench ", words[0], ' '))) << document << ": ./bench " << command;
      if (words[0] == "perf" && words.size() > 1 && !words[1].starts_with('[')) {
        EXPECT_TRUE(help.contains(concat(' ', words[1])) && !words[1].starts_with('-')) << document << ": ./bench " << command;
      }
      ++named;
    }
  }
  EXPECT_GT(named, 5U);
}

TEST(Documentation, EveryConsoleBlockPrintsWhatItShows) {
  if (is_portable()) GTEST_SKIP() << "written for the guards of Linux";
  for (const fs::path& document : documents()) {
    ASSERT_TRUE(fs::exists(document)) << document;
    Console console;
    for (const ConsoleBlock& block : console_blocks(read_file_bytes(document))) {
      std::string documented;
      for (const std::string& row : block.rows) append(documented, concat(row, '\n'));
      EXPECT_EQ(difference(UndoIds().named(documented), UndoIds().named(console.replayed(block))), "")
          << document.filename() << ", line " << block.line;
    }
  }
}

TEST(Documentation, TheReadmeShowsTheProgramAtWork) {
  EXPECT_FALSE(console_blocks(read_file_bytes(fs::path(KEDGE_SOURCE_DIR) / "README.md")).empty());
}

TEST(Documentation, ABlockIsReplayedWithItsContinuationsAndStatuses) {
  const std::vector<ConsoleBlock> blocks = console_blocks(
      "# T\n```sh\n$ kedge no\n```\n```console\n$ printf 'a\\n' > a\n$ cat <<END\n> b\n> END\nb\n$ kedge diff a none\nwrong\n$ "
      "echo $?\n1\n"
      "$ ./run --version\n$ rm a\n```\n```console\n$ ls\n```\n");
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].line, 5U);
  const std::string replayed = Console().replayed(blocks[0]);
  EXPECT_TRUE(replayed.starts_with(
      "$ printf 'a\\n' > a\n$ cat <<END\n> b\n> END\nb\n$ kedge diff a none\nkedge: not_found: none does not exist. "
      "Check the path.\n$ echo $?\n1\n$ ./run --version\nkedge "))
      << replayed;
  EXPECT_NE(replayed.find("$ rm a\n(rm is not run by this test"), std::string::npos) << replayed;
}

}  // namespace
}  // namespace kedge::test
