// Sixteen clients at one server over HTTP, each of which edits files that the others edit as well: what a server says is written is
// there once, nothing else is, and the history tells it so.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { long, percentile, randomNumbers } from '../fleet/fleet.mjs';
import { makeWorkspace, older, textOf } from './clients.mjs';
import { startServer } from './server.mjs';

const clients = 16;
const files = 64;
const edits = long ? 1000 : 40; // of each client

const kedge = process.env.KEDGE_BINARY;
const path = (file) => `file${file}.txt`;
const place = (client) => `[rows of client ${client}]`;
const row = (client, edit) => `client ${client}, edit ${edit}`;
const other = Array.from({ length: 20 }, (_, line) => `line ${line} of nobody`);
const atFirst = Array.from({ length: clients }, (_, client) => [place(client), ...other]).flat();

async function connectedTo(server, workspace) {
  const client = new older.Client({ name: 'kedge-tests', version: '1' });
  const transport = new older.HttpTransport(new URL(server.url));
  workspace.endings.unshift(async () => {
    await transport.terminateSession();
    await client.close();
  });
  await client.connect(transport);
  return (name, given) => client.callTool({ name, arguments: given });
}

test(`${clients} clients make ${edits} edits each over HTTP: none is lost, and none is made twice`, async (t) => {
  const workspace = makeWorkspace(t, Object.fromEntries(
      Array.from({ length: files }, (_, file) => [path(file), atFirst.map((line) => `${line}\n`).join('')])));
  const where = ['--root', workspace.root];
  const words = ['mcp', '--dialect', 'replace', '--http', '127.0.0.1:0', ...where];
  const server = await startServer(kedge, words, { env: workspace.env, cwd: workspace.folder });
  workspace.endings.push(() => server.stop());
  const calls = [];
  for (let client = 0; client < clients; ++client) calls.push(await connectedTo(server, workspace));

  // The newest row of a client is the first behind its place.
  const written = Array.from({ length: files }, () => Array.from({ length: clients }, () => []));
  const times = [];
  const since = performance.now();
  await Promise.all(calls.map(async (call, client) => {
    const random = randomNumbers(20261119 + client);
    for (let edit = 0; edit < edits; ++edit) {
      const file = random(files);
      const begun = performance.now();
      const result = await call('edit',
          { path: path(file), old_string: `${place(client)}\n`, new_string: `${place(client)}\n${row(client, edit)}\n` });
      times.push(performance.now() - begun);
      assert.notEqual(result.isError, true, textOf(result));
      written[file][client].unshift(row(client, edit));
    }
  }));
  const seconds = (performance.now() - since) / 1000;

  const all = clients * edits;
  const found = { lost: 0, twice: 0 };
  for (let file = 0; file < files; ++file) {
    const lines = workspace.read(path(file)).split('\n');
    for (const wanted of written[file].flat()) {
      const count = lines.filter((line) => line === wanted).length;
      if (count === 0) ++found.lost;
      if (count > 1) ++found.twice;
    }
  }
  console.log(JSON.stringify({ clients, edits: all, files, ...found, seconds: Number(seconds.toFixed(1)),
    perSecond: Math.round(all / seconds), p50: Number(percentile(times, 0.5).toFixed(1)), p99: Number(percentile(times, 0.99).toFixed(1)) }));
  assert.deepEqual(found, { lost: 0, twice: 0 });
  for (let file = 0; file < files; ++file) {
    const wanted = written[file].flatMap((rows, client) => [place(client), ...rows, ...other]);
    assert.deepEqual(workspace.read(path(file)).split('\n'), [...wanted, ''], path(file));
  }
  const history = JSON.parse(execFileSync(kedge, ['log', '--json', '--limit', '100000', ...where], { env: workspace.env, maxBuffer: 1 << 28 }));
  assert.equal(history.changes.length, all);
  assert.equal(new Set(history.changes.map((change) => change.id)).size, all);
});
