// Laws of the simulation, whatever the costs are: node --test benchmarks/scale/self_test.mjs
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { limits, needs, placed, simulate, stepsOf, timeOf, usualFleet } from './simulate.mjs';

const costs = JSON.parse(readFileSync(new URL('costs.json', import.meta.url), 'utf8'));
const part = (server, database, rest, trips = 0) => ({ server, database, rest, trips });
// Costs that are easy to add up.
const plain = {
  read: { client: 0, request: 0.5, parts: { outside: part(1, 0.5, 0.25, 2), show: part(0.5, 0.5, 0.25, 1) } },
  edit: { client: 0, request: 0.5,
    here: { outside: part(1, 1, 0, 3), tree: part(1, 0, 2), record: part(0.5, 1, 0.5, 4), show: part(0.25, 0.5, 0, 1) },
    elsewhere: { outside: part(2, 2, 0, 5), tree: part(2, 0, 2), record: part(0.5, 1, 0.5, 4), show: part(0.25, 0.5, 0, 1) } },
  flush: { outside: part(0.25, 0.25, 0, 1), write: part(0.25, 0.25, 0, 1) },
  walSync: 0.5,
};
const every = [['plain costs', plain], ['measured costs', stepsOf(costs)]];
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

// One tree, agents without a pause.
const oneTree = (steps, { servers = 1, agents = 1, ...more }) => simulate(steps, { trees: [{ repository: 0, servers: Array.from({ length: servers }, (_, host) => host), agents }],
  hosts: new Array(servers).fill(4), databaseCores: 8, calls: 0, alternate: true, flushes: false, seconds: 10, warmUp: 2, ...more });
// Many trees of several repositories, with pauses.
const manyTrees = (steps, { agents, hosts = 2, ...more }) => simulate(steps, { trees: placed({ ...usualFleet, agents, hosts }), hosts: new Array(hosts).fill(2), databaseCores: 2,
  calls: 200, flushes: true, seconds: 10, warmUp: 3, ...more });

for (const [name, steps] of every) {
  test(`${name}: with one agent, latency is the sum of the parts`, () => {
    for (const roundTrip of [0, 0.3]) {
      const { latency } = oneTree(steps, { roundTrip });
      const time = (parts) => sum(Object.values(parts).map((each) => timeOf(each, roundTrip)));
      const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
      near(latency.read.mean, steps.read.request + time(steps.read.parts));
      near(latency.edit.mean, steps.edit.request + time(steps.edit.here) + steps.walSync);
      near(latency.edit.p99, latency.edit.mean);
    }
  });

  test(`${name}: no resource does more than it can`, () => {
    const most = limits(steps, 0, 1);
    for (const [servers, agents] of [[1, 1], [1, 32], [2, 32], [8, 64]]) {
      const found = oneTree(steps, { servers, agents });
      for (const [what, share] of Object.entries(found.use)) assert.ok(share <= 1 + 1e-9, `${what}: ${share}`);
      const highestOfTree = Math.max(most.tree, most.treeByTurns);
      assert.ok(found.editsPerSecond <= highestOfTree * 1.01, `${found.editsPerSecond} edits in a tree that can take ${highestOfTree}`);
      assert.ok(found.editsPerSecond <= servers * most.server * 1.01);
      const perRead = sum(Object.values(steps.read.parts).map(({ database }) => database));
      const perEdit = Math.min(...[steps.edit.here, steps.edit.elsewhere].map((edit) => sum(Object.values(edit).map(({ database }) => database))));
      assert.ok(found.readsPerSecond * perRead + found.editsPerSecond * perEdit <= 8 * 1000 * 1.01, 'CPU of PostgreSQL');
    }
    const crowded = manyTrees(steps, { agents: 2000 });
    for (const [what, share] of Object.entries(crowded.use)) assert.ok(share <= 1 + 1e-9, `${what}: ${share}`);
    assert.ok(Math.max(...Object.values(crowded.use)) > 0.95, 'something is used up');
  });

  test(`${name}: more servers never lower the throughput of separate trees`, () => {
    let before = 0;
    for (const hosts of [2, 4, 8]) {
      const { callsPerSecond } = manyTrees(steps, { agents: 600, hosts, flushes: false });
      assert.ok(callsPerSecond >= before * 0.98, `${callsPerSecond} with ${hosts} hosts, ${before} with fewer`);
      before = callsPerSecond;
    }
  });

  test(`${name}: more servers of one tree lower it only by what a change of servers costs`, () => {
    // Without that cost, they never do.
    const free = { ...steps, edit: { ...steps.edit, elsewhere: steps.edit.here } };
    let before = 0;
    for (const servers of [1, 2, 4]) {
      const { callsPerSecond } = oneTree(free, { servers, agents: 16 });
      // A tree that is free is noticed up to a millisecond later by another server.
      assert.ok(callsPerSecond >= before * 0.9, `${callsPerSecond} with ${servers} servers, ${before} with fewer`);
      before = Math.max(before, callsPerSecond);
    }
  });

  test(`${name}: Little's law: calls in progress are throughput times latency`, () => {
    for (const found of [oneTree(steps, { servers: 2, agents: 12 }), oneTree(steps, { agents: 3, flushes: true }), manyTrees(steps, { agents: 100 }), manyTrees(steps, { agents: 400 })]) {
      const expected = (found.callsPerSecond * found.latency.all.mean) / 1000;
      assert.ok(Math.abs(found.inside / expected - 1) < 0.03, `${found.inside} in progress, ${expected} by the law`);
    }
    // All agents are always in a call if they make no pause.
    assert.ok(Math.abs(oneTree(steps, { agents: 12 }).inside - 12) < 1e-6);
  });
}

test('arithmetic and simulation agree about what is used', () => {
  const steps = stepsOf(costs);
  const fleet = { ...usualFleet, agents: 2000 };
  const need = needs(costs, steps, fleet);
  const found = simulate(steps, { trees: placed({ ...fleet, hosts: 2 }), hosts: [8, 8], databaseCores: fleet.databaseCores, calls: 60_000 / (fleet.reads + fleet.edits),
    reads: fleet.reads / (fleet.reads + fleet.edits), roundTrip: fleet.roundTrip, seconds: 60, warmUp: 15 });
  assert.ok(Math.abs(found.use.database / need.use['CPU of PostgreSQL'] - 1) < 0.1, `${found.use.database} and ${need.use['CPU of PostgreSQL']}`);
  assert.ok(Math.abs(found.editsPerSecond / need.editsPerSecond - 1) < 0.1);
  assert.ok(Math.abs(found.flushesPerSecond / need.flushesPerSecond - 1) < 0.1);
});
