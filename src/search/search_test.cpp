#include "search/search.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "fs/real_file_system.hpp"
#include "support/strings.hpp"
#include "test_form.hpp"
#include "tests/support/foreign_party.hpp"

namespace kedge {
namespace {

std::string shown(const SearchResult& result) {
  std::string all;
  for (const FoundFile& file : result.files) {
    append(all, file.path);
    for (const LineNo line : file.lines) append(all, concat(' ', line.value));
    append(all, '\n');
  }
  return all;
}

class SearchTest : public testing::Test {
 protected:
  SearchTest() {
    others.make_file("/root/.gitignore", "/out\n");
    others.make_file("/root/a.c", "int a;\nint b;\n");
    others.make_file("/root/lib/b.c", "x\nint c;\n");
    others.make_file("/root/lib/b.md", "int\n");
    others.make_file("/root/out/c.c", "int d;\n");
    others.make_file("/root/.env", "int secret\n");
    others.make_file("/root/lib/binary", std::string("int\0", 4));
    others.make_file("/root/lib/wide", std::string("\xFF\xFEi\0", 4));
  }

  Result<SearchResult> run(const SearchRequest& request, const SearchSettings& how = {}) {
    return search(fs, Root::open(fs, {.path = "/root"}).value(), request, how);
  }

  MemoryFileSystem fs;
  ForeignParty others{fs};
};

TEST_F(SearchTest, LinesAreFoundInTheOrderOfPathsAndWhatIsLeftOutIsCounted) {
  const SearchResult result = run({.pattern = "int"}).value();
  EXPECT_EQ(shown(result), "a.c 1 2\nlib/b.c 2\nlib/b.md 1\n");
  EXPECT_EQ(result.results, 4U);
  EXPECT_FALSE(result.cut_off);
  EXPECT_EQ(result.counts.searched, 4U);
  EXPECT_EQ(result.counts.binary, 1U);
  EXPECT_EQ(result.counts.undecodable, 1U);
  EXPECT_EQ(result.counts.protected_files, 1U);
  EXPECT_EQ(result.files.front().text, Text("int a;\nint b;\n"));
}

TEST_F(SearchTest, PathsAndGlobsNarrowIt) {
  EXPECT_EQ(shown(run({.pattern = "int", .paths = {"lib"}, .globs = {"*.c"}}).value()), "lib/b.c 2\n");
  EXPECT_EQ(shown(run({.pattern = "int", .paths = {"out"}}).value()), "out/c.c 1\n");
  EXPECT_EQ(run({.pattern = "int", .paths = {".env"}}).error().code, Code::path_protected);
}

TEST_F(SearchTest, WithoutAPatternTheFilesAreTheResults) {
  EXPECT_EQ(shown(run({.globs = {"*.c"}}).value()), "a.c\nlib/b.c\n");
  const SearchResult cut = run({.max_results = 2}).value();
  EXPECT_EQ(shown(cut), ".gitignore\na.c\n");
  EXPECT_TRUE(cut.cut_off);
  EXPECT_FALSE(run({.globs = {"*.c"}, .max_results = 2}).value().cut_off);
}

TEST_F(SearchTest, ContextIsRowsAroundEachMatchWithinTheFile) {
  others.make_file("/root/n", "1\n2\n3 x\n4\n5\n6\n7\n8\n9 x\n");
  const SearchResult result = run({.pattern = "x", .paths = {"n"}, .context = 1}).value();
  LineSet expected;
  expected.add({LineNo{2}, LineNo{5}});
  expected.add({LineNo{8}, LineNo{10}});
  EXPECT_EQ(result.files.front().rows, expected);
  EXPECT_EQ(run({.pattern = "x", .paths = {"n"}, .context = 4'000'000'000}).value().files.front().rows,
            LineSet({LineNo{1}, LineNo{10}}));
}

TEST_F(SearchTest, ResultsAreCutOffAtTheLimitAndSaySo) {
  const SearchResult result = run({.pattern = "int", .max_results = 3}).value();
  EXPECT_EQ(shown(result), "a.c 1 2\nlib/b.c 2\n");
  EXPECT_TRUE(result.cut_off);
  EXPECT_FALSE(run({.pattern = "int", .max_results = 4}).value().cut_off);
  EXPECT_EQ(shown(run({.pattern = "int", .max_results = 1}).value()), "a.c 1\n");
  EXPECT_TRUE(run({.pattern = "int", .max_results = 0}).value().cut_off);
}

TEST_F(SearchTest, RowsAreCutOffAtTheirBytesButTheFirstIsAlwaysThere) {
  others.make_file("/root/long", "x" + std::string(10'000, '-') + "\nx\nx\n");
  const SearchResult one = run({.pattern = "x", .paths = {"long"}, .max_bytes = 10}).value();
  EXPECT_EQ(shown(one), "long 1\n");
  EXPECT_TRUE(one.cut_off);
  // A long row counts as it is shown.
  EXPECT_EQ(shown(run({.pattern = "x", .paths = {"long"}, .max_bytes = 2003}).value()), "long 1 2\n");
  const SearchResult first = run({.pattern = "x$", .paths = {"long"}, .context = 5, .max_bytes = 100}).value();
  EXPECT_EQ(first.files.front().rows, LineSet({LineNo{2}, LineNo{4}}));
}

TEST_F(SearchTest, ACancelledSearchIsRefused) {
  const std::atomic<bool> cancelled = true;
  EXPECT_EQ(run({.pattern = "int"}, {.cancelled = &cancelled}).error().code, Code::cancelled);
}

TEST_F(SearchTest, ProgressIsToldNowAndThen) {
  for (int i = 0; i < 600; ++i) others.make_file(concat("/root/many/", i), "int\n");
  std::vector<std::size_t> told;
  SearchSettings how;
  how.progress = [&told](std::size_t files) { told.push_back(files); };
  ASSERT_TRUE(run({.pattern = "none"}, how));
  ASSERT_EQ(told.size(), 2U);
  EXPECT_LT(told.front(), told.back());
}

TEST_F(SearchTest, OfFilesBeyondSoManyResultsOnlyTheRowsAreKept) {
  SearchSettings how{.most_with_texts = 2};
  how.rows_of = [](const FoundFile& file) { return std::string(file.text.raw(file.lines.front())); };
  const SearchResult result = run({.pattern = "int"}, how).value();
  EXPECT_EQ(shown(result), "a.c 1 2\nlib/b.c 2\nlib/b.md 1\n");
  EXPECT_EQ(result.files[0].kept_rows, "");
  EXPECT_EQ(result.files[0].text.bytes(), "int a;\nint b;\n");
  EXPECT_EQ(result.files[1].kept_rows, "int c;\n");
  EXPECT_EQ(result.files[2].kept_rows, "int\n");
  EXPECT_EQ(result.files[2].text.bytes(), "");
  EXPECT_EQ(shown(run({.pattern = "int", .max_results = 3}, how).value()), "a.c 1 2\nlib/b.c 2\n");
}

TEST(SearchThreadsTest, ProgressIsToldWhicheverThreadsGetAProcessor) {
  std::string name = std::filesystem::temp_directory_path() / "kedge-search-XXXXXX";
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  for (int i = 0; i < 600; ++i) std::ofstream(std::filesystem::path(name) / std::to_string(i)) << "x\n";
  const std::unique_ptr<FileSystem> fs = real_file_system();
  const Root root = Root::open(*fs, {.path = name}).value();
  for (int attempt = 0; attempt < (is_long_form() ? 200 : 20); ++attempt) {
    std::vector<std::size_t> told;
    SearchSettings how{.threads = 4};
    how.progress = [&told](std::size_t files) { told.push_back(files); };
    ASSERT_TRUE(search(*fs, root, {.pattern = "none"}, how));
    ASSERT_EQ(told.size(), 2U);
    EXPECT_LT(told.front(), told.back());
  }
  std::filesystem::remove_all(name);
}

TEST(SearchThreadsTest, TheAnswerDoesNotDependOnHowManyThereAre) {
  std::string name = std::filesystem::temp_directory_path() / "kedge-search-XXXXXX";
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  const std::filesystem::path folder = name;
  for (int i = 0; i < 400; ++i) {
    const std::filesystem::path path = folder / std::to_string(i % 7) / std::to_string(i % 3) / std::to_string(i);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "x\n" << (i % 5 == 0 ? "wanted\n" : "other\n") << std::string(static_cast<std::size_t>(i) * 50, '-');
  }
  const std::unique_ptr<FileSystem> fs = real_file_system();
  const Root root = Root::open(*fs, {.path = folder}).value();
  for (const std::size_t most : {1UL, 30UL, 79UL, 80UL, 1000UL}) {
    const SearchRequest request{.pattern = "want(ed)", .max_results = most};
    const SearchResult alone = search(*fs, root, request, {.threads = 1}).value();
    EXPECT_EQ(alone.results, std::min<std::size_t>(most, 80));
    for (int attempt = 0; attempt < (is_long_form() ? 4 : 1); ++attempt) {
      const SearchResult together = search(*fs, root, request, {.threads = 4}).value();
      ASSERT_EQ(shown(together), shown(alone));
      ASSERT_EQ(together.cut_off, alone.cut_off);
      ASSERT_EQ(together.counts.searched, alone.counts.searched);
    }
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace kedge
