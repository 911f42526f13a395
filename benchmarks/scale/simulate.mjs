// A fleet of kedge servers as queues: agents call servers, servers ask PostgreSQL, one edit at a time in a tree and one writer at a time in a
// repository. What each step takes was measured (costs.json, by measure.mjs); this says how the steps wait for each other.
//   node benchmarks/scale/simulate.mjs [--costs FILE] [--agents N] [--reads N] [--edits N] [--per-tree N] [--per-repository N]
//     [--servers-per-tree N] [--server-cores N] [--database-cores N] [--round-trip MS] [--primaries N]
// Without --agents: the checks against measured throughput, and then 10, 1,000 and 100,000 agents.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// ---- the engine: processes are generators that yield what they wait for, a time or a resource

class Clock {
  constructor() {
    this.now = 0;
    this.heap = [];  // [time, number, resume]: equal times in the order in which they were asked for
    this.number = 0;
  }
  at(time, resume) {
    const { heap } = this;
    const entry = [time, this.number++, resume];
    let at = heap.push(entry) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isEarlier(entry, heap[above])) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = entry;
  }
  pop() {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isEarlier(heap[below + 1], heap[below])) ++below;
      if (!isEarlier(heap[below], last)) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = last;
    return first;
  }
  start(process) {
    const step = () => {
      for (;;) {
        const { value, done } = process.next();
        if (done) return;
        if (typeof value === 'number') {
          if (value > 0) return this.at(this.now + value, step);
        } else if (!value.take(step)) {
          return;
        }
      }
    };
    this.at(this.now, step);
  }
  run(until) {
    while (this.heap.length > 0 && this.heap[0][0] <= until) {
      const [time, , resume] = this.pop();
      this.now = time;
      resume();
    }
    this.now = until;
  }
}

const isEarlier = (a, b) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);

// Serves so many at a time, in the order in which they came.
class Resource {
  constructor(clock, capacity) {
    this.clock = clock;
    this.capacity = capacity;
    this.inUse = 0;
    this.waiting = [];
    this.first = 0;
    this.busy = 0;  // time, summed over all that were served
    this.since = 0;
  }
  account() {
    this.busy += this.inUse * (this.clock.now - this.since);
    this.since = this.clock.now;
  }
  // Whether it was free; otherwise `resume` is called when it is.
  take(resume) {
    if (this.inUse < this.capacity) {
      this.account();
      ++this.inUse;
      return true;
    }
    if (resume) this.waiting.push(resume);
    return false;
  }
  give() {
    if (this.first < this.waiting.length) {
      this.clock.at(this.clock.now, this.waiting[this.first++]);
      if (this.first > 1000) {
        this.waiting.splice(0, this.first);
        this.first = 0;
      }
    } else {
      this.account();
      --this.inUse;
    }
  }
  forget() {
    this.account();
    this.busy = 0;
  }
  utilisation(time) {
    this.account();
    return this.busy / time / this.capacity;
  }
}

// One sync of the log at a time; whoever comes while one is running shares the next one.
class Log {
  constructor(clock, time) {
    this.disk = new Resource(clock, 1);
    this.time = time;
    this.asked = 0;
    this.done = 0;
    this.syncs = 0;
  }
  *sync() {
    const number = ++this.asked;
    yield this.disk;
    if (this.done < number) {
      const upTo = this.asked;
      yield this.time;
      ++this.syncs;
      this.done = upTo;
    }
    this.disk.give();
  }
}

function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// ---- what a call consists of

// From what was measured to the steps of a call. Times in milliseconds. A step has `server` and `database`, times on a core; `rest`, in which
// nothing of this fleet is used (syncs of files, messages between processes); and `trips`, round trips to PostgreSQL. `record` and `show` are
// transactions: the change that was made, and what the answer shows.
export function stepsOf(costs) {
  const { wire } = costs;
  const withoutHops = (transaction) => Math.max(0.05, transaction.lock - wire.hop * transaction.roundTrips);
  const sumOf = (object) => Object.values(object).reduce((all, one) => all + one, 0);
  const walSync = costs.edit.database.syncTime;

  // A call after a pause has a flush of its own; calls in a row have one together. The difference is what a flush costs.
  const flushesOf = (cost) => Math.min(1, cost.wall / pauseBeforeFlush);
  const cpuOf = (cost) => ({ server: cost.cpu.server + cost.cpu.bridge, database: cost.cpu.backend + cost.cpu.background });
  const ofFlush = (what) => Math.max(0, (cpuOf(costs.pacedEdit)[what] - cpuOf(costs.edit)[what]) / (1 - flushesOf(costs.edit)));
  const flushCpu = { server: ofFlush('server'), database: ofFlush('database') };
  const flushTrips = wire.pacedEdit.later.roundTrips + 1;
  // A lock is held no longer than was measured: work for which there is no time in it is done before.
  const inside = (time, cpu) => {
    const share = Math.min(1, time / Math.max(1e-9, cpu.server + cpu.database));
    return { server: cpu.server * share, database: cpu.database * share, rest: Math.max(0, time - (cpu.server + cpu.database) * share) };
  };
  const flushWrite = { ...inside(withoutHops(wire.pacedEdit.later), flushCpu), trips: wire.pacedEdit.later.roundTrips };
  const flush = { outside: { server: flushCpu.server - flushWrite.server, database: flushCpu.database - flushWrite.database, rest: 0, trips: 1 }, write: flushWrite };

  // `wall`: how long each part takes; `waits`: for syncs, of that. CPU of the server is spread over the rest of the time, and that of PostgreSQL over
  // the round trips.
  const partsOf = (cost, wall, waits, trips) => {
    const active = Object.fromEntries(Object.entries(wall).map(([name, time]) => [name, Math.max(0, time - (waits[name] ?? 0))]));
    const cpu = cpuOf(cost);
    const server = Math.max(0.02, cpu.server - flushesOf(cost) * flushCpu.server);
    const database = Math.max(0.02, cpu.database - flushesOf(cost) * flushCpu.database);
    const parts = Object.fromEntries(Object.keys(wall).map((name) => [name,
      { server: (server * active[name]) / sumOf(active), database: (database * trips[name]) / sumOf(trips), trips: trips[name], rest: 0 }]));
    for (const name of Object.keys(wall).filter((each) => each !== 'outside')) {
      const now = inside(active[name], parts[name]);
      for (const what of ['server', 'database']) parts.outside[what] += parts[name][what] - now[what];
      parts[name] = { ...parts[name], ...now, rest: now.rest + (name === 'tree' ? waits.tree : 0) };
    }
    parts.outside.rest = Math.max(0, active.outside - parts.outside.server - parts.outside.database);
    return parts;
  };

  const record = withoutHops(wire.edit.durable);
  const editParts = (cost, treeLock) => {
    const show = withoutHops(wire.edit.later);
    const tree = Math.max(0.05, treeLock - record);
    const syncs = Math.max(0, costs.edit.inServer - costs.unsyncedEdit.inServer);
    const wall = { outside: Math.max(0.05, cost.inServer - treeLock - show), tree, record, show };
    const trips = { tree: 0, record: wire.edit.durable.roundTrips, show: wire.edit.later.roundTrips };
    trips.outside = Math.max(0, wire.pacedEdit.roundTrips - flushTrips - sumOf(trips));
    return partsOf(cost, wall, { tree: Math.min(tree, Math.max(0, syncs - walSync)), record: walSync }, trips);
  };
  const show = withoutHops(wire.read.later);
  const readParts = partsOf(costs.read, { outside: Math.max(0.05, costs.read.inServer - show), show }, {},
    { outside: Math.max(0, wire.pacedRead.roundTrips - flushTrips - wire.read.later.roundTrips), show: wire.read.later.roundTrips });

  const around = (cost) => Math.max(0, cost.latency.mean - cost.inServer);
  const client = (cost) => Math.min(cost.cpu.client, around(cost));
  return {
    read: { client: client(costs.read), request: around(costs.read) - client(costs.read), parts: readParts },
    edit: { client: client(costs.edit), request: around(costs.edit) - client(costs.edit), here: editParts(costs.edit, costs.treeLock.held),
      elsewhere: editParts(costs.editElsewhere, costs.treeLockElsewhere.held) },
    flush,
    walSync,
  };
}

// Milliseconds of a part when nobody is in its way.
export const timeOf = (part, roundTrip = 0) => part.server + part.database + part.rest + part.trips * roundTrip;

const pauseBeforeFlush = 50;
const shortestPoll = 0.05, longestPoll = 1;  // a server looks again after a random time whether the tree is free

// Runs a fleet for some seconds after it has warmed up.
//   trees: [{ repository, servers, agents }], with servers as numbers of hosts; hosts: cores of each
//   calls: milliseconds between the calls of an agent, or 0: without a pause. `reads`: the share of reads among the calls
//   machine: cores that agents, servers and PostgreSQL share; then `hosts` and `databaseCores` do not count
export function simulate(steps, { trees, hosts = [], databaseCores = 16, machine = 0, calls = 10_000, alternate = false, reads = 2 / 3,
  roundTrip = 0, flushes = true, seconds = 20, warmUp = 5, seed = 1 }) {
  const clock = new Clock();
  const random = randomFrom(seed);
  const everything = machine > 0 ? new Resource(clock, machine) : null;
  const database = everything ?? new Resource(clock, databaseCores);
  const cores = hosts.map((count) => everything ?? new Resource(clock, count));
  const client = everything ? new Resource(clock, 1) : null;
  const log = new Log(clock, steps.walSync);
  const repositories = new Map();
  const tally = { read: 0, edit: 0, flushes: 0, latency: { read: [], edit: [] }, inside: 0, since: 0, time: 0 };
  const resources = { trees: [], repositories: [], lanes: [] };
  let counts = false;

  const note = (more) => {
    tally.time += tally.inside * (clock.now - tally.since);
    tally.since = clock.now;
    tally.inside += more;
  };
  function* busy(on, time) {
    if (time <= 0) return;
    yield on;
    yield time;
    on.give();
  }
  // A server has one connection for the calls of a tree.
  function* ask(server, part) {
    yield* busy(server.cores, part.server);
    yield server.connection;
    yield* busy(database, part.database);
    yield part.rest + part.trips * roundTrip;
    server.connection.give();
  }
  // One at a time writes records of a repository.
  function* write(server, part, isDurable) {
    yield server.connection;
    yield server.repository;
    yield* busy(server.cores, part.server);
    yield* busy(database, part.database);
    yield part.rest + part.trips * roundTrip;
    if (isDurable) yield* log.sync();
    server.repository.give();
    server.connection.give();
  }
  // Counts of calls are written a moment after a call.
  function* flush(server) {
    yield pauseBeforeFlush;
    server.isFlushing = false;
    yield* ask(server, steps.flush.outside);
    yield* write(server, steps.flush.write, false);
    if (counts) ++tally.flushes;
  }
  function* read(server) {
    yield* ask(server, steps.read.parts.outside);
    yield* write(server, steps.read.parts.show, false);
  }
  function* edit(server) {
    const { tree } = server;
    const parts = () => (tree.last === server || tree.last === null ? steps.edit.here : steps.edit.elsewhere);
    yield server.lane;
    yield* ask(server, parts().outside);
    while (!tree.lock.take()) yield shortestPoll + random() * (longestPoll - shortestPoll);
    const now = parts();
    tree.last = server;
    yield* busy(server.cores, now.tree.server);
    yield now.tree.rest;
    yield* write(server, now.record, true);
    tree.lock.give();
    yield* write(server, now.show, false);
    server.lane.give();
  }
  function* agent(tree, number) {
    let turn = number;
    if (calls > 0) yield random() * calls;
    for (let isRead = true; ; ) {
      if (calls > 0) {
        yield -Math.log(1 - random()) * calls;
        isRead = random() < reads;
      }
      const server = tree.servers[turn++ % tree.servers.length];
      const begun = clock.now;
      note(1);
      const kind = isRead ? 'read' : 'edit';
      if (client) {
        yield client;
        yield* busy(everything, steps[kind].client);
        client.give();
      }
      yield steps[kind].request;
      yield* isRead ? read(server) : edit(server);
      note(-1);
      if (counts) {
        ++tally[kind];
        tally.latency[kind].push(clock.now - begun);
      }
      if (flushes && !server.isFlushing) {
        server.isFlushing = true;
        clock.start(flush(server));
      }
      if (calls === 0 && alternate) isRead = !isRead;
    }
  }

  for (const { repository, servers, agents } of trees) {
    if (!repositories.has(repository)) {
      repositories.set(repository, new Resource(clock, 1));
      resources.repositories.push(repositories.get(repository));
    }
    const tree = { lock: new Resource(clock, 1), last: null };
    resources.trees.push(tree.lock);
    tree.servers = servers.map((host) => ({ tree, cores: cores[host], lane: new Resource(clock, 1), connection: new Resource(clock, 1),
      repository: repositories.get(repository), isFlushing: false }));
    for (const server of tree.servers) resources.lanes.push(server.lane);
    for (let number = 0; number < agents; ++number) clock.start(agent(tree, number));
  }

  clock.run(warmUp * 1000);
  counts = true;
  note(0);
  tally.time = 0;
  const all = [...new Set([database, ...cores, log.disk, ...(client ? [client] : []), ...resources.trees, ...resources.repositories, ...resources.lanes])];
  for (const resource of all) resource.forget();
  const syncsBefore = log.syncs;
  clock.run((warmUp + seconds) * 1000);
  note(0);
  const time = seconds * 1000;
  const highest = (those) => those.reduce((most, each) => Math.max(most, each.utilisation(time)), 0);
  const distribution = (values) => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    return { mean: sorted.reduce((a, b) => a + b, 0) / Math.max(1, sorted.length), p50: at(0.5), p99: at(0.99) };
  };
  return {
    callsPerSecond: (tally.read + tally.edit) / seconds,
    readsPerSecond: tally.read / seconds,
    editsPerSecond: tally.edit / seconds,
    flushesPerSecond: tally.flushes / seconds,
    syncsPerSecond: (log.syncs - syncsBefore) / seconds,
    inside: tally.time / time,
    latency: { read: distribution(tally.latency.read), edit: distribution(tally.latency.edit),
      all: distribution([...tally.latency.read, ...tally.latency.edit]) },
    use: { database: database.utilisation(time), servers: highest(cores), log: log.disk.utilisation(time), tree: highest(resources.trees),
      repository: highest(resources.repositories), lane: highest(resources.lanes) },
  };
}

// ---- fleets

export const usualFleet = { agents: 1000, reads: 4, edits: 2, perTree: 10, perRepository: 50, serversPerTree: 2, serverCores: 8, serverMemory: 32,
  databaseCores: 16, roundTrip: 0.3, connectionsOfPrimary: 500, connectionsOfServer: 2, // calls, and events of views
  fullUse: 0.6 };

// What a fleet needs by arithmetic alone: demand of each resource, and how many agents would use it up.
export function needs(costs, steps, wanted) {
  const fleet = { ...usualFleet, ...wanted };
  const { agents, reads, edits } = fleet;
  const readsPerSecond = (agents * reads) / 60;
  const editsPerSecond = (agents * edits) / 60;
  const trees = Math.ceil(agents / fleet.perTree);
  const repositories = Math.ceil(agents / fleet.perRepository);
  const processes = trees * fleet.serversPerTree;
  const perProcess = (readsPerSecond + editsPerSecond) / processes;
  // Calls that come within 50 ms have one flush together.
  const flushesPerSecond = processes * (perProcess / (1 + perProcess * (pauseBeforeFlush / 1000)));
  const elsewhere = 1 - 1 / fleet.serversPerTree;
  const mixed = (of) => (1 - elsewhere) * of(steps.edit.here) + elsewhere * of(steps.edit.elsewhere);
  const all = (parts, what) => Object.values(parts).reduce((sum, part) => sum + part[what], 0);
  const cpu = (what) => (readsPerSecond * all(steps.read.parts, what) + editsPerSecond * mixed((edit) => all(edit, what)) + flushesPerSecond * all(steps.flush, what)) / 1000;
  const time = (part) => timeOf(part, fleet.roundTrip);
  const recordTime = mixed((edit) => time(edit.record)) + steps.walSync;
  const treeTime = mixed((edit) => time(edit.tree)) + recordTime;
  const repositoryTime = editsPerSecond * (recordTime + mixed((edit) => time(edit.show))) + readsPerSecond * time(steps.read.parts.show) + flushesPerSecond * time(steps.flush.write);
  const memory = costs.memory.server.own + costs.memory.helper.own + costs.memory.bridge.own;
  const day = 24 * 60 * 60;
  const serverCpu = cpu('server');
  const hosts = Math.max(Math.ceil(serverCpu / (fleet.serverCores * fleet.fullUse)), Math.ceil((processes * memory) / 1024 / (fleet.serverMemory * fleet.fullUse)));
  const databaseCpu = cpu('database');
  const use = {
    'a lock of a tree': (editsPerSecond / trees) * (treeTime / 1000),
    'a lock of a repository': repositoryTime / 1000 / repositories,
    'CPU of PostgreSQL': databaseCpu / fleet.databaseCores,
    'connections of PostgreSQL': (processes * fleet.connectionsOfServer) / fleet.connectionsOfPrimary,
    'syncs of the log': Math.min(editsPerSecond * (steps.walSync / 1000), 1),
  };
  return { fleet, trees, repositories, processes, hosts, serverCpu, databaseCpu, connections: processes * fleet.connectionsOfServer, readsPerSecond, editsPerSecond, flushesPerSecond, use,
    walPerDay: day * (editsPerSecond * costs.pacedEdit.database.walBytes + readsPerSecond * costs.pacedRead.database.walBytes),
    storedPerDay: day * (editsPerSecond * costs.edit.database.stored + readsPerSecond * Math.max(0, costs.read.database.stored)),
    memory: processes * memory, backendMemory: processes * fleet.connectionsOfServer * costs.memory.backend.own };
}

// The trees of one of several primaries; each host has as many servers as the others.
export function placed(fleet, primaries = 1) {
  const agents = Math.ceil(fleet.agents / primaries);
  const count = Math.ceil(agents / fleet.perTree);
  const perRepository = Math.max(1, Math.round(fleet.perRepository / fleet.perTree));
  const hosts = Math.max(fleet.serversPerTree, fleet.hosts ?? 1);
  return Array.from({ length: count }, (_, tree) => ({
    repository: Math.floor(tree / perRepository),
    servers: Array.from({ length: fleet.serversPerTree }, (__, server) => (tree + server) % hosts),
    agents: Math.min(fleet.perTree, agents - tree * fleet.perTree),
  }));
}

// One check: so many agents in one tree without a pause, all on one machine, as measure.mjs does it.
export function predicted(steps, { servers, agents }, cores = 2) {
  return simulate(steps, { trees: [{ repository: 0, servers: Array.from({ length: servers }, () => 0), agents }], hosts: [cores], machine: cores,
    calls: 0, alternate: true, seconds: 60, warmUp: 5 });
}

function tellChecks(costs, steps) {
  console.log('\nOn the machine of the measurement, one tree, without a pause: calls per second');
  console.log('servers  agents  measured  predicted');
  for (const check of costs.checks) {
    const { callsPerSecond } = predicted(steps, check);
    const off = (100 * (callsPerSecond / check.callsPerSecond - 1)).toFixed(0);
    console.log(`${String(check.servers).padStart(7)} ${String(check.agents).padStart(7)} ${check.callsPerSecond.toFixed(0).padStart(9)} ${callsPerSecond.toFixed(0).padStart(10)}  (${off > 0 ? '+' : ''}${off} %)`);
  }
}

function tellFleet(costs, steps, wanted, primaries) {
  const need = needs(costs, steps, wanted);
  const { fleet } = need;
  const most = Math.max(primaries ?? 0, Math.ceil(need.databaseCpu / (fleet.databaseCores * fleet.fullUse)), 1);
  const hosts = Math.max(fleet.serversPerTree, Math.ceil(need.hosts / most));
  const part = simulate(steps, { trees: placed({ ...fleet, hosts }, most), hosts: new Array(hosts).fill(fleet.serverCores), databaseCores: fleet.databaseCores,
    calls: 60_000 / (fleet.reads + fleet.edits), reads: fleet.reads / (fleet.reads + fleet.edits), roundTrip: fleet.roundTrip,
    seconds: fleet.agents / most > 5000 ? 20 : 120, warmUp: 10 });
  const gigabytes = (bytes) => (bytes / 1e9).toFixed(bytes < 1e10 ? 1 : 0);
  const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
  console.log(`\n${fleet.agents} agents: ${need.trees} trees, ${need.repositories} repositories, ${need.processes} servers on ${need.hosts} hosts of ${fleet.serverCores} cores, ${most} primaries of ${fleet.databaseCores} cores`);
  console.log(`  ${need.readsPerSecond.toFixed(1)} reads/s, ${need.editsPerSecond.toFixed(1)} edits/s; CPU of servers ${need.serverCpu.toFixed(2)} cores, of PostgreSQL ${need.databaseCpu.toFixed(2)} cores`);
  console.log(`  ${need.connections} connections; memory of servers ${(need.memory / 1024).toFixed(1)} GiB, of backends ${(need.backendMemory / 1024).toFixed(1)} GiB`);
  console.log(`  WAL ${gigabytes(need.walPerDay)} GB a day, tables ${gigabytes(need.storedPerDay)} GB a day before old records go`);
  const first = Object.entries(need.use).sort((a, b) => b[1] - a[1]);
  console.log(`  used of one primary: ${first.map(([name, share]) => `${name} ${percent(share)}`).join(', ')}`);
  console.log(`  simulated: read p50 ${part.latency.read.p50.toFixed(1)} p99 ${part.latency.read.p99.toFixed(1)} ms, edit p50 ${part.latency.edit.p50.toFixed(1)} p99 ${part.latency.edit.p99.toFixed(1)} ms; `
    + `PostgreSQL ${percent(part.use.database)}, busiest host ${percent(part.use.servers)}, busiest tree ${percent(part.use.tree)}, busiest repository ${percent(part.use.repository)}, log ${percent(part.use.log)}`);
  return { need, part };
}

// Calls a second at which each serial part is always in use; an agent makes so many reads for each edit.
export function limits(steps, roundTrip, readsPerEdit = usualFleet.reads / usualFleet.edits) {
  const time = (part) => timeOf(part, roundTrip);
  const lane = (edit) => time(edit.outside) + time(edit.tree) + time(edit.record) + steps.walSync + time(edit.show);
  const tree = (edit) => time(edit.tree) + time(edit.record) + steps.walSync;
  const repository = (edit) => time(edit.record) + steps.walSync + time(edit.show) + readsPerEdit * time(steps.read.parts.show);
  return { server: 1000 / lane(steps.edit.here), tree: 1000 / tree(steps.edit.here), treeByTurns: 1000 / tree(steps.edit.elsewhere),
    repository: 1000 / repository(steps.edit.here), repositoryWithFlushes: 1000 / (repository(steps.edit.here) + (1 + readsPerEdit) * time(steps.flush.write)) };
}

function tellLimits(steps, roundTrip) {
  const most = limits(steps, roundTrip);
  console.log(`\nThe most edits a second, with round trips that take ${roundTrip} ms longer than on the machine of the measurement`);
  console.log(`  one server: ${most.server.toFixed(0)}`);
  console.log(`  one tree: ${most.tree.toFixed(0)} through one server, ${most.treeByTurns.toFixed(0)} through several by turns`);
  console.log(`  one repository, with two reads for each edit: ${most.repository.toFixed(0)}, or ${most.repositoryWithFlushes.toFixed(0)} if each call has a flush of its own`);
}

function main(words) {
  const option = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
  const here = dirname(fileURLToPath(import.meta.url));
  const costs = JSON.parse(readFileSync(option('--costs') ?? join(here, 'costs.json'), 'utf8'));
  const steps = stepsOf(costs);
  const wanted = {};
  const names = { '--agents': 'agents', '--reads': 'reads', '--edits': 'edits', '--per-tree': 'perTree', '--per-repository': 'perRepository',
    '--servers-per-tree': 'serversPerTree', '--server-cores': 'serverCores', '--database-cores': 'databaseCores', '--round-trip': 'roundTrip' };
  for (const [name, field] of Object.entries(names)) if (option(name) !== undefined) wanted[field] = Number(option(name));
  if (words.includes('--steps')) console.log(JSON.stringify(steps, null, 1));
  if (wanted.agents === undefined) tellChecks(costs, steps);
  for (const roundTrip of [0, wanted.roundTrip ?? usualFleet.roundTrip]) tellLimits(steps, roundTrip);
  for (const agents of wanted.agents === undefined ? [10, 1000, 100_000] : [wanted.agents]) {
    tellFleet(costs, steps, { ...wanted, agents }, option('--primaries') && Number(option('--primaries')));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
