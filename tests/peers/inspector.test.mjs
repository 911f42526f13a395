// kedge as the command line of the MCP Inspector sees it: every call is a connection of its own, over either transport.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeWorkspace, patch, textOf } from './clients.mjs';
import { startServer } from './server.mjs';

const program = join(process.env.KEDGE_PEERS, 'node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js');
const toolFailed = 5;  // the exit status of the Inspector for a result that is an error

async function inspectorOf(transport, era, workspace) {
  let target = ['--', process.env.KEDGE_BINARY, 'mcp', '--results', 'both', '--root', workspace.root];
  if (transport === 'http') {
    const args = ['mcp', '--results', 'both', '--http', '127.0.0.1:0', '--root', workspace.root];
    const server = await startServer(process.env.KEDGE_BINARY, args, { env: workspace.env });
    workspace.endings.push(() => server.stop());
    target = [server.url];
  }
  const passedOn = Object.entries(workspace.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const env = transport === 'http' ? [] : passedOn;
  const inspect = (...args) => {
    const run = spawnSync(process.execPath, [program, '--quiet', '--format', 'json', '--protocol-era', era, ...env, ...args, ...target],
                          { env: workspace.env, encoding: 'utf8', timeout: 60_000 });
    assert.ok(run.status === 0 || run.status === toolFailed, `${args}: ${run.status}\n${run.stdout}\n${run.stderr}`);
    const { result } = JSON.parse(run.stdout);
    assert.equal(run.status, result.isError ? toolFailed : 0);
    return result;
  };
  const call = (tool, args) =>
      inspect('--method', 'tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args));
  return { inspect, call };
}

for (const transport of ['stdio', 'http']) {
  for (const era of ['legacy', 'modern']) {
    test(`${transport}, ${era}: the Inspector lists, reads, edits, is refused and takes back`, async (t) => {
      const workspace = makeWorkspace(t, { 'a.txt': 'one\ntwo\n' });
      const { inspect, call } = await inspectorOf(transport, era, workspace);
      const { tools } = inspect('--method', 'tools/list', '--strict');
      assert.deepEqual(tools.map(({ name }) => name), ['read', 'search', 'write', 'edit', 'undo']);
      const shown = textOf(call('read', { path: 'a.txt' }));
      assert.match(shown, /^¶a\.txt#\S+\n1:one\n2:two\n$/);

      // Who has a session of her own with every call has not seen the line; without sessions it has been shown.
      const edited = call('edit', { input: patch(shown.split('\n')[0], 'replace 2..2:', '+TWO') });
      if (era === 'legacy') {
        assert.equal(edited.structuredContent.error, 'lines_not_shown');
        assert.equal(workspace.read('a.txt'), 'one\ntwo\n');
      } else {
        assert.equal(workspace.read('a.txt'), 'one\nTWO\n', textOf(edited));
        call('undo', {});
        assert.equal(workspace.read('a.txt'), 'one\ntwo\n');
      }

      const written = call('write', { path: 'b.txt', content: 'new\n' });
      assert.equal(workspace.read('b.txt'), 'new\n');
      const refused = call('write', { path: '../c.txt', content: 'new\n' });
      assert.equal(refused.structuredContent.error, 'path_outside_root');
      call('undo', { id: written.structuredContent.undo_id });
      assert.ok(!existsSync(workspace.path('b.txt')));

      assert.match(inspect('--method', 'resources/read', '--uri', 'kedge://errors').contents[0].text, /lines_not_shown/);
      const { prompts } = inspect('--method', 'prompts/list');
      assert.ok(inspect('--method', 'prompts/get', '--prompt-name', prompts[0].name).messages.length > 0);
    });
  }
}
