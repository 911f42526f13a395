// kedge itself: one `kedge mcp` for the whole run, with the dialects that the formats need.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formats } from '../formats.mjs';
import { McpClient } from './mcp_client.mjs';

const byPath = (path) => ({ path });
const asInput = (payload) => ({ input: payload });
const asItIs = (payload) => payload;

export const verbs = {
  hl_patch: { read: 'read', readArguments: byPath, edit: 'edit', editArguments: asInput },
  ops_json: { read: 'read_file', readArguments: (path) => ({ path, hashes: true }), edit: 'edit', editArguments: asItIs },
  anchors: { read: 'open', readArguments: (file) => ({ file }), edit: 'edit', editArguments: oneOperation },
  str_replace: { read: 'read', readArguments: byPath, edit: 'edit', editArguments: asItIs },
  mcp_edits: { read: 'read', readArguments: byPath, edit: 'edit', editArguments: batchOfPairs },
  codex: { read: 'read', readArguments: byPath, edit: 'apply_patch', editArguments: asInput },
  udiff: { read: 'read', readArguments: byPath, edit: 'edit', editArguments: asInput },
  sr_block: { read: 'read', readArguments: byPath, edit: 'edit', editArguments: asInput },
};

function oneOperation({ file, op, ...body }) {
  return { file, [op]: body };
}

function batchOfPairs({ path, edits }) {
  return { path, edits: edits.map(({ oldText, newText }) => ({ old_string: oldText, new_string: newText })) };
}

export async function startKedge({ binary, root, scratch, formats: wanted }) {
  const dialects = [...new Set(wanted.map((format) => formats[format].dialect))];
  const state = mkdtempSync(join(scratch, 'state.'));
  const env = { ...process.env, XDG_STATE_HOME: state, XDG_CONFIG_HOME: state };
  const client = await McpClient.start(binary, ['mcp', '--root', root, '--page-size', '500000', '--dialect', dialects.join(',')], { env });
  // A server of several dialects puts the dialect's name before the tool's.
  const toolName = (format, verb) => (dialects.length === 1 ? verb : `${formats[format].dialect}_${verb}`);
  return {
    async read(path, format) {
      const { read, readArguments } = verbs[format];
      return (await client.callTool(toolName(format, read), readArguments(path))).text;
    },
    edit(path, format, payload, accepted = []) {
      const { edit, editArguments } = verbs[format];
      const accepting = accepted.length > 0 ? { accept_warnings: accepted } : {};
      return client.callTool(toolName(format, edit), { ...editArguments(payload), ...accepting });
    },
    async stop() {
      await client.stop();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
