// Paths that the user has lifted the protection of.
#include <gtest/gtest.h>

#include "fs/protected_paths.hpp"

namespace kedge {
namespace {

TEST(LiftedPaths, AUserLiftsARuleByGlob) {
  const ProtectedPaths paths{.home = HomeView("/home/me", "/home/me"),
                             .allowed = {Glob::parse_filter(".vscode/").value(), Glob::parse_filter("tests/**/*.pem").value()}};
  EXPECT_TRUE(paths.check(".vscode/settings.json", Access::write).has_value());
  EXPECT_TRUE(paths.check("sub/.vscode/tasks.json", Access::write).has_value());
  EXPECT_TRUE(paths.check("tests/certs/a.pem", Access::read).has_value());
  EXPECT_FALSE(paths.check("certs/a.pem", Access::read).has_value());
  EXPECT_FALSE(paths.check(".git/config", Access::write).has_value());
  EXPECT_FALSE(paths.check(".bashrc", Access::write).has_value());
  EXPECT_EQ(paths.rule("certs/a.pem", Access::read)->pattern, "*.pem");
  EXPECT_EQ(paths.rule("tests/a.pem", Access::read), nullptr);
}

TEST(LiftedPaths, AGlobLiftsOnlyTheSpellingThatItMatches) {
  const ProtectedPaths paths{.allowed = {Glob::parse(".env").value()}};
  EXPECT_TRUE(paths.check(".env", Access::read).has_value());
  EXPECT_FALSE(paths.check(".ENV", Access::read).has_value());
  EXPECT_FALSE(paths.check("sub/.env", Access::read).has_value());
}

}  // namespace
}  // namespace kedge
