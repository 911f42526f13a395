// A root moves from SQLite to PostgreSQL: what was changed before is undone afterwards, byte for byte.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startServer } from '../peers/server.mjs';

const kedge = process.env.KEDGE_BINARY;
const edits = process.env.KEDGE_FORM === 'long' ? 10_000 : 40;
const store = process.env.KEDGE_TEST_POSTGRES;

async function caller(options) {
  const server = await startServer(kedge, ['mcp', '--dialect', 'replace', '--http', '127.0.0.1:0', '--durability', 'none', ...options]);
  let id = 0;
  const call = async (name, args) => {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params: { name, arguments: args, _meta: meta } }),
    });
    const answer = JSON.parse(await response.text());
    assert.equal(answer.result?.isError ?? false, false, JSON.stringify(answer));
    return answer.result;
  };
  let stopped;
  return { call, stop: () => (stopped ??= server.stop()) };
}

test(`${edits} changes of SQLite are undone from PostgreSQL`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'kedge-copy-'));
  const root = join(folder, 'root');
  const file = join(root, 'file.txt');
  mkdirSync(root);
  const first = `${Array.from({ length: 50 }, (_, row) => `<row ${row}>`).join('\r\n')}\r\n`;
  writeFileSync(file, first);
  const place = ['--root', root, '--state', join(folder, 'state')];
  const shared = [...place, '--store', store, '--store-schema', 'copied'];

  const before = await caller(place);
  t.after(() => before.stop());
  await before.call('read', { path: 'file.txt' });
  const versions = [first];
  let expected = first;
  for (let edit = 0; edit < edits; ++edit) {
    const row = (edit * 7) % 50;
    const old = expected.split('\r\n')[row];
    const now = `<row ${row}, edit ${edit}>`;
    await before.call('edit', { file_path: 'file.txt', old_string: old, new_string: now });
    expected = expected.replace(`${old}\r\n`, `${now}\r\n`);
    versions.push(expected);
  }
  assert.equal(readFileSync(file, 'utf8'), expected);
  await before.stop();

  const copied = JSON.parse(execFileSync(kedge, ['store', 'copy', '--json', ...shared], { stdio: ['ignore', 'pipe', 'inherit'] }));
  assert.equal(copied.changes, edits);
  const again = spawnSync(kedge, ['store', 'copy', ...shared], { encoding: 'utf8' });
  assert.equal(again.status, 2, again.stderr);

  const after = await caller(shared);
  t.after(() => after.stop());
  for (let edit = edits; edit > 0; --edit) {
    assert.equal(readFileSync(file, 'utf8'), versions[edit]);
    await after.call('undo', {});
  }
  assert.equal(readFileSync(file, 'utf8'), first);
  rmSync(folder, { recursive: true });
});
