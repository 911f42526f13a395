#include "setup/clients.hpp"

#include <algorithm>

namespace kedge {
namespace {

using enum Scope;
using enum Base;
using enum RootWord;

using enum Purpose;

constexpr ClientSetting item(Purpose purpose, std::string_view path, std::string_view value, bool is_beside = false) {
  return {.purpose = purpose, .path = path, .value = value, .is_item = true, .is_beside = is_beside};
}

// MultiEdit, which older versions had, is not named: a rule for a tool that does not exist is warned about.
constexpr std::array<ClientSetting, 5> claude_code_settings{{
    item(allow, "permissions/allow", R"("mcp__kedge")", true),
    {allow, "enabledMcpjsonServers", R"("kedge")", true, true, project},
    item(own_tools_off, "permissions/deny", R"("Edit")", true),
    item(own_tools_off, "permissions/deny", R"("Write")", true),
    item(own_tools_off, "permissions/deny", R"("NotebookEdit")", true),
}};

constexpr std::array<ClientSetting, 1> opencode_settings{{
    {.purpose = own_tools_off, .path = "permission/edit", .value = R"("deny")"},
}};

// It approves tools folder by folder.
constexpr std::array<ClientSetting, 1> copilot_settings{{
    {.purpose = allow,
     .path = "locations/{folder}/tool_approvals",
     .value = R"({"kind":"mcp","serverName":"kedge","toolName":null})",
     .is_item = true,
     .file = ClientFile{.scope = user, .base = home, .path = ".copilot/permissions-config.json", .variable = "COPILOT_HOME"}},
}};

constexpr std::array<ClientSetting, 3> qwen_settings{{
    item(own_tools_off, "permissions/deny", R"("edit")"),
    item(own_tools_off, "permissions/deny", R"("write_file")"),
    item(own_tools_off, "permissions/deny", R"("notebook_edit")"),
}};

constexpr std::array<ClientSetting, 8> crush_settings{{
    item(allow, "permissions/allowed_tools", R"("mcp_kedge_read")"),
    item(allow, "permissions/allowed_tools", R"("mcp_kedge_search")"),
    item(allow, "permissions/allowed_tools", R"("mcp_kedge_write")"),
    item(allow, "permissions/allowed_tools", R"("mcp_kedge_edit")"),
    item(allow, "permissions/allowed_tools", R"("mcp_kedge_undo")"),
    item(own_tools_off, "options/disabled_tools", R"("edit")"),
    item(own_tools_off, "options/disabled_tools", R"("multiedit")"),
    item(own_tools_off, "options/disabled_tools", R"("write")"),
}};

constexpr std::array<ClientSetting, 2> amp_settings{{
    item(own_tools_off, "amp.tools.disable", R"("builtin:edit_file")"),
    item(own_tools_off, "amp.tools.disable", R"("builtin:create_file")"),
}};

constexpr std::array<std::string_view, 3> claude_lists{"claude", "mcp", "list"};
constexpr std::array<std::string_view, 3> codex_lists{"codex", "mcp", "list"};
constexpr std::array<std::string_view, 3> opencode_lists{"opencode", "mcp", "list"};
constexpr std::array<std::string_view, 3> gemini_lists{"gemini", "mcp", "list"};
constexpr std::array<std::string_view, 3> qwen_lists{"qwen", "mcp", "list"};

constexpr std::array<Client, 15> all_clients{{
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
        .own_editor = "off by permissions.deny in .claude/settings.json. Its shell stays a way around kedge.",
        .settings_files = {{{{.scope = project, .base = root, .path = ".claude/settings.json"},
                             {.scope = user, .base = home, .path = ".claude/settings.json"}}}},
        .has_read_hook = true,
        .settings = claude_code_settings,
        .trust = {{.file = {.scope = user, .base = home, .path = ".claude.json"},
                   .section = "projects",
                   .member = "hasTrustDialogAccepted",
                   .only_for_projects = true,
                   .trusted = "true",
                   .distrusted = "false",
                   .is_decision = false}},
        .lists_servers = claude_lists,
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
        .prefix = "kedge_",
        .own_editor = "Codex has no switch for its apply_patch. What helps is a line in AGENTS.md:\n"
                      "  Change files only with the tools of the server kedge.",
        .allowing_members = R"({"default_tools_approval_mode":"approve"})",
        .lists_servers = codex_lists,
    },
    {
        .name = "opencode",
        .title = "OpenCode",
        .files = {{{.scope = project, .base = root, .path = "opencode.json", .instead = "opencode.jsonc"},
                   {.scope = user, .base = config, .path = "opencode/opencode.json", .instead = "opencode/opencode.jsonc"}}},
        .format = ConfigFormat::jsonc,
        .section = "mcp",
        .shape = EntryShape::command_list,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = R"(off by "permission": {"edit": "deny"}, which covers edit, write and apply_patch.)",
        .settings = opencode_settings,
        .lists_servers = opencode_lists,
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
        .allowing_members = R"({"trust":true})",
        .trust = {{.file = {.scope = user, .base = home, .path = ".gemini/trustedFolders.json"},
                   .trusted = R"("TRUST_FOLDER")",
                   .distrusted = R"("DO_NOT_TRUST")"}},
        .lists_servers = gemini_lists,
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
        .dialects = {"replace"},
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
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "no switch is documented. What helps is a rule in .cursor/rules:\n"
                      "  Change files only with the tools of the server kedge.",
    },
    {
        .name = "copilot-cli",
        .title = "Copilot CLI",
        .files = {{{.scope = user, .base = home, .path = ".copilot/mcp-config.json", .variable = "COPILOT_HOME"}}},
        .format = ConfigFormat::jsonc,
        .section = "mcpServers",
        .shape = EntryShape::typed,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "to switch them off, start it with --deny-tool write.",
        .allowing_members = R"({"tools":["*"]})",
        .settings = copilot_settings,
    },
    {
        .name = "qwen-code",
        .title = "Qwen Code",
        // A server of a project has to be approved by a person, and that is bound to the very bytes of its entry.
        .files = {{{.scope = user, .base = home, .path = ".qwen/settings.json"},
                   {.scope = project, .base = root, .path = ".qwen/settings.json"}}},
        .format = ConfigFormat::jsonc,
        .section = "mcpServers",
        .shape = EntryShape::command_and_args,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "off by permissions.deny. Its shell stays a way around kedge.",
        .allowing_members = R"({"trust":true})",
        .settings = qwen_settings,
        .trust = {{.file = {.scope = user, .base = home, .path = ".qwen/trustedFolders.json"},
                   .trusted = R"("TRUST_FOLDER")",
                   .distrusted = R"("DO_NOT_TRUST")"}},
        .lists_servers = qwen_lists,
    },
    {
        .name = "continue",
        .title = "Continue",
        // A file of its own in a folder of such files.
        .files = {{{.scope = project, .base = root, .path = ".continue/mcpServers/kedge.json", .root = absolute},
                   {.scope = user, .base = home, .path = ".continue/mcpServers/kedge.json", .root = absolute}}},
        .format = ConfigFormat::jsonc,
        .section = "mcpServers",
        .shape = EntryShape::command_and_args,
        .dialects = {"replace"},
        .results = "text",
        .own_editor =
            "to switch them off, add to ~/.continue/permissions.yaml:\n"
            "  exclude:\n"
            "    - Edit\n"
            "    - MultiEdit\n"
            "    - Write\n"
            "The entry is for Continue's extensions; its command line reads mcpServers of ~/.continue/config.yaml only.",
    },
    {
        .name = "cline",
        .title = "Cline",
        .files = {{{.scope = user,
                    .base = config,
                    .path = "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
                    .root = absolute}}},
        .format = ConfigFormat::jsonc,
        .section = "mcpServers",
        .shape = EntryShape::command_and_args,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "no switch is documented. What helps is a rule in .clinerules:\n"
                      "  Change files only with the tools of the server kedge.",
        .allowing_members = R"({"autoApprove":["read","search","write","edit","undo"]})",
    },
    {
        .name = "windsurf",
        .title = "Windsurf",
        .files = {{{.scope = user, .base = home, .path = ".codeium/windsurf/mcp_config.json", .root = absolute}}},
        .format = ConfigFormat::jsonc,
        .section = "mcpServers",
        .shape = EntryShape::command_and_args,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "no switch is documented. What helps is a rule in .windsurf/rules:\n"
                      "  Change files only with the tools of the server kedge.",
    },
    {
        .name = "jetbrains",
        .title = "JetBrains",
        // Junie. The AI Assistant takes the same text in its settings under Tools.
        .files = {{{.scope = project, .base = root, .path = ".junie/mcp/mcp.json", .root = absolute},
                   {.scope = user, .base = home, .path = ".junie/mcp/mcp.json", .root = absolute}}},
        .format = ConfigFormat::jsonc,
        .section = "mcpServers",
        .shape = EntryShape::command_and_args,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "no switch is documented. What helps is a line in .junie/guidelines.md:\n"
                      "  Change files only with the tools of the server kedge.",
    },
    {
        .name = "crush",
        .title = "Crush",
        .files = {{{.scope = project, .base = root, .path = "crush.json", .instead = ".crush.json"},
                   {.scope = user, .base = config, .path = "crush/crush.json"}}},
        .format = ConfigFormat::jsonc,
        .section = "mcp",
        .shape = EntryShape::typed,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "off by options.disabled_tools. Its shell stays a way around kedge.",
        .settings = crush_settings,
    },
    {
        .name = "amp",
        .title = "Amp",
        .files = {{{.scope = project, .base = root, .path = ".amp/settings.json"},
                   {.scope = user, .base = config, .path = "amp/settings.json", .root = absolute}}},
        .format = ConfigFormat::jsonc,
        .section = "amp.mcpServers",
        .shape = EntryShape::command_and_args,
        .dialects = {"replace"},
        .results = "text",
        .own_editor = "off by amp.tools.disable. A server of a project has to be approved once: amp mcp approve kedge.",
        .settings = amp_settings,
    },
}};

}  // namespace

std::string_view name_of(Scope scope) { return scope == project ? "project" : "user"; }

const ClientFile* Client::file_of(Scope scope) const {
  const auto found =
      std::ranges::find_if(files, [scope](const ClientFile& file) { return file.scope == scope && !file.path.empty(); });
  return found == files.end() ? nullptr : &*found;
}

std::span<const Client> clients() { return all_clients; }

const Client* find_client(std::string_view name) {
  const auto found = std::ranges::find(all_clients, name, &Client::name);
  return found == all_clients.end() ? nullptr : &*found;
}

}  // namespace kedge
