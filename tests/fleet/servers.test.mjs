// Several servers with one store: consecutive calls of an agent reach different servers, as behind a load balancer. Every edit is
// made once, in its own line, whichever server it is sent to; and what one server has shown, another can edit.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startServer } from '../peers/server.mjs';

const kedge = process.env.KEDGE_BINARY;
const long = process.env.KEDGE_FORM === 'long';
const servers = 4;
const agents = 16;
const files = 64;
const rounds = long ? 64 : 4;

const folder = mkdtempSync(join(tmpdir(), 'kedge-fleet-'));
const root = join(folder, 'root');
let fleet = [];
let lastId = 0;

const token = (agent) => createHash('sha256').update(`agent ${agent}`).digest('hex');
const path = (file) => `file${file}.txt`;
const line = (agent, count) => `agent ${agent} has written ${count}`;

function git(...words) {
  execFileSync('git', ['-C', root, '-c', 'user.name=kedge', '-c', 'user.email=kedge@localhost', ...words]);
}

async function call(server, agent, name, args) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'fleet', version: '1' },
  };
  const response = await fetch(fleet[server].url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token(agent)}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params: { name, arguments: args, _meta: meta } }),
  });
  const answer = JSON.parse(await response.text());
  assert.equal(answer.error, undefined, JSON.stringify(answer.error));
  return { text: answer.result.content.map((part) => part.text).join(''), refused: answer.result.isError === true };
}

async function start(count) {
  const options = ['mcp', '--root', root, '--state', join(folder, 'state'), '--http', '127.0.0.1:0'];
  options.push('--token-file', join(folder, 'tokens'), '--store', process.env.KEDGE_TEST_POSTGRES);
  fleet = await Promise.all(Array.from({ length: count }, () => startServer(kedge, options)));
}

before(async () => {
  mkdirSync(root);
  for (let file = 0; file < files; ++file) {
    const rows = Array.from({ length: agents }, (_, agent) => `${line(agent, 0)}\n`);
    writeFileSync(join(root, path(file)), rows.join(''));
  }
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  const rows = Array.from({ length: agents }, (_, agent) => `agent${agent} ${token(agent)}\n`);
  writeFileSync(join(folder, 'tokens'), rows.join(''), { mode: 0o600 });
  await start(servers);
});

after(async () => {
  for (const server of fleet) await server.stop();
  rmSync(folder, { recursive: true });
});

test('what one server has shown, another edits, and a third takes back', async () => {
  const { text } = await call(0, 0, 'read', { path: path(0) });
  const tag = /#([0-9A-F]{4})/.exec(text)[1];
  const edited = await call(1, 0, 'edit', { input: `¶${path(0)}#${tag}\nreplace 1..1:\n+changed by another\n` });
  assert.equal(edited.refused, false, edited.text);
  assert.match(readFileSync(join(root, path(0)), 'utf8'), /^changed by another\n/);
  const undone = await call(2, 0, 'undo', {});
  assert.equal(undone.refused, false, undone.text);
  assert.match(readFileSync(join(root, path(0)), 'utf8'), /^agent 0 has written 0\n/);
});

test('an agent cannot edit by what only another was shown, nor take back what another did', async () => {
  await call(0, 1, 'read', { path: path(1) });
  const whole = await call(1, 2, 'write', { path: path(1), content: 'nothing\n' });
  assert.equal(whole.refused, true, whole.text);
  const undone = await call(1, 2, 'undo', {});
  assert.equal(undone.refused, true, undone.text);
});

test(`${agents} agents spread over ${servers} servers: no edit is lost, made twice, or made elsewhere`, async () => {
  const expected = Array.from({ length: files }, () => new Array(agents).fill(0));
  const tally = { edits: 0, undos: 0, refused: 0 };
  const random = (() => {
    let state = 12345;
    return (below) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * below);
    };
  })();
  const work = async (agent) => {
    for (let round = 0; round < rounds; ++round) {
      for (let step = 0; step < 4; ++step) {
        const file = random(files);
        const count = expected[file][agent];
        const shown = await call(random(servers), agent, 'read', { path: path(file) });
        const tag = /#([0-9A-F]{4})/.exec(shown.text)[1];
        const edit = { input: `¶${path(file)}#${tag}\nreplace ${agent + 1}..${agent + 1}:\n+${line(agent, count + 1)}\n` };
        let edited = await call(random(servers), agent, 'edit', edit);
        // Others have changed their lines meanwhile, and sometimes too much of what is around this one.
        for (let attempt = 0; edited.refused && attempt < 5; ++attempt) {
          ++tally.refused;
          assert.doesNotMatch(edited.text, /snapshot_unknown|io_failed|indeterminate/);
          const again = await call(random(servers), agent, 'read', { path: path(file) });
          const fresh = /#([0-9A-F]{4})/.exec(again.text)[1];
          edited = await call(random(servers), agent, 'edit', { input: edit.input.replace(`#${tag}`, `#${fresh}`) });
        }
        if (edited.refused) continue;
        ++tally.edits;
        expected[file][agent] = count + 1;
        if (random(4) === 0) {
          const undone = await call(random(servers), agent, 'undo', {});
          if (undone.refused) continue;
          ++tally.undos;
          expected[file][agent] = count;
        }
      }
    }
  };
  await Promise.all(Array.from({ length: agents }, (_, agent) => work(agent)));
  for (let file = 0; file < files; ++file) {
    const rows = readFileSync(join(root, path(file)), 'utf8').split('\n').slice(0, -1);
    assert.deepEqual(rows, expected[file].map((count, agent) => line(agent, count)), path(file));
  }
  console.log(`${tally.edits} edits, ${tally.undos} undos, ${tally.refused} refused and sent again`);
  assert.ok(tally.edits > agents * rounds * 3, 'most edits are made');
});

test('connections that are cut at any moment lose no edit and record none twice', async () => {
  const cut = () =>
    execFileSync(join(process.env.KEDGE_TEST_CLUSTER_BIN, 'psql'), ['-h', process.env.KEDGE_TEST_CLUSTER, '-U', 'kedge', '-d', 'kedge', '-qc',
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kedge'"], { stdio: 'ignore' });
  const records = () =>
    JSON.parse(execFileSync(kedge, ['state', '--json', '--root', root, '--state', join(folder, 'state'), '--store',
      process.env.KEDGE_TEST_POSTGRES])).changes;
  const before = records();
  const tally = { edits: 0, unrecorded: 0, unknown: 0, unavailable: 0, cuts: 0 };
  let working = 4;
  const work = async (agent) => {
    for (let count = 1; count <= (long ? 100 : 8) || tally.cuts < 4; ++count) {
      for (;;) {
        const file = 60 + agent;
        const shown = await call(count % servers, agent, 'read', { path: path(file) });
        const tag = /#([0-9A-F]{4})/.exec(shown.text)[1];
        const edited = await call((count + 1) % servers, agent, 'edit',
          { input: `¶${path(file)}#${tag}\nreplace ${agent + 1}..${agent + 1}:\n+${line(agent, `${count} of the cut ones`)}\n` });
        if (!edited.refused) {
          ++tally.edits;
          if (/could not be written into the history/.test(edited.text)) ++tally.unrecorded;
          if (/whether it is in the history is not known/.test(edited.text)) ++tally.unknown;
          break;
        }
        assert.match(edited.text, /store_unavailable|snapshot_unknown|file_not_read|lines_not_shown/, edited.text);
        ++tally.unavailable;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      const now = readFileSync(join(root, path(60 + agent)), 'utf8').split('\n')[agent];
      assert.equal(now, line(agent, `${count} of the cut ones`));
    }
    --working;
  };
  const cutting = (async () => {
    for (; working > 0 && tally.cuts < (long ? 400 : 12); ++tally.cuts) {
      await new Promise((resolve) => setTimeout(resolve, 37));
      cut();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  })();
  await Promise.all([0, 1, 2, 3].map(work));
  await cutting;
  console.log(JSON.stringify(tally));
  assert.ok(tally.cuts > 2, 'connections are cut while edits are made');
  // Only those that are told as unknown may or may not be there.
  const missing = tally.edits - tally.unrecorded - (records() - before);
  assert.ok(missing >= 0 && missing <= tally.unknown, `${missing} records are missing`);
});

test('while the database is away reads go on and edits are refused, and nothing is lost', async () => {
  const shown = await call(0, 3, 'read', { path: path(3) });
  const tag = /#([0-9A-F]{4})/.exec(shown.text)[1];
  const cluster = (...words) => {
    const owner = process.getuid() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
    const command = [...owner, join(process.env.KEDGE_TEST_CLUSTER_BIN, 'pg_ctl'), '-D', join(process.env.KEDGE_TEST_CLUSTER, 'data'),
      '-l', join(process.env.KEDGE_TEST_CLUSTER, 'log'), '-w', ...words];
    const run = spawnSync(command[0], command.slice(1), { cwd: '/', stdio: 'ignore' });
    assert.equal(run.status, 0);
  };
  cluster('-m', 'immediate', 'stop');
  try {
    const bytes = readFileSync(join(root, path(3)), 'utf8');
    const read = await call(1, 3, 'read', { path: path(3) });
    assert.equal(read.refused, false, read.text);
    const edited = await call(1, 3, 'edit', { input: `¶${path(3)}#${tag}\nreplace 4..4:\n+lost\n` });
    assert.equal(edited.refused, true, edited.text);
    assert.match(edited.text, /store_unavailable/);
    assert.equal(readFileSync(join(root, path(3)), 'utf8'), bytes);
  } finally {
    cluster('start');
  }
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const edited = await call(2, 3, 'edit', { input: `¶${path(3)}#${tag}\nreplace 4..4:\n+back again\n` });
  assert.equal(edited.refused, false, edited.text);
  const undone = await call(0, 3, 'undo', {});
  assert.equal(undone.refused, false, undone.text);
});
