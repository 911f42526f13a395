// What the tests of several servers share: a root with its agents, servers that can be killed, calls, the history as kedge prints it,
// the PostgreSQL of the test, and a network between kedge and PostgreSQL that can be slow, cut off or away.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startServer as start } from '../peers/server.mjs';

export const kedge = process.env.KEDGE_BINARY;
export const long = process.env.KEDGE_FORM === 'long';
export const database = process.env.KEDGE_TEST_POSTGRES;

export const token = (agent) => createHash('sha256').update(`agent ${agent}`).digest('hex').slice(0, 32); // a token file has at most 64 KiB
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
export const tagIn = (text) => /#([0-9A-F]{4,})/.exec(text)[1];

// What a program prints. Nothing here waits without letting the network go on, which is in this process.
async function output(command, words) {
  return (await promisify(execFile)(command, words, { maxBuffer: 1 << 28, timeout: 120_000 })).stdout;
}

// The same numbers for the same seed.
export function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

export function percentile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

// A root with one git commit, a state folder, and a token for each agent. `contents` has the text of each file.
export function makePlace(agents, contents) {
  const folder = mkdtempSync(join(tmpdir(), 'kedge-fleet-'));
  const root = join(folder, 'root');
  const git = (...words) => execFileSync('git', ['-C', root, '-c', 'user.name=kedge', '-c', 'user.email=kedge@localhost', ...words]);
  mkdirSync(root);
  for (const [path, text] of Object.entries(contents)) writeFileSync(join(root, path), text);
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  const rows = Array.from({ length: agents }, (_, agent) => `agent${agent} ${token(agent)}\n`);
  writeFileSync(join(folder, 'tokens'), rows.join(''), { mode: 0o600 });
  const where = ['--root', root, '--state', join(folder, 'state')];
  const run = async (...words) => JSON.parse(await output(kedge, [...words, '--json', ...where, '--store', database]));
  // The same for a command that may fail.
  const attempt = (words, input = '') =>
    new Promise((resolve) => {
      const child = execFile(kedge, [...words, '--json', ...where, '--store', database], { timeout: 120_000 }, (error, said) =>
        resolve({ status: error ? error.code : 0, json: said === '' ? null : JSON.parse(said) }));
      child.stdin.end(input);
    });
  return {
    root,
    where,
    tokens: join(folder, 'tokens'),
    text: (path) => readFileSync(join(root, path), 'utf8'),
    lines: (path) => readFileSync(join(root, path), 'utf8').split('\n').slice(0, -1),
    run,
    attempt,
    recordCount: async () => (await run('state')).changes,
    history: async () => (await run('log', '--limit', '100000')).changes, // the newest first
    remove: () => rmSync(folder, { recursive: true }),
  };
}

export const startServer = (place, store = database, ...options) =>
  start(kedge, ['mcp', ...place.where, '--http', '127.0.0.1:0', '--token-file', place.tokens, ...(store ? ['--store', store] : []), ...options]);

export const startServers = (count, place, store) => Promise.all(Array.from({ length: count }, () => startServer(place, store)));

// All of them, even if one does not end as it should.
export const stopServers = (fleet) => Promise.all(fleet.filter((server) => server?.isLiving()).map((server) => server.stop()));

let lastId = 0;

// The answer to a call of a client that can be asked, if `capabilities` say so; `more` is sent along. Fails if the server is gone, or
// takes longer than `limit`.
export async function answerTo(server, agent, name, args, { capabilities = {}, more = {}, limit = 240_000 } = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'fleet', version: '1' },
  };
  const response = await fetch(server.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token(agent)}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params: { name, arguments: args, _meta: meta, ...more } }),
    signal: AbortSignal.timeout(limit),
  });
  return JSON.parse(await response.text());
}

export async function call(server, agent, name, args, limit = undefined) {
  const answer = await answerTo(server, agent, name, args, { limit });
  assert.equal(answer.error, undefined, JSON.stringify(answer.error));
  return { text: answer.result.content.map((part) => part.text).join(''), refused: answer.result.isError === true };
}

// One line of a file, by its number from 1.
export const patch = (path, tag, number, text) => ({ input: `¶${path}#${tag}\nreplace ${number}..${number}:\n+${text}\n` });

// What an answer to an edit says about the history: made (with an id), unrecorded, unknown, or refused.
export function outcomeOf(edited) {
  if (edited.refused) return { kind: 'refused' };
  if (/could not be written into the history/.test(edited.text)) return { kind: 'unrecorded' };
  if (/whether it is in the history is not known/.test(edited.text)) return { kind: 'unknown' };
  const id = /undo_id=(\S+)/.exec(edited.text)?.[1];
  assert.ok(id, `an edit is answered as made, without an id:\n${edited.text}`);
  return { kind: 'made', id };
}

export function inDatabase(statement) {
  const words = ['-h', process.env.KEDGE_TEST_CLUSTER, '-U', 'kedge', '-d', 'kedge', '-qAtc', statement];
  return output(join(process.env.KEDGE_TEST_CLUSTER_BIN, 'psql'), words);
}

// Starts or stops PostgreSQL, as pg_ctl does.
export function controlCluster(...words) {
  const owner = process.getuid() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
  const command = [...owner, join(process.env.KEDGE_TEST_CLUSTER_BIN, 'pg_ctl'), '-D', join(process.env.KEDGE_TEST_CLUSTER, 'data'),
    '-l', join(process.env.KEDGE_TEST_CLUSTER, 'log'), '-w', ...words];
  const run = spawnSync(command[0], command.slice(1), { cwd: '/', stdio: 'ignore' });
  assert.equal(run.status, 0);
}

// The processes of kedge-postgres that a server has: workers, which speak with the database, and starters, which start workers.
export function helpersOf(server) {
  const found = [];
  const look = (pid) => {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      let children = '';
      try {
        children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
      } catch {
        continue; // the thread has ended
      }
      for (const child of children.split(' ').filter(Boolean).map(Number)) {
        try {
          if (!readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('kedge-postgres')) continue;
          found.push({ pid: child, isStarter: readFileSync(`/proc/${child}/comm`, 'utf8') === 'kedge-starter\n' });
          look(child);
        } catch {
          // the process has ended
        }
      }
    }
  };
  look(server.pid);
  return found;
}

// The network between kedge and PostgreSQL: a socket of its own that passes everything on.
export class Network {
  #path = join(mkdtempSync(join(tmpdir(), 'kedge-network-')), '.s.PGSQL.5432');
  #listener = null;
  #links = new Set();
  #isCut = false;
  #isHeld = false;
  delay = 0; // milliseconds, of each answer of the database
  requests = 0; // chunks that kedge has sent

  get store() {
    return `postgres://kedge@/kedge?host=${dirname(this.#path)}`;
  }

  async open() {
    this.#listener = createServer((near) => this.#link(near));
    await new Promise((resolve) => this.#listener.listen(this.#path, resolve));
  }

  // Nobody is there any more.
  async leave() {
    const listener = this.#listener;
    this.#listener = null;
    const closed = new Promise((resolve) => listener.close(resolve));
    this.closeAll();
    await closed;
  }

  closeAll() {
    for (const link of this.#links) this.#end(link);
  }

  // Nothing arrives any more, and nobody is told. What is sent meanwhile is lost.
  cutOff() {
    this.#isCut = true;
  }

  // Nothing arrives until mend(), and then all of it, as TCP sends again what was lost.
  hold() {
    this.#isHeld = true;
    for (const { near, far } of this.#links) {
      near.pause();
      far?.pause();
    }
  }

  // A connection that has lost bytes cannot go on: it is closed.
  mend() {
    this.#isCut = false;
    this.#isHeld = false;
    for (const link of this.#links) {
      if (link.hasLost || link.near.destroyed || link.far?.destroyed) {
        this.#end(link);
      } else {
        if (!link.far) this.#reach(link);
        link.near.resume();
        link.far.resume();
        this.#deliver(link);
      }
    }
  }

  async remove() {
    this.mend();
    if (this.#listener) await this.leave();
    rmSync(dirname(this.#path), { recursive: true });
  }

  #link(near) {
    const link = { near, far: null, hasLost: false, waiting: [], due: 0 };
    this.#links.add(link);
    near.on('data', (bytes) => {
      ++this.requests;
      if (this.#isCut) link.hasLost = true;
      else link.far.write(bytes);
    });
    near.on('error', () => {});
    near.on('close', () => this.#closed(link));
    if (this.#isCut) link.hasLost = true; // whoever connects now gets no answer
    else if (this.#isHeld) near.pause();
    else this.#reach(link);
  }

  #reach(link) {
    link.far = connect(join(process.env.KEDGE_TEST_CLUSTER, '.s.PGSQL.5432'));
    link.far.on('data', (bytes) => {
      link.due = Math.max(link.due, performance.now() + this.delay);
      link.waiting.push({ bytes, due: link.due });
      if (link.waiting.length === 1) this.#deliver(link);
    });
    link.far.on('error', () => {});
    link.far.on('close', () => this.#closed(link));
  }

  #deliver(link) {
    if (this.#isHeld) return;
    while (link.waiting.length > 0 && link.waiting[0].due <= performance.now()) {
      const { bytes } = link.waiting.shift();
      if (this.#isCut) link.hasLost = true;
      else link.near.write(bytes);
    }
    if (link.waiting.length > 0) setTimeout(() => this.#deliver(link), Math.ceil(link.waiting[0].due - performance.now()));
  }

  // That one side has closed is not told to the other while nothing arrives.
  #closed(link) {
    if (this.#isCut) link.hasLost = true;
    else if (!this.#isHeld) this.#end(link);
  }

  #end(link) {
    this.#links.delete(link);
    link.waiting = [];
    link.near.destroy();
    link.far?.destroy();
  }
}
