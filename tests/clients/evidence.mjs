// What the table of clients says that no test can find out: why a client gets its dialect, and where the format of its files is documented if
// no test runs it.
const takes = (tool, form) => `its own \`${tool}\` takes ${form}`;
const quoted = (before, after) => `\`${before}\` and \`${after}\``;
const made = (models, own) => `made for ${models} models: ${own}`;
const anyModel = (own) => `it works with any model; ${own}`;
const unknown = 'the form of its own edit tool is not documented';

export const evidence = {
  'claude-code': { why: made('Claude', takes('Edit', quoted('old_string', 'new_string'))) },
  codex: { why: made('GPT', takes('apply_patch', 'V4A patches')) },
  opencode: { why: anyModel(takes('edit', quoted('oldString', 'newString'))) },
  'gemini-cli': { why: made('Gemini', takes('replace', quoted('old_string', 'new_string'))) },
  zed: { why: anyModel(takes('edit_file', 'quoted text')), documented: 'https://zed.dev/docs/ai/mcp' },
  vscode: {
    why: anyModel('its own tools take quoted text, or patches from GPT models'),
    documented: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers',
  },
  cursor: { why: anyModel(unknown), documented: 'https://cursor.com/docs/mcp' },
  'copilot-cli': { why: anyModel(takes('edit', quoted('old_str', 'new_str'))) },
  'qwen-code': { why: made('Qwen', takes('edit', quoted('old_string', 'new_string'))) },
  continue: {
    why: anyModel(takes('Edit', quoted('old_string', 'new_string'))),
    documented: 'https://docs.continue.dev/customize/deep-dives/mcp',
  },
  cline: {
    why: anyModel(takes('replace_in_file', 'SEARCH/REPLACE blocks')),
    documented: 'https://docs.cline.bot/mcp/configuring-mcp-servers',
  },
  windsurf: { why: anyModel(unknown), documented: 'https://docs.windsurf.com/windsurf/cascade/mcp' },
  jetbrains: { why: anyModel(unknown), documented: 'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html' },
  crush: {
    why: anyModel(takes('edit', quoted('old_string', 'new_string'))),
    documented: 'https://github.com/charmbracelet/crush#mcps',
  },
  amp: { why: anyModel(takes('edit_file', quoted('old_str', 'new_str'))), documented: 'https://ampcode.com/manual' },
};
