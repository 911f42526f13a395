// Several servers with one store: consecutive calls of an agent reach different servers, as behind a load balancer. Every edit is
// made once, in its own line, whichever server it is sent to; and what one server has shown, another can edit.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  call as callServer, controlCluster, inDatabase, long, makePlace, outcomeOf, pause, randomNumbers, startServers, stopServers, tagIn,
} from './fleet.mjs';

const servers = 4;
const agents = 16;
const files = 64;
const rounds = long ? 64 : 4;

const path = (file) => `file${file}.txt`;
const line = (agent, count) => `agent ${agent} has written ${count}`;
const text = Array.from({ length: agents }, (_, agent) => `${line(agent, 0)}\n`).join('');
const place = makePlace(agents, Object.fromEntries(Array.from({ length: files }, (_, file) => [path(file), text])));
let fleet = [];

const call = (server, agent, name, args) => callServer(fleet[server], agent, name, args);

before(async () => {
  fleet = await startServers(servers, place);
});

after(async () => {
  await stopServers(fleet);
  place.remove();
});

test('what one server has shown, another edits, and a third takes back', async () => {
  const { text } = await call(0, 0, 'read', { path: path(0) });
  const tag = tagIn(text);
  const edited = await call(1, 0, 'edit', { input: `¶${path(0)}#${tag}\nreplace 1..1:\n+changed by another\n` });
  assert.equal(edited.refused, false, edited.text);
  assert.match(place.text(path(0)), /^changed by another\n/);
  const undone = await call(2, 0, 'undo', {});
  assert.equal(undone.refused, false, undone.text);
  assert.match(place.text(path(0)), /^agent 0 has written 0\n/);
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
  const random = randomNumbers(12345);
  const work = async (agent) => {
    for (let round = 0; round < rounds; ++round) {
      for (let step = 0; step < 4; ++step) {
        const file = random(files);
        const count = expected[file][agent];
        const shown = await call(random(servers), agent, 'read', { path: path(file) });
        const tag = tagIn(shown.text);
        const edit = { input: `¶${path(file)}#${tag}\nreplace ${agent + 1}..${agent + 1}:\n+${line(agent, count + 1)}\n` };
        let edited = await call(random(servers), agent, 'edit', edit);
        // Others have changed their lines meanwhile, and sometimes too much of what is around this one.
        for (let attempt = 0; edited.refused && attempt < 5; ++attempt) {
          ++tally.refused;
          assert.doesNotMatch(edited.text, /snapshot_unknown|io_failed|indeterminate/);
          const again = await call(random(servers), agent, 'read', { path: path(file) });
          const fresh = tagIn(again.text);
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
    const rows = place.lines(path(file));
    assert.deepEqual(rows, expected[file].map((count, agent) => line(agent, count)), path(file));
  }
  console.log(`${tally.edits} edits, ${tally.undos} undos, ${tally.refused} refused and sent again`);
  assert.ok(tally.edits > agents * rounds * 3, 'most edits are made');
});

test('connections that are cut at any moment lose no edit and record none twice', async () => {
  const cut = () => inDatabase("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kedge'");
  const before = await place.recordCount();
  const tally = { edits: 0, unrecorded: 0, unknown: 0, unavailable: 0, cuts: 0 };
  let working = 4;
  const work = async (agent) => {
    for (let count = 1; count <= (long ? 100 : 8) || tally.cuts < 4; ++count) {
      for (;;) {
        const file = 60 + agent;
        const shown = await call(count % servers, agent, 'read', { path: path(file) });
        const tag = tagIn(shown.text);
        const edited = await call((count + 1) % servers, agent, 'edit',
          { input: `¶${path(file)}#${tag}\nreplace ${agent + 1}..${agent + 1}:\n+${line(agent, `${count} of the cut ones`)}\n` });
        if (!edited.refused) {
          ++tally.edits;
          if (/could not be written into the history/.test(edited.text)) ++tally.unrecorded;
          if (/whether it is in the history is not known/.test(edited.text)) ++tally.unknown;
          break;
        }
        assert.match(edited.text, /store_unavailable|\(busy\)|snapshot_unknown|file_not_read|lines_not_shown/, edited.text); // busy: whoever waits for its record keeps others waiting
        ++tally.unavailable;
        await pause(300);
      }
      const now = place.lines(path(60 + agent))[agent];
      assert.equal(now, line(agent, `${count} of the cut ones`));
    }
    --working;
  };
  const cutting = (async () => {
    for (; working > 0 && tally.cuts < (long ? 400 : 12); ++tally.cuts) {
      await pause(37);
      await cut();
      await pause(200);
    }
  })();
  await Promise.all([0, 1, 2, 3].map(work));
  await cutting;
  console.log(JSON.stringify(tally));
  assert.ok(tally.cuts > 2, 'connections are cut while edits are made');
  // Only those that are told as unknown may or may not be there.
  const missing = tally.edits - tally.unrecorded - ((await place.recordCount()) - before);
  assert.ok(missing >= 0 && missing <= tally.unknown, `${missing} records are missing`);
});

test('while the database is away reads go on and edits are refused, and nothing is lost', async () => {
  const shown = await call(0, 3, 'read', { path: path(3) });
  const tag = tagIn(shown.text);
  controlCluster('-m', 'immediate', 'stop');
  try {
    const bytes = place.text(path(3));
    const read = await call(1, 3, 'read', { path: path(3) });
    assert.equal(read.refused, false, read.text);
    const edited = await call(1, 3, 'edit', { input: `¶${path(3)}#${tag}\nreplace 4..4:\n+lost\n` });
    assert.equal(edited.refused, true, edited.text);
    assert.match(edited.text, /store_unavailable/);
    assert.equal(place.text(path(3)), bytes);
  } finally {
    controlCluster('start');
  }
  await pause(1500);
  const edit = (newest) => call(2, 3, 'edit', { input: `¶${path(3)}#${newest}\nreplace 4..4:\n+back again\n` });
  let edited = await edit(tag);
  if (edited.refused) {
    // A database that crashes forgets what was shown in its last moments. Then the rows are shown, and the edit can be sent again.
    assert.match(edited.text, /lines_not_shown|snapshot_unknown|file_not_read/, edited.text);
    edited = await edit(tagIn(edited.text));
  }
  assert.equal(edited.refused, false, edited.text);
  const undone = await call(0, 3, 'undo', {});
  assert.equal(undone.refused, false, undone.text);
});

// An empty list would be read as: nothing was ever changed.
test('while the database is away commands that tell of the records say so, and those that read files go on', async () => {
  const shown = await call(0, 4, 'read', { path: path(4) });
  const edited = await call(1, 4, 'edit', { input: `¶${path(4)}#${tagIn(shown.text)}\nreplace 5..5:\n+by a server\n` });
  const id = outcomeOf(edited).id;
  const replace = JSON.stringify({ file_path: path(4), old_string: 'by a server', new_string: 'by a command' });
  const commands = [
    [['log']], [['log', '--stat']], [['log', path(4)]], [['show', id]], [['blame', path(4)]], [['stats']], [['state']],
    [['state', 'purge', '--yes']], [['undo', id]], [['undo', '--last']], [['undo', '--change', '1', id]], [['redo', id]],
    [['seen', path(4)]], [['edit', '--dialect', 'replace'], replace], [['edit', '--dialect', 'replace', '--dry-run'], replace],
    [['convert', '--from', 'replace', '--to', 'udiff'], replace], [['write', path(4)], 'nothing\n'],
  ];
  const bytes = place.text(path(4));
  controlCluster('-m', 'immediate', 'stop');
  try {
    for (const [words, input] of commands) {
      const { status, json } = await place.attempt(words, input);
      assert.deepEqual([words, status, json.error], [words, 3, 'store_unavailable'], JSON.stringify(json));
    }
    assert.equal((await place.attempt(['read', path(4)])).status, 0);
    assert.equal((await place.attempt(['search', 'by a server'])).status, 0);
    assert.equal(place.text(path(4)), bytes);
  } finally {
    controlCluster('start');
  }
  const { status, json } = await place.attempt(['show', id]);
  assert.equal(status, 0, JSON.stringify(json));
});
