// The catalogue of bad input is checked row by row: the name of a test begins with the number of the row that it checks, and
// there is none without one.
#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <set>
#include <vector>

#include "figures.hpp"
#include "scenarios/scratch_folder.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

// "P12" of "p12_a_final_newline_goes"; empty if the name begins with no such number.
std::string number_in(std::string_view name) {
  constexpr std::string_view kinds = "APFNME";
  if (name.empty() || !kinds.contains(static_cast<char>(std::toupper(name.front())))) return {};
  std::size_t end = 1;
  while (end < name.size() && std::isdigit(static_cast<unsigned char>(name[end])) != 0) ++end;
  if (end == 1 || end == name.size() || name[end] != '_') return {};
  return concat(static_cast<char>(std::toupper(name.front())), name.substr(1, end - 1));
}

// Of all tests that this program would run, those of scenario files among them.
std::map<std::string, std::vector<std::string>> checks_by_number() {
  std::map<std::string, std::vector<std::string>> found;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int k = 0; k < suite.total_test_count(); ++k) {
      const std::string name = suite.GetTestInfo(k)->name();
      if (std::string number = number_in(name); !number.empty()) {
        found[number].push_back(concat(suite.name(), '.', name));
      }
    }
  }
  return found;
}

std::set<std::string> rows_of_catalogue() {
  std::set<std::string> rows;
  const std::string text = read_file_bytes(std::string(KEDGE_SOURCE_DIR) + "/tests/catalogue.txt");
  for (const std::string_view row : split(text, '\n')) {
    if (row.empty() || row.starts_with('#')) continue;
    EXPECT_TRUE(rows.insert(std::string(row.substr(0, row.find(' ')))).second) << "twice: " << row;
  }
  return rows;
}

TEST(Catalogue, EveryRowIsCheckedByATestThatBearsItsNumber) {
  const std::map<std::string, std::vector<std::string>> checks = checks_by_number();
  const std::set<std::string> rows = rows_of_catalogue();
  EXPECT_EQ(rows.size(), 142U);
  std::size_t tests = 0;
  std::size_t unchecked = 0;
  for (const std::string& row : rows) {
    EXPECT_TRUE(checks.contains(row)) << row << " is checked by no test";
    if (!checks.contains(row)) ++unchecked;
  }
  for (const auto& [number, names] : checks) {
    EXPECT_TRUE(rows.contains(number)) << number << " is no row, but the number of " << names.front();
    tests += names.size();
  }
  note_figure({.part = "catalogue",
               .variant = "rows of bad input",
               .count = rows.size(),
               .faults = unchecked,
               .detail = concat(tests, " tests bear their numbers")});
}

TEST(Catalogue, ANumberIsWhatANameBeginsWith) {
  EXPECT_EQ(number_in("A1_AFileIsMissing"), "A1");
  EXPECT_EQ(number_in("p12_a_final_newline"), "P12");
  for (const std::string_view name : {"", "E", "A1", "AFile_1", "B1_Other", "XA1_Other", "P_1", "E12AndMore"}) {
    EXPECT_EQ(number_in(name), "") << name;
  }
}

}  // namespace
}  // namespace kedge::test
