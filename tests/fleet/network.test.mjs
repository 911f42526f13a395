// A network between kedge and PostgreSQL that is slow, cut off, or away, at any moment of an edit. Files can be read all the time. An
// edit is made or refused, and the history has every edit that was answered as made, once.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  Network, answerTo, call, inDatabase, long, makePlace, outcomeOf, patch, pause, randomNumbers, startServer, startServers, stopServers, tagIn,
} from './fleet.mjs';

const agents = 4;
const servers = 2;
const line = (agent, count) => `agent ${agent} has written ${count}`;
const path = (agent) => `file${agent % 2}.txt`; // two agents in each file
const text = Array.from({ length: agents }, (_, agent) => `${line(agent, 0)}\nbetween ${agent}\n`).join('');
const number = (agent) => 2 * agent + 1;
const read = 'one\ntwo\n';
const place = makePlace(agents, { 'file0.txt': text, 'file1.txt': text, 'alike.txt': read });
const network = new Network();
// How edits may be refused: the database cannot be reached, another server waits for it, or what was shown meanwhile is not known.
const mayBeRefused = /store_unavailable|\(busy\)|snapshot_unknown|file_not_read|lines_not_shown/;
const recovery = 1500; // longer than kedge pauses after a failure
const onlyLong = { skip: !long && 'long form' };
let fleet = [];

before(async () => {
  await network.open();
  fleet = await startServers(servers, place, network.store);
});

after(async () => {
  network.mend();
  await stopServers(fleet);
  await network.remove();
  place.remove();
});

// The edits of some agents, each one after the other, and whether files and history agree with what was answered.
class Work {
  #rows = new Map(); // what each agent's line has to be
  #made = []; // ids
  #unknown = []; // lines
  #before;
  otherRefusals = [];
  isOver = false;
  counts = { edits: 0, refused: 0, unknown: 0, unrecorded: 0, reads: 0, longestRead: 0, longestEdit: 0 };

  static async after(name) {
    const work = new Work();
    work.name = name;
    work.#before = new Set((await place.history()).map((change) => change.id));
    return work;
  }

  async read(agent) {
    const since = performance.now();
    const shown = await call(fleet[this.counts.reads++ % servers], agent, 'read', { path: path(agent) });
    assert.equal(shown.refused, false, shown.text);
    this.counts.longestRead = Math.max(this.counts.longestRead, Math.round(performance.now() - since));
    return tagIn(shown.text);
  }

  async edit(agent, count) {
    const old = place.lines(path(agent))[number(agent) - 1];
    const wanted = line(agent, `${this.name} ${count}`);
    const tag = await this.read(agent);
    const since = performance.now();
    const edited = await call(fleet[count % servers], agent, 'edit', patch(path(agent), tag, number(agent), wanted));
    this.counts.longestEdit = Math.max(this.counts.longestEdit, Math.round(performance.now() - since));
    const { kind, id } = outcomeOf(edited);
    const now = place.lines(path(agent))[number(agent) - 1];
    assert.equal(now, kind === 'refused' ? old : wanted, edited.text);
    this.#rows.set(agent, now);
    if (kind === 'refused') {
      if (!mayBeRefused.test(edited.text)) this.otherRefusals.push(edited.text);
      ++this.counts.refused;
      return false;
    }
    ++this.counts.edits;
    if (kind === 'made') this.#made.push(id);
    else ++this.counts[kind];
    if (kind === 'unknown') this.#unknown.push(wanted);
    return true;
  }

  // Until stop().
  async editOn() {
    await Promise.all(
      Array.from({ length: agents }, async (_, agent) => {
        for (let count = 1; !this.isOver; ++count) {
          if (!(await this.edit(agent, count))) await pause(200);
        }
      }),
    ).finally(() => this.stop());
  }

  // Waits until so many more edits are made.
  async makes(count) {
    const wanted = this.counts.edits + count;
    const until = Date.now() + 180_000;
    while (this.counts.edits < wanted && !this.isOver && Date.now() < until) await pause(1);
    assert.ok(this.counts.edits >= wanted || this.isOver, `${count} edits are made`);
  }

  stop() {
    this.isOver = true;
  }

  async judge() {
    const expected = text.split('\n').slice(0, -1);
    for (const file of ['file0.txt', 'file1.txt']) {
      const rows = place.lines(file);
      assert.equal(rows.length, expected.length);
      for (let agent = 0; agent < agents; ++agent) {
        assert.equal(rows[number(agent)], `between ${agent}`);
        if (path(agent) !== file) assert.equal(rows[number(agent) - 1], line(agent, 0));
        else if (this.#rows.has(agent)) assert.equal(rows[number(agent) - 1], this.#rows.get(agent));
      }
    }
    const found = (await place.history()).map((change) => change.id).filter((id) => !this.#before.has(id));
    assert.equal(new Set(found).size, found.length, 'a change is in the history twice');
    const made = new Set(this.#made);
    assert.equal(made.size, this.#made.length, 'two edits have the same id');
    assert.deepEqual(this.#made.filter((id) => !found.includes(id)), [], 'edits that were answered as made are not in the history');
    // The others are edits of which nobody knew, each once.
    const others = [];
    for (const id of found) if (!made.has(id)) others.push(JSON.stringify(await place.run('show', id)));
    for (const other of others) {
      const matches = this.#unknown.filter((row) => other.includes(`+${row}\\n`));
      assert.equal(matches.length, 1, `the history has a change that was not answered as made: ${other}`);
      this.#unknown.splice(this.#unknown.indexOf(matches[0]), 1);
    }
    return { ...this.counts, unknownButRecorded: others.length };
  }
}

// `more` is printed with what was counted.
async function withWork(name, more, disturb) {
  const work = await Work.after(name);
  const working = work.editOn();
  try {
    await disturb(work); // ends soon when the work does
  } finally {
    network.delay = 0;
    network.mend();
    work.stop();
    await working;
  }
  const counts = await work.judge();
  console.log(JSON.stringify({ part: name, ...more, ...counts, otherRefusals: work.otherRefusals.length }));
  assert.deepEqual(work.otherRefusals, [], 'edits are refused for no other reasons');
  return counts;
}

test('with 200 ms on each answer of the database edits are made once, or refused', async () => {
  const wanted = long ? 20 : 2;
  await withWork('slowly', { delay: 200 }, async (its) => {
    await its.makes(agents);
    network.delay = 200;
    await its.makes(wanted);
  });
});

test('while the network is cut off reads go on, edits are refused, and afterwards nothing is missing', async () => {
  const rounds = long ? 3 : 1;
  const { refused } = await withWork('cut off', { rounds }, async (its) => {
    for (let round = 0; round < rounds; ++round) {
      await its.makes(4);
      network.cutOff();
      await pause(long ? 14_000 : 500);
      network.mend();
      await pause(recovery);
    }
    await its.makes(agents);
  });
  if (long) assert.ok(refused > 0, 'edits are refused once an answer was awaited for too long');
});

test('a network that is slow, cut off or away at any moment loses no edit and records none twice', async () => {
  const seed = Number(process.env.KEDGE_SEED ?? 20261118);
  const random = randomNumbers(seed);
  const rounds = long ? 80 : 6;
  const ways = { slow: 0, lost: 0, held: 0, closed: 0, away: 0 };
  const { edits } = await withWork('disturbed', { rounds, seed, ways }, async (its) => {
    for (let round = 0; round < rounds && !its.isOver; ++round) {
      await pause(random(60));
      const way = Object.keys(ways)[round % 5];
      ++ways[way];
      // Now and then longer than an answer is awaited.
      const length = long && random(16) === 0 ? 11_000 : 20 + random(long || way === 'away' ? 1_500 : 150);
      if (way === 'slow') network.delay = 10 + random(200);
      if (way === 'lost') network.cutOff();
      if (way === 'held') network.hold();
      if (way === 'closed') network.closeAll();
      if (way === 'away') await network.leave();
      if (way !== 'closed') await pause(length);
      if (way === 'away') await network.open();
      network.delay = 0;
      network.mend();
      if (random(3) === 0) await pause(recovery);
    }
    await pause(recovery);
  });
  assert.ok(edits > rounds, 'edits are made between the disturbances');
});

// Without the database nobody knows which tags are taken. By a tag of another version, an edit would land on the lines of that version.
test('a tag that is given while the database is away never names another version', async (t) => {
  const near = await startServer(place); // reaches the database without the network
  t.after(() => near.stop());
  const path = 'alike.txt';
  const taken = tagIn((await call(near, 0, 'read', { path })).text);
  // Another version that the same tag suits, by its digest.
  const digest = (bytes) => createHash('sha256').update(bytes).digest('hex').toUpperCase();
  let count = 0;
  while (!digest(`new ${count}\n${read}`).startsWith(taken)) ++count;
  const changed = `new ${count}\n${read}`;
  writeFileSync(join(place.root, path), changed);
  await network.leave();
  const shown = await call(fleet[0], 0, 'read', { path }).finally(() => network.open());
  assert.match(shown.text, new RegExp(`1:new ${count}\n`));
  const tag = tagIn(shown.text);
  const refused = await call(near, 0, 'edit', patch(path, tag, 1, 'newer'));
  assert.equal(place.text(path), changed, refused.text);
  assert.match(refused.text, /^Refused \(snapshot_unknown\)/, 'another server does not know it');
  await pause(recovery);
  const again = tagIn((await call(fleet[0], 0, 'read', { path })).text);
  assert.match(refused.text, new RegExp(`^¶${path}#${again}\n`, 'm'), 'once the database is back, every server says the same tag');
  const first = await call(fleet[0], 0, 'edit', patch(path, tag, 1, 'newer'));
  assert.equal(first.refused, false, first.text);
  const second = await call(near, 0, 'edit', patch(path, again, 2, 'ONE'));
  assert.equal(second.refused, false, second.text);
  assert.equal(place.text(path), 'newer\nONE\ntwo\n');
});

test('servers that start while the database is away share a requestState once it is back, and it counts once', async (t) => {
  const file = 'asked.txt';
  writeFileSync(join(place.root, file), 'one\ntwo\n');
  await network.leave();
  const start = (store) => startServer(place, store, '--confirm', 'always');
  const late = await Promise.all([start(network.store), start(network.store)]).finally(() => network.open());
  t.after(() => stopServers(late));
  const near = await start(); // reaches the database without the network
  t.after(() => near.stop());
  await pause(recovery);
  const capabilities = { elicitation: {} };
  const ask = async (server, edit) => {
    const { result } = await answerTo(server, 0, 'edit', edit, { capabilities });
    assert.equal(result?.resultType, 'input_required', JSON.stringify(result));
    return result;
  };
  const agree = (server, edit, asked) => {
    const inputResponses = Object.fromEntries(Object.keys(asked.inputRequests).map((key) => [key, { action: 'accept' }]));
    return answerTo(server, 0, 'edit', edit, { capabilities, more: { inputResponses, requestState: asked.requestState } });
  };
  const isMade = (answer) => assert.ok(answer.result?.resultType === 'complete' && !answer.result.isError, JSON.stringify(answer));

  const tag = tagIn((await call(near, 0, 'read', { path: file })).text);
  const first = patch(file, tag, 1, 'ONE');
  const askedByNear = await ask(near, first);
  isMade(await agree(late[0], first, askedByNear)); // the first request that this server gets
  assert.equal(place.text(file), 'ONE\ntwo\n');

  const second = patch(file, tagIn((await call(near, 0, 'read', { path: file })).text), 2, 'TWO');
  const askedByLate = await ask(late[1], second);
  isMade(await agree(near, second, askedByLate));
  assert.equal(place.text(file), 'ONE\nTWO\n');
  assert.equal((await place.attempt(['undo', '--last'])).status, 0);
  for (const server of [near, ...late]) await agree(server, second, askedByLate);
  assert.equal(place.text(file), 'ONE\ntwo\n', 'what was agreed to once is not made again');
});

test('servers that find the records locked for long use them once they are free', onlyLong, async (t) => {
  const late = await startServers(8, place);
  t.after(() => stopServers(late));
  // Those of other tests, too: which one is ours is not told.
  const schemas = await inDatabase("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kedge_%'");
  const locks = schemas.trim().split('\n').map((schema) => `SELECT 1 FROM ${schema}.about FOR UPDATE;`);
  const locked = inDatabase(`BEGIN; ${locks.join(' ')} SELECT pg_sleep(45); COMMIT`);
  await pause(300);
  const since = performance.now();
  const counts = { reads: 0, edits: 0, refused: 0, longestRead: 0 };
  const ids = [];
  const edit = async (server, text) => {
    const begun = performance.now();
    const shown = await call(server, 1, 'read', { path: path(1) });
    counts.longestRead = Math.max(counts.longestRead, Math.round(performance.now() - begun));
    ++counts.reads;
    const edited = await call(server, 1, 'edit', patch(path(1), tagIn(shown.text), number(1), line(1, text)));
    if (edited.refused) return ++counts.refused;
    ++counts.edits;
    const { kind, id } = outcomeOf(edited);
    if (kind === 'made') ids.push(id);
  };
  await Promise.all(
    late.map(async (server, at) => {
      for (let count = 0; performance.now() - since < 44_000; ++count) {
        await edit(server, `locked ${at} ${count}`);
        await pause(500);
      }
    }),
  );
  await locked;
  await pause(recovery);
  for (const [at, server] of late.entries()) await edit(server, `not locked ${at}`);
  const history = new Set((await place.history()).map((change) => change.id));
  const missing = ids.filter((id) => !history.has(id));
  console.log(JSON.stringify({ part: 'locked', servers: late.length, ...counts, made: ids.length, missing: missing.length }));
  assert.deepEqual(missing, [], 'edits that were answered as made are not in the history');
});

test('a server that is cut off in the middle of an edit does not keep the others from editing', onlyLong, async (t) => {
  const near = await startServer(place); // reaches the database without the network
  t.after(() => near.stop());
  const writing = async () =>
    Number(await inDatabase("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'kedge' AND state = 'idle in transaction'"));
  const work = await Work.after('in the middle');
  network.delay = 300;
  const cut = work.edit(0, 1);
  const until = Date.now() + 20_000;
  while ((await writing()) === 0 && Date.now() < until) await pause(5);
  const isHeld = (await writing()) > 0;
  let made;
  network.cutOff();
  try {
    assert.ok(isHeld, 'the network is cut off while a transaction is open');
    const since = performance.now();
    const took = () => Math.round(performance.now() - since);
    const counts = { attempts: 0, firstRead: null };
    let edited;
    do {
      ++counts.attempts;
      const shown = await call(near, 1, 'read', { path: path(1) });
      counts.firstRead ??= took();
      edited = await call(near, 1, 'edit', patch(path(1), tagIn(shown.text), number(1), line(1, 'near')));
    } while (edited.refused && took() < 60_000);
    console.log(JSON.stringify({ part: 'in the middle', ...counts, milliseconds: took(), answer: edited.text }));
    made = outcomeOf(edited).id;
    assert.ok(made, edited.text);
    assert.ok(took() < 30_000, 'no longer than a few answers are awaited');
  } finally {
    network.delay = 0;
    network.mend();
    await cut;
  }
  assert.ok((await place.history()).some((change) => change.id === made), `${made} is not in the history`);
});
