#include "setup/clients.hpp"

#include <algorithm>

namespace kedge {
namespace {

using enum Scope;
using enum Base;
using enum RootWord;

constexpr std::array<Client, 7> all_clients{{
    {
        .name = "claude-code",
        .title = "Claude Code",
        .files = {{{.scope = project, .base = root, .path = ".mcp.json"},
                   {.scope = user, .base = home, .path = ".claude.json"}}},
        .format = ConfigFormat::jsonc,
        .section = "mcpServers",
        .shape = EntryShape::command_and_args,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "to switch them off, add to .claude/settings.json:\n"
                      "  \"permissions\": {\"deny\": [\"Edit\", \"Write\", \"MultiEdit\", \"NotebookEdit\"]}\n"
                      "Its shell stays a way around kedge.",
        .hooks = {{{{.scope = project, .base = root, .path = ".claude/settings.json"},
                    {.scope = user, .base = home, .path = ".claude/settings.json"}}}},
    },
    {
        .name = "codex",
        .title = "Codex",
        // That of a project counts only where the project is trusted.
        .files = {{{.scope = user, .base = home, .path = ".codex/config.toml", .variable = "CODEX_HOME"},
                   {.scope = project, .base = root, .path = ".codex/config.toml"}}},
        .format = ConfigFormat::toml,
        .section = "mcp_servers",
        .shape = EntryShape::command_and_args,
        .dialects = {"apply_patch", "patch"},
        .results = "text",
        .own_editor = "Codex has no switch for its apply_patch. What helps is a line in AGENTS.md:\n"
                      "  Change files only with the tools of the server kedge.",
    },
    {
        .name = "opencode",
        .title = "OpenCode",
        .files = {{{.scope = project, .base = root, .path = "opencode.json", .instead = "opencode.jsonc"},
                   {.scope = user, .base = config, .path = "opencode/opencode.json", .instead = "opencode/opencode.jsonc"}}},
        .format = ConfigFormat::jsonc,
        .section = "mcp",
        .shape = EntryShape::command_list,
        .dialects = {"patch"},
        .results = "text",
        .own_editor = "to switch them off, add to opencode.json:\n"
                      "  \"permission\": {\"edit\": \"deny\"}\n"
                      "It covers edit, write and apply_patch.",
    },
    {
        .name = "gemini-cli",
        .title = "Gemini CLI",
        .files = {{{.scope = project, .base = root, .path = ".gemini/settings.json"},
                   {.scope = user, .base = home, .path = ".gemini/settings.json"}}},
        .format = ConfigFormat::jsonc,
        .section = "mcpServers",
        .shape = EntryShape::command_and_args,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "to switch them off, write to ~/.gemini/policies/kedge.toml:\n"
                      "  [[rule]]\n"
                      "  toolName = [\"replace\", \"write_file\"]\n"
                      "  decision = \"deny\"\n"
                      "  priority = 100",
    },
    {
        .name = "zed",
        .title = "Zed",
        // It starts a server before it knows the project: the folder cannot be relied on.
        .files = {{{.scope = project, .base = root, .path = ".zed/settings.json", .root = absolute},
                   {.scope = user, .base = config, .path = "zed/settings.json", .root = absolute}}},
        .format = ConfigFormat::jsonc,
        .section = "context_servers",
        .shape = EntryShape::command_and_args,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "to switch them off in the profile that you use, add to Zed's settings:\n"
                      "  \"agent\": {\"profiles\": {\"write\": {\"tools\": {\"edit_file\": false, \"write_file\": false}}}}\n"
                      "The tools of kedge have to be on in that profile.",
    },
    {
        .name = "vscode",
        .title = "VS Code",
        .files = {{{.scope = project, .base = root, .path = ".vscode/mcp.json", .root = workspace_variable},
                   {.scope = user, .base = config, .path = "Code/User/mcp.json", .root = absolute}}},
        .format = ConfigFormat::jsonc,
        .section = "servers",
        .shape = EntryShape::typed,
        .dialects = {"patch"},
        .results = "text",
        .own_editor = "to switch them off, take the set \"edit\" away in the tool picker of the chat, or use a custom\n"
                      "agent whose list of tools does not have it.",
    },
    {
        .name = "cursor",
        .title = "Cursor",
        .files = {{{.scope = project, .base = root, .path = ".cursor/mcp.json", .root = workspace_variable},
                   {.scope = user, .base = home, .path = ".cursor/mcp.json", .root = absolute}}},
        .format = ConfigFormat::jsonc,
        .section = "mcpServers",
        .shape = EntryShape::command_and_args,
        .dialects = {"patch"},
        .results = "text",
        .own_editor = "no switch is documented. What helps is a rule in .cursor/rules:\n"
                      "  Change files only with the tools of the server kedge.",
    },
}};

}  // namespace

std::string_view name_of(Scope scope) { return scope == project ? "project" : "user"; }

const ClientFile* Client::file_of(Scope scope) const {
  const auto found = std::ranges::find(files, scope, &ClientFile::scope);
  return found == files.end() ? nullptr : &*found;
}

std::span<const Client> clients() { return all_clients; }

const Client* find_client(std::string_view name) {
  const auto found = std::ranges::find(all_clients, name, &Client::name);
  return found == all_clients.end() ? nullptr : &*found;
}

}  // namespace kedge
