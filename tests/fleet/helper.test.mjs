// kedge-postgres, the program that speaks with the database for a server, is killed while edits are made. The server is sandboxed and
// can start no program, and goes on all the same: what was being done is refused or done, and nothing is lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, helpersOf, long, makePlace, outcomeOf, patch, pause, randomNumbers, startServers, stopServers, tagIn } from './fleet.mjs';

const agents = 4;
const servers = 2;
const kills = long ? 300 : 12;
const line = (agent, count) => `agent ${agent} has written ${count}`;
const path = (agent) => `file${agent}.txt`;
const place = makePlace(agents, Object.fromEntries(Array.from({ length: agents }, (_, agent) => [path(agent), `${line(agent, 0)}\n`])));
let fleet = [];

const workersOf = (server) => helpersOf(server).filter(({ isStarter }) => !isStarter);
const startersOf = (server) => helpersOf(server).filter(({ isStarter }) => isStarter);

async function edit(server, agent, count) {
  const shown = await call(server, agent, 'read', { path: path(agent) });
  assert.equal(shown.refused, false, shown.text);
  return call(server, agent, 'edit', patch(path(agent), tagIn(shown.text), 1, line(agent, count)));
}

before(async () => {
  fleet = await startServers(servers, place);
});

after(async () => {
  await stopServers(fleet);
  place.remove();
});

test('a program that was killed between two calls is not missed', async () => {
  for (let round = 1; round <= 3; ++round) {
    assert.equal(startersOf(fleet[0]).length, 2, 'one for calls and one for events');
    for (const { pid } of workersOf(fleet[0])) process.kill(pid, 'SIGKILL');
    const edited = await edit(fleet[0], 0, `round ${round}`);
    assert.equal(outcomeOf(edited).kind, 'made', edited.text);
    assert.deepEqual(place.lines(path(0)), [line(0, `round ${round}`)]);
  }
});

test('a program that is killed at any moment loses no edit and records none twice', async () => {
  const random = randomNumbers(20261118);
  const known = new Set((await place.history()).map((change) => change.id));
  const made = [];
  const counts = { kills: 0, edits: 0, refused: 0, unknown: 0, unrecorded: 0 };
  let isOver = false;
  const work = async (agent) => {
    for (let count = 1; !isOver; ++count) {
      const old = place.lines(path(agent))[0];
      const edited = await edit(fleet[count % servers], agent, count);
      const { kind, id } = outcomeOf(edited);
      assert.deepEqual(place.lines(path(agent)), [kind === 'refused' ? old : line(agent, count)], edited.text);
      if (kind === 'refused') {
        assert.match(edited.text, /store_unavailable|\(busy\)|snapshot_unknown|file_not_read|lines_not_shown/, edited.text);
        ++counts.refused;
        continue;
      }
      ++counts.edits;
      if (kind === 'made') made.push(id);
      else ++counts[kind];
    }
  };
  const working = Promise.all(Array.from({ length: agents }, (_, agent) => work(agent))).finally(() => (isOver = true));
  for (; (counts.kills < kills || counts.edits < kills) && !isOver; ++counts.kills) {
    await pause(counts.kills < kills ? random(random(3) === 0 ? 400 : 40) : 500);
    const workers = workersOf(fleet[random(servers)]);
    if (workers.length > 0) process.kill(workers[random(workers.length)].pid, 'SIGKILL');
  }
  isOver = true;
  await working;
  const found = (await place.history()).map((change) => change.id).filter((id) => !known.has(id));
  console.log(JSON.stringify({ ...counts, recorded: found.length }));
  assert.equal(new Set(found).size, found.length, 'a change is in the history twice');
  assert.deepEqual(made.filter((id) => !found.includes(id)), [], 'edits that were answered as made are not in the history');
  assert.ok(found.length <= made.length + counts.unknown, 'the history has a change that was refused');
});

test('what starts the programs is not ended by what ends them, and is not needed by those that run', async () => {
  await pause(1500); // longer than kedge pauses after a failure
  for (const { pid } of helpersOf(fleet[0])) process.kill(pid, 'SIGTERM');
  const edited = await edit(fleet[0], 1, 'after SIGTERM to all');
  assert.equal(outcomeOf(edited).kind, 'made', edited.text);
  for (const { pid } of startersOf(fleet[0])) process.kill(pid, 'SIGKILL');
  const alone = await edit(fleet[0], 1, 'without a starter');
  assert.equal(outcomeOf(alone).kind, 'made', alone.text);
});

test('a server without either refuses edits, and says that it is not ready', async () => {
  for (const { pid } of helpersOf(fleet[1])) process.kill(pid, 'SIGKILL');
  const bytes = place.text(path(2));
  const refused = await edit(fleet[1], 2, 'nothing');
  assert.match(refused.text, /store_unavailable/);
  assert.equal(place.text(path(2)), bytes);
  // It looks at its records again when it is asked.
  let status = 200;
  for (let attempt = 0; status === 200 && attempt < 100; ++attempt) {
    status = (await fetch(new URL('/readyz', fleet[1].url))).status;
    await pause(50);
  }
  assert.equal(status, 503);
});
