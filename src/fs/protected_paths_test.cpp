#include "fs/protected_paths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "fs/path_parts.hpp"

namespace kedge {
namespace {

constexpr auto patterns = std::to_array<std::string_view>({
#define RULE(pattern, protection, place) std::string_view(pattern),
#include "fs/protected_paths.def"
#undef RULE
});

constexpr std::string_view home_folder = "/home/me";

std::string_view rule(std::string_view path, Access access = Access::write, bool root_is_home = false) {
  const ProtectedPaths paths{.home = root_is_home ? HomeView(home_folder, home_folder) : HomeView()};
  const Rule* found = paths.rule(path, access);
  return found == nullptr ? "free" : found->pattern;
}

struct Case {
  std::string_view pattern, caught, near_miss;
};

// Every row of the table, in its order. Rules of the home folder are tried with the root there.
constexpr auto cases = std::to_array<Case>({
    Case{".git/**", "a/.git/hooks/pre-commit", ".gitignore"},
    Case{".hg/**", ".hg/hgrc", ".hgignore"},
    Case{".svn/**", ".svn/entries", "svn/entries"},
    Case{".jj/**", ".jj/repo/config.toml", ".jjx/repo"},
    Case{".sl/**", ".sl/config", ".slx"},
    Case{".bzr/**", ".bzr/branch/branch.conf", ".bzrignore"},
    Case{".pijul/**", ".pijul/config", ".pijulx"},
    Case{"_darcs/**", "_darcs/prefs/defaults", "darcs/prefs"},
    Case{".claude/**", "sub/.claude/settings.json", "claude/settings.json"},
    Case{".claude.json", ".claude.json", ".claude.jsonl"},
    Case{".mcp.json", "a/.mcp.json", ".mcp.jsonc"},
    Case{".codex/**", ".codex/config.toml", "codex/config.toml"},
    Case{"opencode.json", "web/opencode.json", "opencode.json5"},
    Case{"opencode.jsonc", "opencode.jsonc", "xopencode.jsonc"},
    Case{".opencode.json", ".opencode.json", ".opencode.txt"},
    Case{".opencode/**", ".opencode/plugins/a.ts", "opencode/plugins/a.ts"},
    Case{".gemini/**", ".gemini/settings.json", ".geminiignore"},
    Case{".zed/settings.json", ".zed/settings.json", ".zed/settings.jsonc"},
    Case{".zed/tasks.json", ".zed/tasks.json", "zed/tasks.json"},
    Case{".zed/debug.json", ".zed/debug.json", ".zed/debug.txt"},
    Case{".vscode/settings.json", "a/.vscode/settings.json", ".vscode/extensions.json"},
    Case{".vscode/tasks.json", ".vscode/tasks.json", "vscode/tasks.json"},
    Case{".vscode/launch.json", ".vscode/launch.json", ".vscode/x/launch.json"},
    Case{"mcp.json", ".vscode/mcp.json", "xmcp.json"},
    Case{".cursor/**", ".cursor/rules/a.mdc", ".cursorignore"},
    Case{".windsurf/**", ".windsurf/hooks.json", ".windsurfrules"},
    Case{".qwen/**", ".qwen/settings.json", ".qwenignore"},
    Case{".continue/**", ".continue/mcpServers/a.yaml", ".continueignore"},
    Case{".aider.conf.yml", ".aider.conf.yml", ".aider.conf.yaml"},
    Case{"crush.json", "crush.json", "candycrush.json"},
    Case{".crush.json", ".crush.json", ".crushed.json"},
    Case{"crushrc", "crushrc", "crushrc.md"},
    Case{".crushrc", ".crushrc", ".crushignore"},
    Case{".amp/**", ".amp/settings.json", ".ampcoderc"},
    Case{".clinerules/hooks/**", ".clinerules/hooks/TaskStart", ".clinerules/style.md"},
    Case{".junie/mcp/**", ".junie/mcp/mcp.json", ".junie/guidelines.md"},
    Case{".kiro/hooks/**", ".kiro/hooks/a.kiro.hook", ".kiro/specs/a/design.md"},
    Case{".kiro/agents/**", ".kiro/agents/a.json", ".kiro/steering/product.md"},
    Case{".kiro/settings/**", ".kiro/settings/lsp.json", ".kiro/settings.md"},
    Case{".factory/**", ".factory/settings.json", "factory/settings.json"},
    Case{".pi/**", ".pi/extensions/a.ts", "pi/extensions/a.ts"},
    Case{".amazonq/**", ".amazonq/cli-agents/a.json", "amazonq/a.json"},
    Case{".openhands/**", ".openhands/setup.sh", "openhands/setup.sh"},
    Case{".github/hooks/**", ".github/hooks/a.json", ".github/CODEOWNERS"},
    Case{"*.code-workspace", "kedge.code-workspace", "kedge.code-workspaces"},
    Case{".theia/**", ".theia/settings.json", "theia/settings.json"},
    Case{".idea/**", ".idea/runConfigurations/x.xml", "idea/x.xml"},
    Case{"*.ipr", "kedge.ipr", "kedge.iprs"},
    Case{"*.iws", "kedge.iws", "kedge.iwsx"},
    Case{".project", ".project", "a.project"},
    Case{".externaltoolbuilders/**", ".externalToolBuilders/a.launch", "externalToolBuilders/a.launch"},
    Case{".exrc", ".exrc", ".exrc.md"},
    Case{"_exrc", "_exrc", "__exrc"},
    Case{".vimrc", "sub/.vimrc", ".vimrc.md"},
    Case{"_vimrc", "_vimrc", "vimrc"},
    Case{".gvimrc", ".gvimrc", "gvimrc"},
    Case{"_gvimrc", "_gvimrc", "_gvimrcs"},
    Case{".nvim.lua", ".nvim.lua", "nvim.lua"},
    Case{".nvimrc", ".nvimrc", "nvimrc"},
    Case{".lvimrc", ".lvimrc", "lvimrc"},
    Case{".vim/coc-settings.json", ".vim/coc-settings.json", "vim/coc-settings.json"},
    Case{".dir-locals.el", "src/.dir-locals.el", ".dir-locals.txt"},
    Case{".dir-locals-2.el", ".dir-locals-2.el", ".dir-locals-3.el"},
    Case{"_dir-locals.el", "_dir-locals.el", "dir-locals.el"},
    Case{".helix/**", ".helix/languages.toml", "helix/languages.toml"},
    Case{"*.sublime-project", "kedge.sublime-project", "kedge.sublime-projects"},
    Case{".kateproject", ".kateproject", "a.kateproject"},
    Case{".lite_project.lua", ".lite_project.lua", "lite_project.lua"},
    Case{".rprofile", ".Rprofile", "Rprofile"},
    Case{".renviron", ".Renviron", "Renviron"},
    Case{".ycm_extra_conf.py", ".ycm_extra_conf.py", "ycm_extra_conf.py"},
    Case{".vscode/c_cpp_properties.json", ".vscode/c_cpp_properties.json", ".vscode/cpp.json"},
    Case{".vscode/cmake-kits.json", ".vscode/cmake-kits.json", ".vscode/kits.json"},
    Case{".luarc.json", ".luarc.json", "luarc.json"},
    Case{"hie.yaml", "hie.yaml", "hie.yml"},
    Case{"buildserver.json", "buildServer.json", "build-server.json"},
    Case{".bsp/**", ".bsp/sbt.json", "bsp/sbt.json"},
    Case{".venv/bin/**", ".venv/bin/activate", ".venv/lib/a.py"},
    Case{".devcontainer/**", ".devcontainer/devcontainer.json", "devcontainer/devcontainer.json"},
    Case{".devcontainer.json", ".devcontainer.json", "devcontainer.json"},
    Case{".gitpod.yml", ".gitpod.yml", ".gitpod.Dockerfile"},
    Case{".gitpod/**", ".gitpod/automations.yaml", "gitpod/automations.yaml"},
    Case{".ona/**", ".ona/automations.yaml", "ona/automations.yaml"},
    Case{".idx/**", ".idx/dev.nix", "idx/dev.nix"},
    Case{".replit", ".replit", "replit"},
    Case{".codesandbox/**", ".codesandbox/tasks.json", "codesandbox/tasks.json"},
    Case{".stackblitzrc", ".stackblitzrc", "stackblitzrc"},
    Case{"devfile.yaml", "devfile.yaml", "devfiles.yaml"},
    Case{".devfile.yaml", ".devfile.yaml", ".devfile.txt"},
    Case{"devfile.yml", "devfile.yml", "dev-file.yml"},
    Case{".devfile.yml", ".devfile.yml", ".devfile.md"},
    Case{".envrc", "a/.envrc", ".envrc/x"},
    Case{"mise.toml", ".config/mise.toml", "promise.toml"},
    Case{"mise.*.toml", "mise.local.toml", "miserable.toml"},
    Case{".mise.toml", ".mise.toml", ".miser.toml"},
    Case{".mise.*.toml", ".mise.production.toml", ".mise-tasks.toml"},
    Case{".mise/**", ".mise/config.toml", "mise-tasks/build"},
    Case{"mise/config.toml", "mise/config.toml", "mise/readme.md"},
    Case{"mise/config.*.toml", "mise/config.local.toml", "mise/configs.toml"},
    Case{".config/mise/**", ".config/mise/conf.d/a.toml", ".config/miser/config.toml"},
    Case{".rvmrc", ".rvmrc", "rvmrc"},
    Case{".autoenv", ".autoenv", "autoenv"},
    Case{".autoenv.leave", ".autoenv.leave", ".autoenv.md"},
    Case{".autoenv.zsh", ".autoenv.zsh", "autoenv.zsh"},
    Case{".autoenv_leave.zsh", ".autoenv_leave.zsh", "autoenv_leave.zsh"},
    Case{".env.leave", ".env.leave", ".env.leaves"},
    Case{".husky/**", ".husky/pre-commit", "husky/pre-commit"},
    Case{".huskyrc*", ".huskyrc.json", ".husky.json"},
    Case{"husky.config.js", "husky.config.js", "husky.config.md"},
    Case{"lefthook*.yml", "lefthook-local.yml", "xlefthook.yml"},
    Case{"lefthook*.yaml", "lefthook.yaml", "left-hook.yaml"},
    Case{"lefthook*.toml", ".config/lefthook.toml", "lefthook/x.toml"},
    Case{"lefthook*.json", "lefthook.json", "lefthook.json.md"},
    Case{"lefthook*.jsonc", "lefthook.jsonc", "lefthook.md"},
    Case{".lefthook*/**", ".lefthook/pre-commit/a.sh", ".left/hook.sh"},
    Case{".overcommit.yml", ".overcommit.yml", "overcommit.yml"},
    Case{".local-overcommit.yml", ".local-overcommit.yml", "local-overcommit.yml"},
    Case{".cargo-husky/**", ".cargo-husky/hooks/pre-push", "cargo-husky/a"},
    Case{".git-hooks/**", ".git-hooks/pre_commit/a.rb", "git-hooks/a.rb"},
    Case{".githooks/**", ".githooks/pre-commit", "githooks/pre-commit"},
    Case{".simple-git-hooks.*", ".simple-git-hooks.cjs", ".simple-git-hook.cjs"},
    Case{"simple-git-hooks.*", "simple-git-hooks.json", "simple-git-hooks/a"},
    Case{".lintstagedrc*", ".lintstagedrc.json", ".lintstaged.json"},
    Case{"lint-staged.config.*", "lint-staged.config.mjs", "lint-staged.md"},
    Case{"nano-staged.*", "nano-staged.mjs", "nano.mjs"},
    Case{".nano-staged.*", ".nano-staged.json", ".nano.json"},
    Case{"captainhook.json", "captainhook.json", "captain.json"},
    Case{"grumphp*.yml", "grumphp.yml", "grump.yml"},
    Case{"grumphp*.yaml", "grumphp.yaml", "grump.yaml"},
    Case{"grumphp*.yml.dist", "grumphp.yml.dist", "grump.yml.dist"},
    Case{"grumphp*.yaml.dist", "grumphp.yaml.dist", "grumphp.dist"},
    Case{"hk.pkl", "hk.pkl", "a-hk.pkl"},
    Case{"hk.local.pkl", "hk.local.pkl", "hk.locale.pkl"},
    Case{".rusty-hook.toml", ".rusty-hook.toml", "rusty-hook.toml"},
    Case{".yarnrc.yml", ".yarnrc.yml", ".yarnrc.yaml"},
    Case{".yarnrc", ".yarnrc", "yarnrc"},
    Case{".yarn/releases/**", ".yarn/releases/yarn-4.cjs", ".yarn/versions/a.yml"},
    Case{".yarn/plugins/**", ".yarn/plugins/a.cjs", ".yarn/patches/a.patch"},
    Case{".yarn/sdks/**", ".yarn/sdks/typescript/bin/tsc", ".yarn/cache/a"},
    Case{".pnpmfile.cjs", ".pnpmfile.cjs", "a.pnpmfile.cjs"},
    Case{".pnpmfile.mjs", ".pnpmfile.mjs", ".pnpmfile.md"},
    Case{".pnp.cjs", ".pnp.cjs", "pnp.cjs"},
    Case{".pnp.loader.mjs", ".pnp.loader.mjs", ".pnp.loader.md"},
    Case{"pnpmfile.js", "pnpmfile.js", "pnpmfile.jsx"},
    Case{".bundle/**", ".bundle/config", "bundle/config"},
    Case{".gdbinit", ".gdbinit", "gdbinit"},
    Case{".lldbinit", ".lldbinit", "lldbinit"},
    Case{".pdbrc", ".pdbrc", "pdbrc"},
    Case{".irbrc", ".irbrc", "x.irbrc"},
    Case{"irbrc", "irbrc", "xirbrc"},
    Case{"_irbrc", "_irbrc", "__irbrc"},
    Case{"$irbrc", "$irbrc", "$irb"},
    Case{".perldb", ".perldb", "perldb"},
    Case{".byebugrc", ".byebugrc", "byebugrc"},
    Case{".rdbgrc", ".rdbgrc", "rdbgrc"},
    Case{".rdbgrc.rb", ".rdbgrc.rb", "rdbgrc.rb"},
    Case{".pryrc", ".pryrc", "pryrc"},
    Case{".iex.exs", ".iex.exs", "iex.exs"},
    Case{".ghci", ".ghci", "a.ghci"},
    Case{".ocamlinit", ".ocamlinit", "ocamlinit"},
    Case{".octaverc", ".octaverc", "octaverc"},
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
    Case{"*.jks", "release.jks", "jks.md"},
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
    Case{".aws/credentials", ".aws/credentials", "aws/credentials"},
    Case{".aws/sso/**", ".aws/sso/cache/a.json", "aws/sso/a.json"},
    Case{".git-credentials", ".git-credentials", "git-credentials"},
    Case{".npmrc", "web/.npmrc", ".npmrc.example"},
    Case{".pypirc", ".pypirc", "pypirc"},
    Case{".pgpass", ".pgpass", "pgpass"},
    Case{".vault-token", ".vault-token", "vault-token"},
    Case{".docker/config.json", ".docker/config.json", "docker/config.json"},
    Case{".kube/config", ".kube/config", ".kube/config.yaml"},
    Case{".cargo/credentials", ".cargo/credentials", ".cargo/config"},
    Case{".cargo/credentials.toml", ".cargo/credentials.toml", ".cargo/config.toml"},
    Case{".claude/.credentials.json", ".claude/.credentials.json", ".claude-credentials.json"},
    Case{".codex/auth.json", ".codex/auth.json", "codex/auth.json"},
    Case{".gemini/oauth_creds.json", ".gemini/oauth_creds.json", "gemini/oauth_creds.json"},
    Case{".config/gcloud/credentials.db", ".config/gcloud/credentials.db", "gcloud/credentials.db"},
    Case{".gem/credentials", ".gem/credentials", "gem/credentials"},
    Case{".config/gh/hosts.yml", ".config/gh/hosts.yml", ".config/gh/config.yml"},
    Case{"application_default_credentials.json", "a/application_default_credentials.json", "default_credentials.json"},
    Case{".profile", ".profile", "dotfiles/.profile"},
    Case{".bashrc", ".bashrc", "dotfiles/.bashrc"},
    Case{".bash_profile", ".bash_profile", ".bash_profiles"},
    Case{".bash_login", ".bash_login", "bash_login"},
    Case{".bash_logout", ".bash_logout", ".bash_history"},
    Case{".bash_aliases", ".bash_aliases", ".bash_alias"},
    Case{".bash_completion", ".bash_completion", "bash_completion"},
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
    Case{".config/direnv/**", ".config/direnv/direnvrc", ".config/direnvs/direnvrc"},
    Case{".direnvrc", ".direnvrc", "direnvrc"},
    Case{".tmux.conf", ".tmux.conf", "tmux.conf"},
    Case{".config/tmux/**", ".config/tmux/tmux.conf", ".config/tmuxinator/a.yml"},
    Case{".xprofile", ".xprofile", "xprofile"},
    Case{".xinitrc", ".xinitrc", "xinitrc"},
    Case{".xsession", ".xsession", "xsession"},
    Case{".xsessionrc", ".xsessionrc", "xsessionrc"},
    Case{".config/environment.d/**", ".config/environment.d/a.conf", ".config/environment/a.conf"},
    Case{".config/autostart/**", ".config/autostart/a.desktop", ".config/a.desktop"},
    Case{".config/systemd/user/**", ".config/systemd/user/a.service", ".config/systemd/a.service"},
    Case{".local/share/systemd/user/**", ".local/share/systemd/user/a.service", "systemd/user/a.service"},
    Case{"library/launchagents/**", "Library/LaunchAgents/a.plist", "Library/Fonts/a.plist"},
    Case{".gitconfig", ".gitconfig", "a/.gitconfig"},
    Case{".config/git/**", ".config/git/config", ".config/gitx/config"},
    Case{".hgrc", ".hgrc", "hgrc"},
    Case{".config/hg/**", ".config/hg/hgrc", "hg/hgrc"},
    Case{".jjconfig.toml", ".jjconfig.toml", "jjconfig.toml"},
    Case{".config/jj/**", ".config/jj/config.toml", "jj/config.toml"},
    Case{".gdbearlyinit", ".gdbearlyinit", "gdbearlyinit"},
    Case{".psqlrc", ".psqlrc", "psqlrc"},
    Case{".sqliterc", ".sqliterc", "sqliterc"},
    Case{".julia/config/**", ".julia/config/startup.jl", "julia/config/startup.jl"},
    Case{".aws/config", ".aws/config", "aws/config"},
    Case{".vim/**", ".vim/plugin/a.vim", "vim/plugin/a.vim"},
    Case{".config/nvim/**", ".config/nvim/init.lua", ".config/nvims/init.lua"},
    Case{".emacs", ".emacs", "emacs"},
    Case{".emacs.el", ".emacs.el", "emacs.el"},
    Case{".emacs.d/**", ".emacs.d/init.el", "emacs.d/init.el"},
    Case{".config/emacs/**", ".config/emacs/init.el", ".config/emacsen/init.el"},
    Case{".config/helix/**", ".config/helix/languages.toml", ".config/helixes/a"},
    Case{".config/zed/**", ".config/zed/settings.json", ".config/zedx/settings.json"},
    Case{".config/code/user/**", ".config/Code/User/settings.json", ".config/Code/Cache/a"},
    Case{".config/opencode/**", ".config/opencode/plugins/a.ts", ".config/opencodes/a.ts"},
    Case{".config/crush/**", ".config/crush/hooks.sh", ".config/crusher/a"},
    Case{".config/amp/**", ".config/amp/settings.json", ".config/amps/settings.json"},
    Case{".copilot/**", ".copilot/mcp-config.json", "copilot/mcp-config.json"},
    Case{".codeium/**", ".codeium/windsurf/mcp_config.json", "codeium/windsurf/mcp_config.json"},
    Case{".github/workflows/**", ".github/workflows/ci.yml", ".github/dependabot.yml"},
    Case{".github/actions/**", ".github/actions/a/action.yml", ".github/actions.md"},
    Case{".forgejo/workflows/**", ".forgejo/workflows/ci.yml", ".forgejo/a.yml"},
    Case{".gitea/workflows/**", ".gitea/workflows/ci.yml", ".gitea/a.yml"},
    Case{".gitlab-ci.yml", ".gitlab-ci.yml", "gitlab-ci.yml"},
    Case{".travis.yml", ".travis.yml", "travis.yml"},
    Case{"azure-pipelines.yml", "azure-pipelines.yml", "pipelines.yml"},
    Case{"jenkinsfile", "Jenkinsfile", "jenkins.md"},
    Case{".circleci/**", ".circleci/config.yml", "circleci/config.yml"},
    Case{".pre-commit-config.yaml", ".pre-commit-config.yaml", ".pre-commit-hooks.yaml"},
    Case{"prek.toml", "prek.toml", "a-prek.toml"},
});

TEST(ProtectedPaths, EveryRowCatchesWhatItIsForAndLeavesANearMissFree) {
  ASSERT_EQ(cases.size(), patterns.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [pattern, caught, near_miss] = cases[i];
    ASSERT_EQ(pattern, patterns[i]);
    const ProtectedPaths paths{.home = HomeView(home_folder, home_folder)};
    const Rule* found = paths.rule(caught, Access::read);
    if (found == nullptr) found = paths.rule(caught, Access::write);
    if (found == nullptr) found = warning_rule(caught);
    ASSERT_NE(found, nullptr) << caught;
    EXPECT_EQ(found->pattern, pattern) << caught;
    EXPECT_EQ(rule(near_miss, Access::write, true), "free") << near_miss;
    EXPECT_EQ(warning_rule(near_miss), nullptr) << near_miss;
  }
}

TEST(ProtectedPaths, FoldersWhereNoRuleBeginsMayBePassedOver) {
  const ProtectedPaths paths{.home = HomeView(home_folder, home_folder)};
  std::size_t passed_over = 0;
  for (const Case& one : cases) {
    for (const std::string_view path : {one.caught, one.near_miss}) {
      for (const std::string_view above : {"", "src/", "src\\odd/", ".github/", "Library/", "id_rsa/", "caf\xC3\xA9/"}) {
        const std::string whole = std::string(above) + std::string(path);
        const std::size_t without_rules = ProtectedPaths::without_rules(folder_of(whole));
        if (without_rules > 0) ++passed_over;
        for (const Access access : {Access::read, Access::write}) {
          EXPECT_EQ(paths.rule(whole, access, without_rules), paths.rule(whole, access)) << whole;
        }
      }
    }
  }
  EXPECT_GT(passed_over, cases.size());
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

TEST(ProtectedPaths, RulesOfTheHomeFolderHoldFromEveryRoot) {
  const auto from = [](std::string_view root, std::string_view path) {
    return ProtectedPaths{.home = HomeView(root, home_folder)}.rule(path, Access::write) != nullptr;
  };
  EXPECT_TRUE(from("/home", "me/.bashrc"));
  EXPECT_TRUE(from("/", "home/me/.config/fish/config.fish"));
  EXPECT_TRUE(from("/home/me/.config", "fish/config.fish"));
  EXPECT_TRUE(from("/home/me/.config/git", "config"));
  EXPECT_FALSE(from("/home", "you/.bashrc"));
  EXPECT_FALSE(from("/home", "me2/.bashrc"));
  EXPECT_FALSE(from("/home/me/project", ".bashrc"));
  EXPECT_FALSE(from("/home/me2", ".bashrc"));
  EXPECT_FALSE(from("/srv", ".bashrc"));
  EXPECT_FALSE(ProtectedPaths{.home = HomeView("/srv", "")}.rule(".bashrc", Access::write) != nullptr);
}

// The definition at the top of the table: what people start themselves stays theirs to have edited.
TEST(ProtectedPaths, BuildsTestsAndScriptsStayWritable) {
  for (const std::string_view path : {"package.json",
                                      "package-lock.json",
                                      "pnpm-workspace.yaml",
                                      "Makefile",
                                      "CMakeLists.txt",
                                      "Dockerfile",
                                      "compose.yaml",
                                      "build.rs",
                                      "Cargo.toml",
                                      ".cargo/config.toml",
                                      "build.gradle",
                                      "pom.xml",
                                      "setup.py",
                                      "pyproject.toml",
                                      "conftest.py",
                                      "tox.ini",
                                      "jest.config.js",
                                      "vite.config.ts",
                                      "eslint.config.js",
                                      "playwright.config.ts",
                                      ".eslintrc.json",
                                      "Gemfile",
                                      "Rakefile",
                                      "justfile",
                                      "scripts/build",
                                      "flake.nix",
                                      "tsconfig.json",
                                      ".editorconfig",
                                      ".clang-format",
                                      "AGENTS.md",
                                      "CLAUDE.md",
                                      ".tool-versions",
                                      ".nvmrc",
                                      ".kiro/specs/a/tasks.md",
                                      ".clinerules/style.md",
                                      ".gitmodules"}) {
    EXPECT_EQ(rule(path, Access::write, true), "free") << path;
    EXPECT_EQ(warning_rule(path), nullptr) << path;
  }
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

}  // namespace
}  // namespace kedge
