// @modelcontextprotocol/server-filesystem: its edit_file takes pairs of old and new text.
import { join } from 'node:path';
import { McpClient } from './mcp_client.mjs';

export async function startServerFilesystem({ script, root }) {
  const client = await McpClient.start(process.execPath, [script, root]);
  return {
    async read(path) {
      return (await client.callTool('read_text_file', { path: join(root, path) })).text;
    },
    edit(path, format, { edits }) {
      return client.callTool('edit_file', { path: join(root, path), edits });
    },
    stop: () => client.stop(),
  };
}
