// Four edits of different lines of one file at a time, two hundred times: what a server says is written is there, with kedge. Another
// server does the same beside it, and the figures of both are printed.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, makeWorkspace, older, patch, peers } from './clients.mjs';

const rounds = 200;
const edited = [3, 7, 12, 18];  // lines, from 1
const line = (number, round) => `line ${number}, round ${round}`;
const fileAtFirst = Array.from({ length: 20 }, (_, i) => `${line(i + 1, 0)}\n`).join('');

// `begin` prepares a round, `edit` writes a line and tells whether the server says that it is done. An untrue answer is a refusal
// that has changed something; `stray` are lines that nobody wanted to change.
async function count(workspace, begin, edit) {
  const figures = { asked: 0, written: 0, refused: 0, lost: 0, untrue: 0, stray: 0 };
  const rows = () => workspace.read('a.txt').split('\n');
  for (let round = 1; round <= rounds; ++round) {
    const before = rows();
    const prepared = await begin();
    const done = await Promise.all(edited.map((number) => edit(number, before[number - 1], line(number, round), prepared)));
    const after = rows();
    edited.forEach((number, i) => {
      const isThere = after[number - 1] === line(number, round);
      const isAsItWas = after[number - 1] === before[number - 1];
      ++figures.asked;
      ++figures[done[i] ? (isThere ? 'written' : 'lost') : (isAsItWas ? 'refused' : 'untrue')];
    });
    figures.stray += before.filter((row, i) => !edited.includes(i + 1) && row !== after[i]).length;
  }
  return figures;
}
const told = (who, { asked, written, refused, lost }) =>
    console.log(`${who}: ${asked} edits, ${written} written, ${refused} refused, ${lost} lost`);
const holds = ({ written, lost, untrue, stray }) => {
  assert.deepEqual({ lost, untrue, stray }, { lost: 0, untrue: 0, stray: 0 });
  assert.ok(written > 0);
};

for (const peer of [peers[0], peers[3]]) {  // both transports, both eras
  test(`${peer.name}: of four edits at a time none is lost`, async (t) => {
    const workspace = makeWorkspace(t, { 'a.txt': fileAtFirst });
    const { edit, headerOf } = await connect(peer, workspace);
    const figures = await count(workspace, () => headerOf('a.txt'), async (number, _, text, header) => {
      const result = await edit(patch(header, `replace ${number}..${number}:`, `+${text}`));
      return !result.isError;
    });
    told(`kedge, ${peer.name}`, figures);
    holds(figures);
  });
}

test('four servers of one root: of four edits at a time none is lost', async (t) => {
  const workspace = makeWorkspace(t, { 'a.txt': fileAtFirst });
  const clients = new Map();
  for (const number of edited) clients.set(number, await connect(peers[0], workspace));
  const figures = await count(workspace, () => {}, async (number, _, text) => {
    const { edit, headerOf } = clients.get(number);
    const result = await edit(patch(await headerOf('a.txt'), `replace ${number}..${number}:`, `+${text}`));
    return !result.isError;
  });
  told('kedge, four servers', figures);
  holds(figures);
});

test('server-filesystem does the same, for comparison', async (t) => {
  const workspace = makeWorkspace(t, { 'a.txt': fileAtFirst });
  const program = join(process.env.KEDGE_PEERS, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
  const client = new older.Client({ name: 'kedge-tests', version: '1' });
  workspace.endings.push(() => client.close());
  await client.connect(new older.StdioTransport({ command: process.execPath, args: [program, workspace.root], stderr: 'ignore' }));
  const path = workspace.path('a.txt');
  const figures = await count(workspace, () => {}, async (_, oldText, newText) => {
    const result = await client.callTool({ name: 'edit_file', arguments: { path, edits: [{ oldText, newText }] } });
    return !result.isError;
  });
  told('server-filesystem', figures);
});
