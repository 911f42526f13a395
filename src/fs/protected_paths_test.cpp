#include "fs/protected_paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

namespace kedge {
namespace {

constexpr std::array patterns{
#define RULE(pattern, protection, place) std::string_view(pattern),
#include "fs/protected_paths.def"
#undef RULE
};

std::string_view rule(std::string_view path, Access access = Access::write, bool root_is_home = false) {
  const Rule* found = protecting_rule(path, access, root_is_home);
  return found == nullptr ? "free" : found->pattern;
}

struct Case {
  std::string_view pattern, caught, near_miss;
};

// Every row of the table, in its order. Rules of the home folder are tried with the root there.
constexpr std::array cases{
    Case{".git/**", "a/.git/hooks/pre-commit", ".gitignore"},
    Case{".hg/**", ".hg/hgrc", ".hgignore"},
    Case{".svn/**", ".svn/entries", "svn/entries"},
    Case{".jj/**", ".jj/repo/config.toml", ".jjx/repo"},
    Case{".sl/**", ".sl/config", ".slx"},
    Case{".bzr/**", ".bzr/branch/branch.conf", ".bzrignore"},
    Case{".vscode/settings.json", "a/.vscode/settings.json", ".vscode/extensions.json"},
    Case{".vscode/tasks.json", ".vscode/tasks.json", "vscode/tasks.json"},
    Case{".vscode/launch.json", ".vscode/launch.json", ".vscode/x/launch.json"},
    Case{"*.code-workspace", "kedge.code-workspace", "kedge.code-workspaces"},
    Case{".idea/**", ".idea/runConfigurations/x.xml", "idea/x.xml"},
    Case{".zed/settings.json", ".zed/settings.json", ".zed/settings.jsonc"},
    Case{".zed/tasks.json", ".zed/tasks.json", "zed/tasks.json"},
    Case{".zed/debug.json", ".zed/debug.json", ".zed/debug.txt"},
    Case{".cursor/**", ".cursor/rules/a.mdc", ".cursorignore"},
    Case{".windsurf/**", ".windsurf/hooks.json", ".windsurfrules"},
    Case{".claude/**", "sub/.claude/settings.json", "claude/settings.json"},
    Case{".claude.json", ".claude.json", ".claude.jsonl"},
    Case{".gemini/**", ".gemini/settings.json", ".geminiignore"},
    Case{".codex/**", ".codex/config.toml", "codex/config.toml"},
    Case{".mcp.json", "a/.mcp.json", ".mcp.jsonc"},
    Case{"mcp.json", ".vscode/mcp.json", "xmcp.json"},
    Case{".husky/**", ".husky/pre-commit", "husky/pre-commit"},
    Case{".envrc", "a/.envrc", ".envrc/x"},
    Case{".config/kedge/**", ".config/kedge/config.toml", ".config/kedge2/config.toml"},
    Case{".local/state/kedge/**", ".local/state/kedge/x/lock", ".local/state/other/kedge"},
    Case{".kg######################", "a/.kgabcdefghijklmnopqrst23", ".kgabcdefghijklmnopqrst2"},
    Case{".env", "a/.env", ".env.example"},
    Case{".env.local", ".env.local", ".env.local.template"},
    Case{".env.*.local", ".env.production.local", ".env.production"},
    Case{"*.pem", "certs/server.pem", "certs/server.pem.sample"},
    Case{"*.key", "server.key", "server.keys"},
    Case{"*.p12", "a.p12", "a.p123"},
    Case{"*.pfx", "a.pfx", "pfx"},
    Case{"*.ppk", "a.ppk", "a.ppkx"},
    Case{"id_rsa", "keys/id_rsa", "keys/id_rsa.pub"},
    Case{"id_dsa", "id_dsa", "xid_dsa"},
    Case{"id_ecdsa", "id_ecdsa", "id_ecdsa.pub"},
    Case{"id_ecdsa_sk", "id_ecdsa_sk", "id_ecdsa_sk.pub"},
    Case{"id_ed25519", "id_ed25519", "id_ed25519/x"},
    Case{"id_ed25519_sk", "id_ed25519_sk", "id_ed25519_skx"},
    Case{".ssh/**", ".ssh/known_hosts", "ssh/known_hosts"},
    Case{".gnupg/**", ".gnupg/pubring.kbx", "gnupg/pubring.kbx"},
    Case{".netrc", ".netrc", "netrc"},
    Case{"_netrc", "_netrc", "__netrc"},
    Case{".aws/credentials", ".aws/credentials", ".aws/config"},
    Case{".git-credentials", ".git-credentials", "git-credentials"},
    Case{".npmrc", "web/.npmrc", ".npmrc.example"},
    Case{".pypirc", ".pypirc", "pypirc"},
    Case{".pgpass", ".pgpass", "pgpass"},
    Case{".vault-token", ".vault-token", "vault-token"},
    Case{".docker/config.json", ".docker/config.json", "docker/config.json"},
    Case{".kube/config", ".kube/config", ".kube/config.yaml"},
    Case{".cargo/credentials", ".cargo/credentials", ".cargo/config"},
    Case{".cargo/credentials.toml", ".cargo/credentials.toml", ".cargo/config.toml"},
    Case{".config/gh/hosts.yml", ".config/gh/hosts.yml", ".config/gh/config.yml"},
    Case{"application_default_credentials.json", "a/application_default_credentials.json", "default_credentials.json"},
    Case{".profile", ".profile", "dotfiles/.profile"},
    Case{".bashrc", ".bashrc", "dotfiles/.bashrc"},
    Case{".bash_profile", ".bash_profile", ".bash_profiles"},
    Case{".bash_login", ".bash_login", "bash_login"},
    Case{".bash_logout", ".bash_logout", ".bash_history"},
    Case{".bash_aliases", ".bash_aliases", ".bash_alias"},
    Case{".zshrc", ".zshrc", "zshrc"},
    Case{".zshenv", ".zshenv", ".zshenv.d/x"},
    Case{".zprofile", ".zprofile", "a/.zprofile"},
    Case{".zlogin", ".zlogin", ".zlogins"},
    Case{".zlogout", ".zlogout", "zlogout"},
    Case{".kshrc", ".kshrc", "kshrc"},
    Case{".cshrc", ".cshrc", "cshrc"},
    Case{".tcshrc", ".tcshrc", "tcshrc"},
    Case{".login", ".login", "login"},
    Case{".config/fish/**", ".config/fish/conf.d/a.fish", "a/.config/fish/config.fish"},
    Case{".gitconfig", ".gitconfig", "a/.gitconfig"},
    Case{".config/git/**", ".config/git/config", ".config/gitx/config"},
    Case{".config/autostart/**", ".config/autostart/a.desktop", ".config/a.desktop"},
    Case{".config/systemd/user/**", ".config/systemd/user/a.service", ".config/systemd/a.service"},
    Case{"library/launchagents/**", "Library/LaunchAgents/a.plist", "Library/Fonts/a.plist"},
    Case{".github/workflows/**", ".github/workflows/ci.yml", ".github/dependabot.yml"},
    Case{".pre-commit-config.yaml", ".pre-commit-config.yaml", ".pre-commit-hooks.yaml"},
};

TEST(ProtectedPaths, EveryRowCatchesWhatItIsForAndLeavesANearMissFree) {
  ASSERT_EQ(cases.size(), patterns.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [pattern, caught, near_miss] = cases[i];
    ASSERT_EQ(pattern, patterns[i]);
    const Rule* found = protecting_rule(caught, Access::write, true);
    if (found == nullptr) found = warning_rule(caught);
    ASSERT_NE(found, nullptr) << caught;
    EXPECT_EQ(found->pattern, pattern) << caught;
    EXPECT_EQ(rule(near_miss, Access::write, true), "free") << near_miss;
    EXPECT_EQ(warning_rule(near_miss), nullptr) << near_miss;
  }
}

TEST(ProtectedPaths, PatternsAreFoldedAsTheNamesAreThatTheyMeet) {
  for (const std::string_view pattern : patterns) {
    EXPECT_TRUE(std::ranges::none_of(pattern, [](char c) { return c >= 'A' && c <= 'Z'; })) << pattern;
  }
}

TEST(ProtectedPaths, N13_VersionControlIsProtectedInEverySpelling) {
  for (const std::string_view path :
       {".git/hooks/pre-commit", ".GIT/config", ".git\u200d/config", "sub/.git/config", ".git", "sub/worktree/.git",
        "GIT~1/config", "gi7eba~1/config", ".git./config", ".git /config", ".git::$INDEX_ALLOCATION/config", ".g\u0131t/config",
        "a/b/.Git/x/y/z", ".git/modules/sub/config", "sub\\.git\\config"}) {
    EXPECT_EQ(rule(path), ".git/**") << path;
    EXPECT_EQ(rule(path, Access::read), "free") << path;
  }
  for (const std::string_view path :
       {".gitignore", ".gitattributes", ".gitmodules", ".github/x", "git/config", "x.git", "a.git/x"}) {
    EXPECT_EQ(rule(path), "free") << path;
  }
}

TEST(ProtectedPaths, N14_ConfigurationThatRunsProgramsIsProtected) {
  EXPECT_EQ(rule(".vscode/settings.json"), ".vscode/settings.json");
  EXPECT_EQ(rule(".mcp.json"), ".mcp.json");
  EXPECT_EQ(rule(".cursor/mcp.json"), ".cursor/**");
  EXPECT_EQ(rule(".VSCode/Settings.JSON"), ".vscode/settings.json");
  EXPECT_EQ(rule("vscode~1/settin~1.jso"), ".vscode/settings.json");
  EXPECT_EQ(rule("MCP.JSON"), "mcp.json");
  EXPECT_EQ(rule(".\u212Aube/config"), ".kube/config");
  EXPECT_EQ(rule(".vscode/settings.json", Access::read), "free");
}

TEST(ProtectedPaths, N15_KedgesOwnFilesAreProtected) {
  const std::string name = ".kgabcdefghijklmnopqrst27";
  for (const Access access : {Access::read, Access::write}) {
    EXPECT_EQ(rule(name, access), ".kg######################");
    EXPECT_EQ(rule("src/" + name, access), ".kg######################");
    EXPECT_EQ(rule(".local/state/kedge/1/lock", access), ".local/state/kedge/**");
  }
  EXPECT_EQ(rule(".config/kedge/config.toml"), ".config/kedge/**");
  for (const std::string_view path :
       {".kg", ".kgabcdefghijklmnopqrst278", ".kgabcdefghijklmnopqrst21", "kgabcdefghijklmnopqrst27"}) {
    EXPECT_EQ(rule(path), "free") << path;
  }
  EXPECT_EQ(rule(name + "/x"), "free");
}

TEST(ProtectedPaths, SecretsAreNotReadEither) {
  for (const std::string_view path :
       {".env", "a/.ENV", ".env.local", ".env.test.local", "server.pem", "SERVER.PEM", "a.key", ".ssh/config", ".netrc",
        ".aws/credentials", "id_ed25519", ".npmrc", "x:y.pem", "server.pem:x", "env~1"}) {
    EXPECT_NE(rule(path, Access::read), "free") << path;
    EXPECT_NE(rule(path, Access::write), "free") << path;
  }
}

TEST(ProtectedPaths, ExamplesOfSecretsAreFree) {
  for (const std::string_view path :
       {".env.example", ".env.sample", ".env.template", ".env.local.example", "server.key.example", "server.pem.template",
        ".npmrc.sample", ".env.test", ".env/lib/python3/site.py"}) {
    EXPECT_EQ(rule(path), "free") << path;
  }
  EXPECT_EQ(rule(".git/hooks/pre-commit.sample"), ".git/**");
}

TEST(ProtectedPaths, ShellStartUpFilesAreProtectedOnlyAtTheTopOfTheHomeFolder) {
  EXPECT_EQ(rule(".bashrc", Access::write, true), ".bashrc");
  EXPECT_EQ(rule(".BASHRC", Access::write, true), ".bashrc");
  EXPECT_EQ(rule(".bashrc", Access::write, false), "free");
  EXPECT_EQ(rule(".bashrc", Access::read, true), "free");
  EXPECT_EQ(rule("dotfiles/.bashrc", Access::write, true), "free");
  EXPECT_EQ(rule("Library/LaunchAgents/x.plist"), "free");
}

TEST(ProtectedPaths, OrdinaryPathsAreFree) {
  for (const std::string_view path : {"src/main.cpp", "README.md", "a b/c d", "key", "pem", "mcp.jsonx", "a/.hidden/b.c",
                                      "keys/readme", "x~", "x~1", "#x#", "\u00E4\u00F6/\u00FC.c", "", "a:b", ".", "\xFF"}) {
    EXPECT_EQ(rule(path, Access::write, true), "free") << path;
    EXPECT_EQ(warning_rule(path), nullptr) << path;
  }
}

TEST(ProtectedPaths, AWarningForbidsNothing) {
  for (const std::string_view path : {".github/workflows/ci.yml", "sub/.GitHub/Workflows/a/b.yml", ".pre-commit-config.yaml"}) {
    EXPECT_EQ(rule(path), "free") << path;
    ASSERT_NE(warning_rule(path), nullptr) << path;
    EXPECT_EQ(warning_rule(path)->protection, Protection::warn);
  }
  EXPECT_EQ(warning_rule(".git/config"), nullptr);
}

TEST(ProtectedPaths, ARefusalNamesThePathAndTheRule) {
  const Result<void> refused = ProtectedPaths{}.check("sub/.GIT/config", Access::write);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::path_protected);
  EXPECT_EQ(refused.error().path, "sub/.GIT/config");
  EXPECT_EQ(*refused.error().facts.find("rule")->as_string(), ".git/**");
  EXPECT_EQ(refused.error().what, "sub/.GIT/config is protected by the rule .git/**.");
  EXPECT_TRUE(ProtectedPaths{}.check("sub/.GIT/config", Access::read).has_value());
  EXPECT_TRUE(ProtectedPaths{}.check("src/main.cpp", Access::write).has_value());
}

TEST(ProtectedPaths, AUserLiftsARuleByGlob) {
  const ProtectedPaths paths{.root_is_home = true,
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

TEST(ProtectedPaths, AGlobLiftsOnlyTheSpellingThatItMatches) {
  const ProtectedPaths paths{.allowed = {Glob::parse(".env").value()}};
  EXPECT_TRUE(paths.check(".env", Access::read).has_value());
  EXPECT_FALSE(paths.check(".ENV", Access::read).has_value());
  EXPECT_FALSE(paths.check("sub/.env", Access::read).has_value());
}

}  // namespace
}  // namespace kedge
