// Every *.scenario below this folder as a test of its own: the suite is its folder, the test its name. With --update the
// expectations of failing scenarios are rewritten from what happened; read the diff before you commit it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <iostream>

#include "scenarios/scenario_run.hpp"
#include "scenarios/scratch_folder.hpp"
#include "scenarios/tested_program.hpp"
#include "support/strings.hpp"

namespace kedge::test {
namespace {

namespace fs = std::filesystem;

enum class OnMismatch { fail, update };

class ScenarioTest : public testing::Test {
 public:
  ScenarioTest(fs::path file, OnMismatch on_mismatch) : file_(std::move(file)), on_mismatch_(on_mismatch) {}

  void TestBody() override {
    const std::expected<Scenario, std::string> scenario = parse_scenario(read_file_bytes(file_));
    ASSERT_TRUE(scenario.has_value()) << file_.string() << ": " << scenario.error();
    const std::expected<Scenario, std::string> happened = run_scenario(*scenario, {.program = tested_program()});
    ASSERT_TRUE(happened.has_value()) << file_.string() << ": " << happened.error();
    if (*happened == *scenario) return;
    if (on_mismatch_ == OnMismatch::update) {
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
  fs::path file_;
  OnMismatch on_mismatch_;
};

std::string identifier(std::string text) {
  std::ranges::replace_if(text, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

void register_scenarios(const fs::path& folder, OnMismatch on_mismatch) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".scenario") files.push_back(entry.path());
  }
  // As plain text: this is done at every start, and there is a start for every scenario.
  std::ranges::sort(files, {}, &fs::path::native);
  for (const fs::path& file : files) {
    const std::string suite = identifier(file.parent_path().lexically_relative(folder).string());
    testing::RegisterTest(suite.c_str(), identifier(file.stem().string()).c_str(), nullptr, nullptr, file.c_str(), 1,
                          [file, on_mismatch]() -> testing::Test* { return new ScenarioTest(file, on_mismatch); });
  }
}

}  // namespace
}  // namespace kedge::test

// The runner itself is not what is tested: looking for its leaks would add seconds to every scenario.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }  // NOLINT(bugprone-reserved-identifier)

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const bool update = std::any_of(argv + 1, argv + argc, [](std::string_view word) { return word == "--update"; });
  kedge::test::register_scenarios(std::filesystem::path(KEDGE_SOURCE_DIR) / "tests" / "scenarios",
                                  update ? kedge::test::OnMismatch::update : kedge::test::OnMismatch::fail);
  return RUN_ALL_TESTS();
}
