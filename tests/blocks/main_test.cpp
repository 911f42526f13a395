// Every case of every *.blocks table beside this file as a test of its own: the suite is the table, the test the case.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "blocks/block_table.hpp"
#include "support/strings.hpp"
#include "syntax/language.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

// The released program where there is one: its workers are also held to a filter of system calls.
std::string tested_program() {
  const char* const other = std::getenv("KEDGE_TESTED");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return other == nullptr ? KEDGE_BINARY : other;
}

Syntax& shared_syntax() {
  static const std::unique_ptr<Syntax> syntax = make_syntax(tested_program(), {.deadline = std::chrono::seconds(20)});
  return *syntax;
}

SyntaxQuestion of_every_line(const Text& text) {
  SyntaxQuestion question;
  for (LineNo line{1}; text.has(line); line = line + 1) question.blocks.push_back(line);
  return question;
}

// Of two blocks one holds the other, or they have no line in common. REQUIRES: in the order of their lines.
void expect_nested(const std::vector<Block>& blocks) {
  std::vector<LineSpan> open;
  for (const Block& block : blocks) {
    if (!block) continue;
    while (!open.empty() && !open.back().contains(block->first)) open.pop_back();
    EXPECT_TRUE(open.empty() || block->end <= open.back().end)
        << block_words(*block) << " and " << block_words(open.back()) << " overlap";
    open.push_back(*block);
  }
}

class BlockCaseTest : public testing::Test {
 public:
  BlockCaseTest(fs::path file, BlockCase block_case) : file_(std::move(file)), case_(std::move(block_case)) {}

  void TestBody() override {
    const Language* language = language_of(case_.file);
    ASSERT_NE(language, nullptr) << at(case_.row) << case_.file;
    ASSERT_FALSE(case_.rows.empty()) << at(case_.row) << "no rows";
    const Text text(case_.source);
    SyntaxQuestion question;
    for (const BlockRow& row : case_.rows) {
      ASSERT_TRUE(text.has(row.line)) << at(row.row) << "no line " << row.line.value;
      question.blocks.push_back(row.line);
    }
    const SyntaxAnswer answer = examine(*language, text, question);
    EXPECT_EQ(shared_syntax().ask(case_.file, text, question).blocks, answer.blocks) << "in a process of its own";
    expect_nested(examine(*language, text, of_every_line(text)).blocks);
    for (std::size_t i = 0; i < case_.rows.size(); ++i) {
      const BlockRow& row = case_.rows[i];
      EXPECT_EQ(block_words(answer.blocks[i]), row.expected)
          << at(row.row) << row.construct << "\n  " << row.line.value << ": " << text.content(row.line);
    }
  }

 private:
  std::string at(int row) const { return concat(file_.string(), ':', row, ": "); }

  fs::path file_;
  BlockCase case_;
};

class BrokenTable : public testing::Test {
 public:
  explicit BrokenTable(std::string why) : why_(std::move(why)) {}
  void TestBody() override { FAIL() << why_; }

 private:
  std::string why_;
};

std::string identifier(std::string text) {
  std::ranges::replace_if(text, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

void register_tables(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".blocks") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const std::string suite = "blocks_" + identifier(file.stem().string());
    const auto cases = parse_block_table(bytes);
    if (!cases) {
      const std::string why = concat(file.string(), ": ", cases.error());
      testing::RegisterTest(suite.c_str(), "table", nullptr, nullptr, file.c_str(), 1,
                            [why]() -> testing::Test* { return new BrokenTable(why); });
      continue;
    }
    for (const BlockCase& block_case : *cases) {
      const std::string name = identifier(concat(block_case.file, "_", block_case.title));
      testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, file.c_str(), block_case.row,
                            [file, block_case]() -> testing::Test* { return new BlockCaseTest(file, block_case); });
    }
  }
}

}  // namespace
}  // namespace kedge::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  kedge::test::register_tables(std::filesystem::path(KEDGE_SOURCE_DIR) / "tests" / "blocks");
  return RUN_ALL_TESTS();
}
