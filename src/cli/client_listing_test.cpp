#include "cli/client_listing.hpp"

#include <gtest/gtest.h>

namespace kedge {
namespace {

std::string told(std::string_view client, std::string_view listing) {
  return problem_in_listing(*find_client(client), listing);
}

TEST(ClientListing, AServerThatIsConnectedOrEnabledIsNoProblem) {
  EXPECT_EQ(told("claude-code", "Checking MCP server health…\n\nkedge: kedge mcp --root . - ✔ Connected\n"), "");
  EXPECT_EQ(told("codex", "Name   Command  Args  Status   Auth\nkedge  kedge    mcp   enabled  Unsupported\n"), "");
  EXPECT_EQ(told("gemini-cli", "Configured MCP servers:\n\n✓ kedge: kedge mcp (stdio) - Connected\n"), "");
}

TEST(ClientListing, WhatIsInTheWayIsNamed) {
  EXPECT_TRUE(told("claude-code", "kedge: kedge mcp - ⏸ Pending approval\n").starts_with("pending approval: "));
  EXPECT_TRUE(told("codex", "kedge  kedge  mcp  disabled  Unsupported\n").starts_with("disabled server: "));
  EXPECT_EQ(told("gemini-cli", "✗ kedge: kedge mcp (stdio) - Disconnected\n"),
            "Gemini CLI cannot connect to the server (gemini mcp list)");
  EXPECT_TRUE(
      told("gemini-cli", "MCP servers are not loaded: this folder is not trusted.\n").starts_with("untrusted folder: "));
  EXPECT_TRUE(told("gemini-cli",
                   "Warning: MCP servers are configured but disabled because this folder is untrusted.\n\n"
                   "○ kedge: kedge mcp (stdio) - Disabled\n")
                  .starts_with("untrusted folder: "))
      << "and not that somebody has switched it off";
}

TEST(ClientListing, WhatOtherServersAreIsNotItsProblem) {
  EXPECT_EQ(told("claude-code", "issues: issues - ✗ Failed to connect\nkedge: kedge mcp - ✔ Connected\n"), "");
  EXPECT_EQ(told("claude-code", "issues: issues - ✔ Connected\n"), "Claude Code does not list the server (claude mcp list)");
}

}  // namespace
}  // namespace kedge
