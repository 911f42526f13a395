// Every *.scenario below this folder as a test of its own: the suite is its folder, the test its name. With --update the
// expectations of failing scenarios are rewritten from what happened; read the diff before you commit it. What stands in
// every_dialect/ is a scenario of each dialect: `{dialect}` stands for its name, and the suite is called after it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>

#include "scenarios/scenario_run.hpp"
#include "scenarios/scratch_folder.hpp"
#include "scenarios/tested_program.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

enum class OnMismatch { fail, update };

// Another tree than the one that this was built from, for tests of what grows in it.
fs::path tree() {
  const char* const other = std::getenv("KEDGE_TREE");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return other != nullptr ? other : KEDGE_SOURCE_DIR;
}

const Fixtures& all_fixtures() {
  static const Fixtures fixtures = read_tree(tree() / "tests" / "scenarios" / "fixtures");
  return fixtures;
}

class ScenarioTest : public testing::Test {
 public:
  ScenarioTest(fs::path file, OnMismatch on_mismatch, std::string dialect)
      : file_(std::move(file)), on_mismatch_(on_mismatch), dialect_(std::move(dialect)) {}

  void TestBody() override {
    const std::expected<Scenario, std::string> scenario = parse_scenario(bytes(), all_fixtures());
    ASSERT_TRUE(scenario.has_value()) << file_.string() << ": " << scenario.error();
    const std::expected<Scenario, std::string> happened =
        run_scenario(*scenario, {.program = tested_program(), .fixtures = all_fixtures()});
    ASSERT_TRUE(happened.has_value()) << file_.string() << ": " << happened.error();
    if (*happened == *scenario) return;
    if (on_mismatch_ == OnMismatch::update && dialect_.empty()) {
      write_file(file_, print_scenario(*happened));
      std::cout << "updated " << file_.string() << '\n' << mismatch(*scenario, *happened);
      return;
    }
    const testing::TestInfo& self = *testing::UnitTest::GetInstance()->current_test_info();
    ADD_FAILURE() << file_.string() << '\n'
                  << mismatch(*scenario, *happened)
                  << "To accept what happened: scenario_tests --update --gtest_filter=" << self.test_suite_name() << '.'
                  << self.name();
  }

 private:
  std::string bytes() const {
    std::string text = read_file_bytes(file_);
    constexpr std::string_view placeholder = "{dialect}";
    for (std::size_t at = 0; !dialect_.empty() && (at = text.find(placeholder, at)) != std::string::npos;) {
      text.replace(at, placeholder.size(), dialect_);
    }
    return text;
  }

  fs::path file_;
  OnMismatch on_mismatch_;
  std::string dialect_;  // of a scenario that every dialect has
};

std::string identifier(std::string text) {
  std::ranges::replace_if(text, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

// The rows of dialects.def.
std::vector<std::string> dialect_names(const fs::path& tree) {
  constexpr std::string_view begin = "DIALECT(";
  const std::string rows = read_file_bytes(tree / "src" / "dialects" / "dialects.def");
  std::vector<std::string> names;
  for (const std::string_view row : split(rows, '\n')) {
    if (row.starts_with(begin)) names.emplace_back(row.substr(begin.size(), row.find(')') - begin.size()));
  }
  return names;
}

void register_scenarios(const fs::path& folder, OnMismatch on_mismatch) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".scenario") files.push_back(entry.path());
  }
  // As plain text: this is done at every start, and there is a start for every scenario.
  std::ranges::sort(files, {}, &fs::path::native);
  const auto add = [on_mismatch](const std::string& suite, const fs::path& file, const std::string& dialect) {
    testing::RegisterTest(suite.c_str(), identifier(file.stem().string()).c_str(), nullptr, nullptr, file.c_str(), 1,
                          [=]() -> testing::Test* { return new ScenarioTest(file, on_mismatch, dialect); });
  };
  const std::vector<std::string> dialects = dialect_names(folder.parent_path().parent_path());
  for (const fs::path& file : files) {
    const std::string suite = identifier(file.parent_path().lexically_relative(folder).string());
    if (suite != "every_dialect") {
      add(suite, file, "");
      continue;
    }
    for (const std::string& dialect : dialects) add(dialect, file, dialect);
  }
}

}  // namespace

void register_all(bool update) {
  register_scenarios(tree() / "tests" / "scenarios", update ? OnMismatch::update : OnMismatch::fail);
}

}  // namespace kedge::test

// The runner itself is not what is tested: looking for its leaks would add seconds to every scenario.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }  // NOLINT(bugprone-reserved-identifier)

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const bool update = std::any_of(argv + 1, argv + argc, [](std::string_view word) { return word == "--update"; });
  kedge::test::register_all(update);
  return RUN_ALL_TESTS();
}
