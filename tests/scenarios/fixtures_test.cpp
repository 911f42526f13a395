// Fixtures are worth their indirection only while scenarios share them, and nothing is said twice.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "scenarios/block_content.hpp"
#include "scenarios/scenario_file.hpp"
#include "scenarios/scratch_folder.hpp"

namespace kedge::test {
namespace {

class FixturesTest : public testing::Test {
 protected:
  FixturesTest() {
    for (const auto& [name, text] : read_tree(folder_)) {
      if (!name.ends_with(".scenario")) continue;
      std::expected<Scenario, std::string> scenario = parse_scenario(text, fixtures_);
      if (scenario) scenarios_.emplace(name, *std::move(scenario));  // what is wrong with it is said by its own test
    }
  }

  const std::filesystem::path folder_ = std::filesystem::path(KEDGE_SOURCE_DIR) / "tests" / "scenarios";
  const Fixtures fixtures_ = read_tree(folder_ / "fixtures");
  std::map<std::string, Scenario> scenarios_;
};

TEST_F(FixturesTest, EachIsNamedBySeveralScenarios) {
  std::map<std::string, std::set<std::string>> users;
  for (const auto& [name, scenario] : scenarios_) {
    for (const Block& block : scenario.blocks) users[block.fixture].insert(name);
  }
  for (const auto& [fixture, content] : fixtures_) {
    EXPECT_GE(users[fixture].size(), 2U) << "fixtures/" << fixture << ": write it out where it is used, and delete it";
  }
}

TEST_F(FixturesTest, NoScenarioRepeatsOne) {
  for (const auto& [name, scenario] : scenarios_) {
    for (const Block& block : scenario.blocks) {
      if (!form_of(block.kind).has_content || !block.fixture.empty()) continue;
      const Block plainest = make_block(block.kind, block.arguments, block.content, fixtures_);
      EXPECT_EQ(plainest.fixture, "") << name << ':' << block.line << ": instead of the rows, write " << plainest.source;
    }
  }
}

TEST_F(FixturesTest, EachIsDifferentAndShowsEveryByte) {
  std::map<std::string, std::string> names;
  for (const auto& [fixture, content] : fixtures_) {
    const auto [first, is_new] = names.emplace(content, fixture);
    EXPECT_TRUE(is_new) << "fixtures/" << fixture << " and " << first->second << " have the same content";
    EXPECT_EQ(form_for(content), ContentForm::literal) << "fixtures/" << fixture << " has bytes that a reader cannot see";
  }
}

}  // namespace
}  // namespace kedge::test
