#include "mcp/agents.hpp"

#include <gtest/gtest.h>

#include "support/strings.hpp"

namespace kedge::mcp {
namespace {

TEST(Agents, OneTokenAloneIsAnAgentWithoutAName) {
  for (const std::string_view file : {"0123456789abcdef", "0123456789abcdef\n", "0123456789abcdef \r\n\n"}) {
    const auto agents = agents_in(file);
    ASSERT_TRUE(agents) << file;
    ASSERT_EQ(agents->size(), 1U);
    EXPECT_EQ(agents->front().name, "");
    EXPECT_EQ(agents->front().token, "0123456789abcdef");
  }
}

TEST(Agents, EachLineNamesOneAndItsToken) {
  const auto agents = agents_in("ann 0123456789abcdef\r\n\n  bob@ci-2\t fedcba9876543210  \n");
  ASSERT_TRUE(agents) << agents.error();
  ASSERT_EQ(agents->size(), 2U);
  EXPECT_EQ(agents->at(0).name, "ann");
  EXPECT_EQ(agents->at(0).token, "0123456789abcdef");
  EXPECT_EQ(agents->at(1).name, "bob@ci-2");
  EXPECT_EQ(agents->at(1).token, "fedcba9876543210");
}

TEST(Agents, AMistakeIsNamedByItsLineAndNoTokenIsTold) {
  struct Case {
    std::string_view file, words;
  };
  for (const auto& [file, words] : std::vector<Case>{
           {"", "at least 16"},
           {"short", "at least 16"},
           {"ann 0123456789abcdef\nbob short", "line 2: NAME TOKEN"},
           {"ann 0123456789abcdef\nfedcba9876543210", "line 2: NAME TOKEN"},
           {"ann 0123456789abcdef more", "line 1: NAME TOKEN"},
           {"an\"n 0123456789abcdef", "line 1: a name has"},
           {"ann 0123456789abcdef\nann fedcba9876543210", "line 2: ann has a token already"},
           {"ann 0123456789abcdef\n\nbob 0123456789abcdef", "line 3: ann has the same token"},
       }) {
    const auto agents = agents_in(file);
    ASSERT_FALSE(agents) << file;
    EXPECT_TRUE(agents.error().contains(words)) << agents.error();
    EXPECT_FALSE(agents.error().contains("0123456789abcdef") || agents.error().contains("fedcba9876543210")) << agents.error();
  }
}

TEST(Agents, EachTokenHasASessionOfItsOwn) {
  const std::vector<Agent> both = with_sessions({{.name = "ann", .token = "a"}, {.name = "bob", .token = "b"}}, "stateless");
  EXPECT_TRUE(both[0].stateless.starts_with("stateless-"));
  EXPECT_NE(both[0].stateless, both[1].stateless);
  const std::vector<Agent> renamed = with_sessions({{.name = "anna", .token = "a"}}, "stateless");
  EXPECT_EQ(renamed[0].stateless, both[0].stateless) << "the name does not matter";
  const std::vector<Agent> nobody = with_sessions({}, "stateless");
  ASSERT_EQ(nobody.size(), 1U);
  EXPECT_EQ(nobody[0].stateless, "stateless");
}

}  // namespace
}  // namespace kedge::mcp
