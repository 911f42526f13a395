// What a call costs a fleet: CPU of servers and of PostgreSQL, round trips, bytes, locks, latency. Measured with the real program and the
// PostgreSQL of with_cluster, which it needs:
//   KEDGE_BINARY=… tests/fleet/with_cluster node benchmarks/scale/measure.mjs [--quick] [--checks] [--to FILE]
// Prints a table and writes costs.json, the input of simulate.mjs. --checks: only measures the throughput with which the simulation is compared. CPU times are those of the kernel's scheduler.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { startServer } from '../../tests/peers/server.mjs';
import { Wire } from './wire.mjs';

const kedge = process.env.KEDGE_BINARY;
const cluster = process.env.KEDGE_TEST_CLUSTER;
assert.ok(kedge && cluster, 'KEDGE_BINARY=… tests/fleet/with_cluster node benchmarks/scale/measure.mjs');
const words = process.argv.slice(2);
const quick = words.includes('--quick');
const here = dirname(fileURLToPath(import.meta.url));
const output = words.includes('--to') ? words[words.indexOf('--to') + 1] : join(here, 'costs.json');

const agents = 16;
const files = 64;
const lines = 160;
const calls = quick ? 60 : 400;         // one after the other
const pacedCalls = quick ? 30 : 150;    // each after a pause, so that each has a flush of its own
const pause = 150;                      // milliseconds; a server writes what waits in memory 50 ms after a call
const secondsOfChecks = quick ? 2 : 6;  // for each of them

const folder = mkdtempSync(join(tmpdir(), 'kedge-scale-'));
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const mean = (numbers) => (numbers.length === 0 ? 0 : sum(numbers) / numbers.length);
const quantile = (numbers, part) => numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
const rounded = (value) => JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'number' ? Number(each.toPrecision(4)) : each)));

// ---- the tree

const pathOf = (file) => `module${file}.py`;
const tokenOf = (agent) => createHash('sha256').update(`agent ${agent}`).digest('hex');
const lineOf = (file, line, count) => `    total_${line} = price_of(${file}, ${line}) * ${count} + shipping`;

function makeTree(root) {
  mkdirSync(root);
  writeFileSync(`${root}.tokens`, Array.from({ length: agents }, (_, agent) => `agent${agent} ${tokenOf(agent)}\n`).join(''), { mode: 0o600 });
  for (let file = 0; file < files; ++file) {
    const rows = ['def compute(price_of, shipping):'];
    for (let line = 2; line <= lines; ++line) rows.push(lineOf(file, line, 0));
    writeFileSync(join(root, pathOf(file)), `${rows.join('\n')}\n`);
  }
  const git = (...more) => execFileSync('git', ['-C', root, '-c', 'user.name=kedge', '-c', 'user.email=kedge@localhost', ...more]);
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', root);  // another first commit: another repository
}

// ---- servers and calls

let lastId = 0;

class Server {
  static running = new Set();  // their processes

  static async start(root, { store = process.env.KEDGE_TEST_POSTGRES, more = [] } = {}) {
    const server = new Server();
    const started = await startServer(kedge, ['mcp', '--root', root, '--state', `${root}.state`, '--http', '127.0.0.1:0',
      '--token-file', `${root}.tokens`, '--store', store, ...more]);
    server.url = new URL(started.url);
    server.connections = new Agent({ keepAlive: true, maxSockets: agents });
    server.stop = async () => {
      server.connections.destroy();
      await started.stop();
      Server.running.delete(server.pid);
    };
    // The newest process with this root.
    server.pid = Math.max(...processes().filter(({ pid }) => commandOf(pid).includes(root)
      && commandOf(pid).startsWith(kedge)).map(({ pid, parent }) => (parent === process.pid ? pid : 0)));
    Server.running.add(server.pid);
    return server;
  }

  ask(method, target, headers, body) {
    return new Promise((resolve, reject) => {
      const asked = request({ host: this.url.hostname, port: this.url.port, path: target, method, agent: this.connections, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (more) => (text += more));
        answer.on('end', () => resolve(text));
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }

  async send(agent, method, name, params) {
    const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params: { ...params, _meta: meta } });
    const text = await this.ask('POST', '/mcp', {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${tokenOf(agent)}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name ? { 'mcp-name': name } : {}),
    }, body);
    return JSON.parse(text);
  }

  async call(agent, name, args) {
    const answer = await this.send(agent, 'tools/call', name, { name, arguments: args });
    const text = answer.result?.content.map((part) => part.text).join('') ?? JSON.stringify(answer.error);
    if (answer.error || answer.result.isError) throw new Error(text);
    return text;
  }

  // Seconds in calls of a tool, and how many there were.
  async spent(tool) {
    const text = await this.ask('GET', '/metrics', { authorization: `Bearer ${tokenOf(0)}` });
    const number = (what) => Number(new RegExp(`^kedge_call_seconds_${what}\\{tool="${tool}"\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
    return { seconds: number('sum'), calls: number('count') };
  }
}

const tagIn = (text) => /#([0-9A-F]{4,5})/.exec(text)[1];

// An agent that edits a file of its own, again and again: each edit uses the tag that the last answer gave.
class Editor {
  constructor(agent, file = agent) {
    this.agent = agent;
    this.file = file;
    this.count = 0;
  }
  static edits = 0;  // of all: no line is ever written twice
  async read(server) {
    this.tag = tagIn(await server.call(this.agent, 'read', { path: pathOf(this.file) }));
  }
  async edit(server) {
    if (!this.tag) await this.read(server);
    const line = 2 + ((this.count++ * 37) % (lines - 2));
    const input = `¶${pathOf(this.file)}#${this.tag}\nreplace ${line}..${line}:\n+${lineOf(this.file, line, ++Editor.edits)}\n`;
    this.tag = tagIn(await server.call(this.agent, 'edit', { input }));
  }
}

// ---- processes

function processes() {
  const all = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      all.push({ pid: Number(name), parent: Number(fields[1]), ticksOfChildren: Number(fields[13]) + Number(fields[14]) });
    } catch {
      // it has ended
    }
  }
  return all;
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function family(pid) {
  const all = processes();
  const found = all.filter((each) => each.pid === pid);
  for (const each of found) found.push(...all.filter(({ parent }) => parent === each.pid));
  return found;
}

// Milliseconds on a core, of all threads.
function timeOf(pid) {
  let nanoseconds = 0;
  try {
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ')[0]);
    }
  } catch {
    // it has ended
  }
  return nanoseconds / 1e6;
}

const postmaster = Number(readFileSync(join(cluster, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
const isBackend = (pid) => / kedge \[local\] | kedge kedge /.test(commandOf(pid));

function cpuNow(servers) {
  const cpu = { server: 0, bridge: 0, backend: 0, background: 0, client: sum(Object.values(process.cpuUsage())) / 1e3 };
  for (const server of servers) {
    for (const { pid, ticksOfChildren } of family(server.pid)) {
      const part = commandOf(pid).includes('kedge-postgres') ? 'bridge' : 'server';
      cpu[part] += timeOf(pid) + (pid === server.pid ? 0 : ticksOfChildren * 10);  // workers that parse have ended
    }
  }
  for (const { pid, parent } of processes()) {
    if (parent === postmaster) cpu[isBackend(pid) ? 'backend' : 'background'] += timeOf(pid);
  }
  return cpu;
}

function memoryOf(pid) {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  const kilobytes = (what) => Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(rollup)[1]);
  return { proportional: kilobytes('Pss') / 1024, own: (kilobytes('Private_Clean') + kilobytes('Private_Dirty')) / 1024 };
}

// Jiffies that all processes together have used, in milliseconds.
const machineTime = () => sum(readFileSync('/proc/stat', 'latin1').split('\n')[0].trim().split(/\s+/).slice(1).filter((_, at) => ![3, 4].includes(at)).map(Number)) * 10;

// How many cores others use from now on, when it is asked.
function othersSince(servers) {
  const usedBy = () => sum(Object.values(cpuNow(servers)));
  const before = { own: usedBy(), machine: machineTime(), at: performance.now() };
  return () => Math.max(0, (machineTime() - before.machine - (usedBy() - before.own)) / (performance.now() - before.at));
}

// Waits until others leave the machine alone; not forever.
async function quiet() {
  for (let attempt = 0; attempt < 120; ++attempt) {
    const before = machineTime();
    await sleep(1000);
    if (machineTime() - before < 100) return;
  }
  process.stderr.write('scale: others use this machine: the figures are worth less\n');
}

// ---- PostgreSQL

function ask(sql) {
  const psql = join(process.env.KEDGE_TEST_CLUSTER_BIN, 'psql');
  return execFileSync(psql, ['-h', cluster, '-U', 'kedge', '-d', 'kedge', '-qAtX', '-F', ' ', '-c', sql], { encoding: 'utf8' }).trim();
}

// A backend passes its statistics on with the first transaction a second after it did so before.
async function databaseNow(servers) {
  await sleep(1200);
  for (const server of servers) await server.call(agents - 1, 'read', { path: pathOf(files - 1) });
  await sleep(200);
  const [commits, inserted, updated, deleted] = ask(
    "SELECT xact_commit, tup_inserted, tup_updated, tup_deleted FROM pg_stat_database WHERE datname = 'kedge'").split(' ').map(Number);
  const [records, images, bytes, syncs, syncTime] = ask(
    'SELECT wal_records, wal_fpi, wal_bytes, wal_sync, wal_sync_time FROM pg_stat_wal').split(' ').map(Number);
  const stored = Number(ask("SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    + " WHERE n.nspname LIKE 'kedge_%' AND c.relkind = 'r'"));
  return { commits, rows: inserted + updated + deleted, records, images, walBytes: bytes, syncs, syncTime, stored };
}

// ---- what is measured

const noCall = async () => {};

// The costs of each of `count` calls that `work(i)` makes one after the other, with a pause before each. What `prepare(i)` costs before it is
// included, except in the latency.
async function costsOnce(tool, servers, count, pauseBefore, work, prepare) {
  await quiet();
  const before = { database: await databaseNow(servers), spent: await Promise.all(servers.map((server) => server.spent(tool))) };
  before.cpu = cpuNow(servers);
  before.machine = machineTime();
  const latencies = [];
  const begun = performance.now();
  for (let i = 0; i < count; ++i) {
    if (prepare !== noCall) {
      if (pauseBefore > 0) await sleep(pauseBefore);
      await prepare(i);
    }
    if (pauseBefore > 0) await sleep(pauseBefore);
    const since = performance.now();
    await work(i);
    latencies.push(performance.now() - since);
  }
  if (pauseBefore > 0) await sleep(pauseBefore);
  const wall = performance.now() - begun;
  const cpu = cpuNow(servers);
  const own = sum(Object.keys(cpu).map((what) => cpu[what] - before.cpu[what]));
  const coresOfOthers = Math.max(0, (machineTime() - before.machine - own) / wall);
  const spent = await Promise.all(servers.map((server) => server.spent(tool)));
  const database = await databaseNow(servers);
  const each = (what) => (cpu[what] - before.cpu[what]) / count;
  const of = (what) => (database[what] - before.database[what]) / count;
  const made = sum(spent.map((one, i) => one.calls - before.spent[i].calls));
  const syncs = database.syncs - before.database.syncs;
  return {
    calls: count,
    coresOfOthers,
    latency: { p50: quantile(latencies, 0.5), p95: quantile(latencies, 0.95), mean: mean(latencies) },
    inServer: (1000 * sum(spent.map((one, i) => one.seconds - before.spent[i].seconds))) / made,
    wall: wall / count,
    cpu: { server: each('server'), bridge: each('bridge'), backend: each('backend'), background: each('background'), client: each('client') },
    database: {
      transactions: of('commits'), rows: of('rows'), walRecords: of('records'), walImages: of('images'), walBytes: of('walBytes'),
      stored: of('stored'), syncs: of('syncs'), syncTime: syncs > 0 ? (database.syncTime - before.database.syncTime) / syncs : 0,
    },
  };
}

// What others do on the machine meanwhile makes every call slower. The most undisturbed of three attempts, or the first one that was left alone.
async function undisturbed(measureOnce) {
  let best;
  for (let attempt = 0; attempt < 3; ++attempt) {
    const found = await measureOnce(attempt);
    if (!best || found.coresOfOthers < best.coresOfOthers) best = found;
    if (best.coresOfOthers < 0.15) break;
  }
  return best;
}

const costsOf = (tool, servers, count, pauseBefore, work, prepare = noCall) =>
  undisturbed(() => costsOnce(tool, servers, count, pauseBefore, work, prepare));

// The costs of the second of two calls, from those of both and those of the first alone.
function without(first, both) {
  const minus = (what) => Object.fromEntries(Object.keys(both[what]).map((key) => [key, key === 'syncTime' ? both[what][key] : both[what][key] - first[what][key]]));
  return { ...both, wall: both.wall - first.wall, wallOfBoth: both.wall, cpu: minus('cpu'), database: minus('database') };
}

// Round trips and the time that the row is locked, over a proxy; and the time that the proxy itself adds to a round trip.
async function wireOnce(wire, servers, count, pauseAfter, work, prepare) {
  await quiet();
  const others = othersSince(servers);
  const latencies = [];
  const transactions = [];
  let roundTrips = 0;
  let bytes = 0;
  for (let i = 0; i < count; ++i) {
    await prepare(i);
    if (pauseAfter > 0) await sleep(pauseAfter);
    wire.forget();
    const since = performance.now();
    await work(i);
    latencies.push(performance.now() - since);
    if (pauseAfter > 0) await sleep(pauseAfter);
    roundTrips += wire.roundTrips;
    bytes += wire.bytes;
    transactions.push(...wire.transactions);
  }
  const of = (kind) => {
    const those = transactions.filter((one) => one.kind === kind);
    return { perCall: those.length / count, lock: those.length > 0 ? quantile(those.map(({ lock }) => lock), 0.5) : 0,
      roundTrips: mean(those.map(({ roundTrips: trips }) => trips)), statements: mean(those.map(({ statements }) => statements)) };
  };
  return { coresOfOthers: others(), p50: quantile(latencies, 0.5), roundTrips: roundTrips / count, bytes: bytes / count, durable: of('durable'), later: of('later') };
}

const wireCosts = (wire, servers, count, pauseAfter, work, prepare = noCall) =>
  undisturbed(() => wireOnce(wire, servers, count, pauseAfter, work, prepare));

// The share of time in which the tree is locked during `count` calls.
async function treeLockOnce(root, servers, count, work, prepare) {
  await quiet();
  const state = `${root}.state`;
  const lock = readdirSync(state, { recursive: true }).map((name) => join(state, name)).find((name) => name.endsWith('/lock'));
  const shared = new SharedArrayBuffer(12);
  const seen = new Int32Array(shared);
  const sampler = new Worker(join(here, 'lock_sampler.mjs'), { workerData: { shared, inode: statSync(lock).ino } });
  await new Promise((resolve) => sampler.once('message', resolve));
  const others = othersSince(servers);
  const begun = performance.now();
  Atomics.store(seen, 1, 0);
  Atomics.store(seen, 2, 0);
  for (let i = 0; i < count; ++i) {
    await prepare(i);
    await work(i);
  }
  const wall = performance.now() - begun;
  const looks = Atomics.load(seen, 1);
  const locked = Atomics.load(seen, 2);
  Atomics.store(seen, 0, 1);
  await new Promise((resolve) => sampler.once('exit', resolve));
  const coresOfOthers = others();
  return { coresOfOthers, share: locked / looks, wall: wall / count, looks };
}

const treeLock = (...how) => undisturbed(() => treeLockOnce(...how));

// Looking takes time itself; the share of the time is that of calls that nobody looks at.
const held = (seen, cost) => ({ ...seen, held: seen.share * cost.wallOfBoth });

// Agents that read and edit without a pause, each call through the next server.
async function throughput(root, count, working) {
  const servers = [];
  while (servers.length < count) servers.push(await Server.start(root));
  // All files are edited equally often, however many agents there are.
  const work = Array.from({ length: working }, (_, agent) => Array.from({ length: files / working }, (__, at) => new Editor(agent, agent + at * working)));
  for (const editor of work.flat()) await editor.edit(servers[editor.file % count]);
  await quiet();
  const before = cpuNow(servers);
  const machineBefore = machineTime();
  const begun = performance.now();
  const latencies = { read: [], edit: [] };
  const timed = async (tool, work) => {
    const since = performance.now();
    await work();
    latencies[tool].push(performance.now() - since);
  };
  await Promise.all(work.map(async (editors, at) => {
    for (let turn = at; performance.now() - begun < secondsOfChecks * 1000; turn += 2) {
      const editor = editors[(turn >> 1) % editors.length];
      await timed('read', () => editor.read(servers[turn % count]));
      await timed('edit', () => editor.edit(servers[(turn + 1) % count]));
    }
  }));
  const seconds = (performance.now() - begun) / 1000;
  const after = cpuNow(servers);
  const cpu = sum(Object.keys(before).map((what) => after[what] - before[what])) / 1000 / seconds;
  const others = Math.max(0, (machineTime() - machineBefore) / 1000 / seconds - cpu);
  for (const server of servers) await server.stop();
  return { servers: count, agents: working, seconds, callsPerSecond: (latencies.read.length + latencies.edit.length) / seconds,
    readP50: quantile(latencies.read, 0.5), editP50: quantile(latencies.edit, 0.5), editMean: mean(latencies.edit), coresUsed: cpu, coresOfOthers: others };
}

const tell = (what) => process.stderr.write(`scale: ${what}\n`);

async function addChecks(costs) {
  costs.checks = [];
  for (const [count, working] of [[1, 1], [1, 8], [2, 8], [4, 8], [4, 16]]) {
    tell(`${count} servers, ${working} agents`);
    costs.checks.push(await undisturbed((attempt) => {
      const fresh = join(folder, `check-${count}-${working}-${attempt}`);
      makeTree(fresh);
      return throughput(fresh, count, working);
    }));
  }
}

async function addCosts(costs) {
  ask('ALTER SYSTEM SET track_wal_io_timing = on');
  ask('SELECT pg_reload_conf()');
  Object.assign(costs, {
    at: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores, ${cpus()[0].model}`,
    versions: { kedge: execFileSync(kedge, ['version'], { encoding: 'utf8' }).trim().split('\n')[0], postgresql: ask('SHOW server_version') },
    units: 'milliseconds, bytes and MiB; for each call unless said otherwise',
  });

  const root = join(folder, 'one');
  makeTree(root);
  costs.file = { lines, bytes: statSync(join(root, pathOf(0))).size };

  tell('one server');
  let server = await Server.start(root);
  // Eight agents with eight files each. Before an edit, its agent reads the file.
  const editors = () => Array.from({ length: files }, (_, file) => new Editor(file % 8, file));
  const all = editors();
  const edit = (i) => all[i % files].edit(server);
  const readFirst = (i) => all[i % files].read(server);
  // Each is a file that this agent has not read before; the first of them are new to everybody.
  const readAgain = (i) => server.call(8 + (i % 8), 'read', { path: pathOf(Math.floor(i / 8) % files) });
  for (let i = 0; i < files; ++i) await edit(i);
  for (let i = 0; i < 8; ++i) await server.call(8 + i, 'read', { path: pathOf(63) });
  const trivial = [];
  for (let i = 0; i < 100; ++i) {
    const since = performance.now();
    await server.send(0, 'server/discover', null, {});
    trivial.push(performance.now() - since);
  }
  costs.request = { p50: quantile(trivial, 0.5) };
  costs.read = await costsOf('read', [server], calls, 0, readAgain);
  costs.edit = without(costs.read, await costsOf('edit', [server], calls, 0, edit, readFirst));
  tell('the same with pauses');
  costs.pacedRead = await costsOf('read', [server], pacedCalls, pause, readAgain);
  costs.pacedEdit = without(costs.pacedRead, await costsOf('edit', [server], pacedCalls, pause, edit, readFirst));
  tell('the lock of the tree');
  costs.treeLock = held(await treeLock(root, [server], calls, edit, readFirst), costs.edit);
  costs.memory = {};
  for (const { pid } of family(server.pid)) {
    const name = pid === server.pid ? 'server' : commandOf(pid).includes('kedge-postgres') ? 'bridge' : 'helper';
    costs.memory[name] = memoryOf(pid);
  }
  const backend = processes().find(({ pid, parent }) => parent === postmaster && isBackend(pid));
  costs.memory.backend = memoryOf(backend.pid);
  await server.stop();

  tell('the same without syncs of files');
  const unsynced = join(folder, 'unsynced');
  makeTree(unsynced);
  server = await Server.start(unsynced, { more: ['--durability', 'none'] });
  const others = editors();
  for (let i = 0; i < files; ++i) await others[i].edit(server);
  costs.unsyncedEdit = without(costs.read, await costsOf('edit', [server], calls, 0, (i) => others[i % files].edit(server), (i) => others[i % files].read(server)));
  await server.stop();

  tell('round trips, and the lock of the repository');
  const listening = join(folder, 'wire');
  mkdirSync(listening);
  const wire = await Wire.listen(listening, cluster);
  server = await Server.start(root, { store: `postgres://kedge@/kedge?host=${listening}` });
  for (let i = 0; i < files; ++i) await readFirst(i);
  for (let i = 0; i < 20; ++i) await edit(i);
  costs.wire = { edit: await wireCosts(wire, [server], calls / 4, 0, edit, readFirst), read: await wireCosts(wire, [server], calls / 4, 0, readAgain),
    pacedEdit: await wireCosts(wire, [server], pacedCalls / 3, pause, edit, readFirst), pacedRead: await wireCosts(wire, [server], pacedCalls / 3, pause, readAgain) };
  await server.stop();
  await wire.close();
  costs.wire.hop = Math.max(0, (costs.wire.edit.p50 - costs.edit.latency.p50) / costs.wire.edit.roundTrips);

  tell('two servers by turns');
  const pair = [await Server.start(root), await Server.start(root)];
  // The parity of a file changes with each round, so that its editor meets both servers.
  const next = (i) => pair[(i + Math.floor(i / files)) % 2];
  const byTurns = (i) => all[i % files].edit(next(i));
  const readElsewhere = (i) => all[i % files].read(next(i + 1));
  for (let i = 0; i < files; ++i) {
    await readElsewhere(i);
    await byTurns(i);
  }
  costs.editElsewhere = without(costs.read, await costsOf('edit', pair, calls, 0, byTurns, readElsewhere));
  costs.treeLockElsewhere = held(await treeLock(root, pair, calls, byTurns, readElsewhere), costs.editElsewhere);
  for (const one of pair) await one.stop();

}

function tellCosts(costs) {
  const row = (name, cost) => console.log(`${name.padEnd(34)} ${cost.latency.p50.toFixed(2).padStart(8)} ${cost.inServer.toFixed(2).padStart(8)} `
    + `${cost.cpu.server.toFixed(2).padStart(8)} ${cost.cpu.bridge.toFixed(2).padStart(8)} ${cost.cpu.backend.toFixed(2).padStart(8)} `
    + `${cost.database.transactions.toFixed(2).padStart(6)} ${Math.round(cost.database.walBytes).toString().padStart(8)} ${Math.round(cost.database.stored).toString().padStart(8)}`);
  console.log(`${''.padEnd(34)} ${'p50 ms'.padStart(8)} ${'inside'.padStart(8)} ${'server'.padStart(8)} ${'bridge'.padStart(8)} ${'backend'.padStart(8)} ${'trans.'.padStart(6)} ${'WAL'.padStart(8)} ${'stored'.padStart(8)}`);
  row('read', costs.read);
  row('read, with a pause before each', costs.pacedRead);
  row('edit', costs.edit);
  row('edit, with a pause before each', costs.pacedEdit);
  row('edit, files and WAL not synced', costs.unsyncedEdit);
  row('edit, two servers by turns', costs.editElsewhere);
  console.log(`lock of the tree: ${costs.treeLock.held.toFixed(2)} ms per edit, by turns ${costs.treeLockElsewhere.held.toFixed(2)} ms`);
  console.log(`lock of the repository: ${costs.wire.edit.durable.lock.toFixed(2)} ms per record, ${costs.wire.pacedEdit.later.lock.toFixed(2)} ms per flush `
    + `(of which the proxy ${costs.wire.hop.toFixed(2)} ms per round trip)`);
  for (const check of costs.checks) console.log(`${check.servers} servers, ${check.agents} agents: ${check.callsPerSecond.toFixed(0)} calls/s, ${check.coresUsed.toFixed(2)} cores, others ${check.coresOfOthers.toFixed(2)}`);
}

// However this ends, its servers and files go with it.
process.on('exit', () => {
  for (const pid of Server.running) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const keep = (costs) => writeFileSync(output, `${JSON.stringify(rounded(costs), null, 1)}\n`);
const costs = words.includes('--checks') ? JSON.parse(readFileSync(output, 'utf8')) : { checks: [] };
if (!words.includes('--checks')) await addCosts(costs);
keep(costs);
await addChecks(costs);
keep(costs);
tellCosts(costs);
