// Many agents with tokens of their own, whose calls are spread over several servers at random. Each has a line of its own in every
// file, so that a line that is wrong shows an edit that was lost, made twice, or made elsewhere.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, long, makePlace, outcomeOf, patch, percentile, randomNumbers, startServers, stopServers, tagIn } from './fleet.mjs';

const servers = long ? 4 : 2;
const agents = long ? 1000 : 20;
const files = long ? 64 : 8;
const edits = long ? 4 : 2;
const inFlight = long ? 32 : 8;

const path = (file) => `file${file}.txt`;
const line = (agent, count) => `agent ${agent} has written ${count}`;
const text = Array.from({ length: agents }, (_, agent) => `${line(agent, 0)}\n`).join('');
const place = makePlace(agents, Object.fromEntries(Array.from({ length: files }, (_, file) => [path(file), text])));
const random = randomNumbers(20261118);
let fleet = [];

const anyServer = () => fleet[random(servers)];

// The tag of a file, after it has shown the agent's own line.
async function read(agent, file) {
  const shown = await call(anyServer(), agent, 'read', { path: path(file), start: agent + 1, end: agent + 1 });
  assert.equal(shown.refused, false, shown.text);
  return tagIn(shown.text);
}

before(async () => {
  fleet = await startServers(servers, place);
});

after(async () => {
  await stopServers(fleet);
  place.remove();
});

test(`${agents} agents at ${servers} servers: no edit is lost, made twice, or made elsewhere`, async () => {
  const expected = Array.from({ length: files }, () => new Array(agents).fill(0));
  const counts = { edits: 0, undos: 0, refused: 0, givenUp: 0 };
  const times = [];
  const made = new Map(); // whether it was undone, by its id

  const work = async (agent) => {
    for (let step = 0; step < edits; ++step) {
      const file = random(files);
      const count = expected[file][agent];
      let edited;
      for (let attempt = 0; attempt < 6; ++attempt) {
        const tag = await read(agent, file);
        const since = performance.now();
        edited = await call(anyServer(), agent, 'edit', patch(path(file), tag, agent + 1, line(agent, count + 1)));
        times.push(performance.now() - since);
        if (!edited.refused) break;
        ++counts.refused;
        // Others may have changed too much around the line; but every server knows the tag, and its records.
        assert.doesNotMatch(edited.text, /snapshot_unknown|file_not_read|lines_not_shown|store_unavailable|io_failed|indeterminate/);
      }
      const outcome = outcomeOf(edited);
      if (outcome.kind === 'refused') {
        ++counts.givenUp;
        continue;
      }
      assert.equal(outcome.kind, 'made', edited.text);
      assert.equal(made.has(outcome.id), false, 'two edits have the same id');
      ++counts.edits;
      expected[file][agent] = count + 1;
      made.set(outcome.id, false);
      if (random(4) !== 0) continue;
      const undone = await call(anyServer(), agent, 'undo', {});
      if (undone.refused) continue;
      ++counts.undos;
      expected[file][agent] = count;
      made.set(outcome.id, true);
    }
  };

  const waiting = Array.from({ length: agents }, (_, agent) => agent);
  const since = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (waiting.length > 0) await work(waiting.shift());
    }),
  );
  const seconds = (performance.now() - since) / 1000;
  console.log(JSON.stringify({ servers, agents, files, ...counts, seconds: Math.round(seconds),
    p50: Math.round(percentile(times, 0.5)), p99: Math.round(percentile(times, 0.99)) }));

  for (let file = 0; file < files; ++file) {
    assert.deepEqual(place.lines(path(file)), expected[file].map((count, agent) => line(agent, count)), path(file));
  }
  const history = await place.history();
  const changes = history.filter((change) => change.kind === 'edit');
  assert.equal(changes.length, made.size, 'the history has as many edits as were made');
  assert.equal(history.length, counts.edits + counts.undos);
  for (const change of changes) assert.equal(change.undone, made.get(change.id), change.id);
  assert.ok(counts.edits > agents * edits * 0.9, 'most edits are made');
});

test('what any server has shown, every other server can edit', async () => {
  for (let file = 0; file < files; ++file) {
    const agent = random(agents);
    const shown = await call(fleet[file % servers], agent, 'read', { path: path(file), start: agent + 1, end: agent + 1 });
    for (const server of fleet) {
      const edit = patch(path(file), tagIn(shown.text), agent + 1, line(agent, 'nothing'));
      const edited = await call(server, agent, 'edit', { ...edit, dry_run: true });
      assert.equal(edited.refused, false, edited.text);
    }
  }
});
