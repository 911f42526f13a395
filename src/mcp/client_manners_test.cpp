#include "mcp/client_manners.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kedge::mcp {
namespace {

TEST(ClientManners, AClientThatNobodyKnowsGetsTextInShortPages) {
  for (const char* const name : {"", "test", "claude-code-2", "Claude-Code"}) {
    const Manners manners = MannersWanted{}.of(name);
    EXPECT_EQ(manners.form, ResultForm::text) << name;
    EXPECT_EQ(manners.page, 10'000U) << name;
    EXPECT_FALSE(manners.is_claude_code) << name;
  }
}

TEST(ClientManners, AClientIsKnownByItsNameOrByHowThatBegins) {
  EXPECT_GT(MannersWanted{}.of("claude-code").page, 10'000U);
  EXPECT_EQ(MannersWanted{}.of("gemini-cli-mcp-client-kedge").page, MannersWanted{}.of("gemini-cli-mcp-client").page);
}

TEST(ClientManners, WhatWasAskedForHoldsForEveryClient) {
  const MannersWanted wanted{.form = ResultForm::both, .page = 5'000};
  for (const char* const name : {"", "claude-code", "codex-mcp-client"}) {
    EXPECT_EQ(wanted.of(name).form, ResultForm::both);
    EXPECT_EQ(wanted.of(name).page, 5'000U);
  }
}

TEST(ClientManners, NoPageIsShorterThanTheShortestOrLongerThanTheLongest) {
#define CLIENT(name, page, rows, refusals, claude, added)     \
  EXPECT_GE(std::min(page, refusals), shortest_page) << name; \
  EXPECT_LE(std::max(page, refusals), longest_page) << name;
#include "mcp/client_manners.def"
#undef CLIENT
}

}  // namespace
}  // namespace kedge::mcp
