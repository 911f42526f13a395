// A database that is far away: with 5 ms on each of its answers, more servers make more edits, and an edit does not cost more:
// whoever waits for the lock of the tree is woken when it is free, and does nothing before.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import {
  Network, call, helpersOf, inDatabase, long, makePlace, outcomeOf, patch, pause, percentile, startServers, stopServers, tagIn,
} from './fleet.mjs';

const delay = 5; // milliseconds
const agentsOfServer = 2;
const most = 4; // servers
const turns = 3; // of each number of servers
const seconds = 5; // of each turn

const path = (agent) => `file${agent}.txt`;
const text = Array.from({ length: 50 }, (_, row) => `row ${row}\n`).join('');

// What each thread of some processes has used of the processor, in milliseconds, and how often it has waited for something.
function usageOf(pids) {
  const threads = new Map();
  for (const pid of pids) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      try {
        const nanoseconds = Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
        const waits = Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))[1]);
        threads.set(thread, { time: nanoseconds / 1e6, waits });
      } catch {
        // the thread has ended
      }
    }
  }
  return threads;
}

function usedBetween(before, after) {
  const used = { time: 0, waits: 0 };
  for (const [thread, { time, waits }] of after) {
    used.time += time - (before.get(thread)?.time ?? 0);
    used.waits += waits - (before.get(thread)?.waits ?? 0);
  }
  return used;
}

const form = { skip: !long && 'long form' };

test('with 5 ms on each answer of the database more servers make more edits, at no more cost for each', form, async (t) => {
  const agents = agentsOfServer * most;
  const place = makePlace(agents, Object.fromEntries(Array.from({ length: agents }, (_, agent) => [path(agent), text])));
  const network = new Network();
  await network.open();
  t.after(async () => {
    await network.remove();
    place.remove();
  });
  let count = 0;

  // Each agent edits its own file, one edit after the other, always at the same server.
  const measure = async (servers) => {
    const fleet = await startServers(servers, place, network.store);
    try {
      const tags = new Map();
      for (let agent = 0; agent < servers * agentsOfServer; ++agent) {
        tags.set(agent, tagIn((await call(fleet[agent % servers], agent, 'read', { path: path(agent) })).text));
      }
      await pause(1000); // connections of the last turn have ended
      const helpers = fleet.flatMap((server) => helpersOf(server).map(({ pid }) => pid));
      assert.ok(helpers.length >= servers, 'each server has a kedge-postgres');
      const rows = await inDatabase("SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'kedge%'");
      const backends = rows.split('\n').filter(Boolean);
      assert.ok(backends.length >= servers, 'each server has a connection');
      const used = () => [fleet.map((server) => server.pid), helpers, backends].map(usageOf);
      network.delay = delay;
      const times = [];
      const requests = network.requests;
      const before = used();
      const since = performance.now();
      const until = since + seconds * 1000;
      await Promise.all(
        Array.from(tags.keys(), async (agent) => {
          while (performance.now() < until) {
            const begun = performance.now();
            const edited = await call(fleet[agent % servers], agent, 'edit', patch(path(agent), tags.get(agent), 25, `edit ${++count}`));
            times.push(performance.now() - begun);
            assert.equal(outcomeOf(edited).kind, 'made', edited.text);
            tags.set(agent, tagIn(edited.text));
          }
        }),
      );
      const took = (performance.now() - since) / 1000;
      const [server, helper, backend] = used().map((after, which) => usedBetween(before[which], after));
      const ofEach = (all) => all / times.length;
      return { rate: times.length / took, p50: percentile(times, 0.5), p99: percentile(times, 0.99), server: ofEach(server.time),
        helper: ofEach(helper.time), backend: ofEach(backend.time), cost: ofEach(server.time + helper.time), waits: ofEach(server.waits),
        requests: ofEach(network.requests - requests) };
    } finally {
      network.delay = 0;
      await stopServers(fleet);
    }
  };

  const measured = new Map([1, 2, 4].map((servers) => [servers, []]));
  for (let turn = 0; turn < turns; ++turn) {
    for (const [servers, found] of measured) found.push(await measure(servers));
  }
  const figures = Object.fromEntries(
    Array.from(measured, ([servers, found]) => [
      servers,
      Object.fromEntries(Object.keys(found[0]).map((key) => [key, Number(percentile(found.map((one) => one[key]), 0.5).toFixed(2))])),
    ]),
  );
  console.log(JSON.stringify({ delay, agentsOfServer, turns, seconds, servers: figures }));
  assert.ok(figures[2].rate > figures[1].rate, 'two servers make more edits than one');
  // One tree has one lock, so two servers may be all that it takes. Beside other programs no figure is exact; how often a server
  // waits is the steadiest of them, and tells whether somebody asks for the lock again and again: then it doubles with four servers.
  assert.ok(figures[4].rate > 0.9 * figures[2].rate, 'four servers make as many edits as two, or more');
  for (const servers of [2, 4]) {
    const of = `an edit with ${servers} servers`;
    assert.ok(figures[servers].cost < 1.3 * figures[1].cost, `${of} costs about what it costs with one`);
    assert.ok(figures[servers].waits < 1.35 * figures[1].waits, `${of} waits about as often as with one`);
  }
});
