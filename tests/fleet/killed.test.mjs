// A server is killed at any step of an edit while its records are in PostgreSQL, and another server stays. The file has the old line or
// the new one; the other server goes on with the same files; and what was answered as made is in the file and in the history, once.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { call, long, makePlace, outcomeOf, patch, pause, randomNumbers, startServer, stopServers, tagIn } from './fleet.mjs';

const files = 4;
const rowsOfFile = long ? 1200 : 100;
const kills = long ? 300 : 12;
const agents = 4;

// Each line is written at most once, and the lines between them never: so every change can be taken back on its own.
const path = (file) => `file${file}.txt`;
const oldLine = (row) => `row ${row}`;
const newLine = (row) => `row ${row} has been written`;
const text = Array.from({ length: rowsOfFile }, (_, row) => `${oldLine(row)}\nbelow ${row}\n`).join('');
const place = makePlace(agents, Object.fromEntries(Array.from({ length: files }, (_, file) => [path(file), text])));
const taken = Array.from({ length: files }, () => []); // the edits of each file, by their row
const answered = new Map(); // the edits that were answered as made, by their id
let survivor = null;
let victim = null;

before(async () => {
  survivor = await startServer(place);
});

after(async () => {
  await stopServers([victim, survivor]);
  place.remove();
});

// Shows the agent a line that nobody has written yet.
async function prepare(server, agent, file) {
  const row = taken[file].length;
  assert.ok(row < rowsOfFile, 'there are lines left');
  const edit = { agent, file, row, kind: 'refused' };
  taken[file].push(edit); // before anything is awaited: nobody else takes it
  const shown = await call(server, agent, 'read', { path: path(file), start: 2 * row + 1, end: 2 * row + 1 });
  assert.equal(shown.refused, false, shown.text);
  return Object.assign(edit, { tag: tagIn(shown.text) });
}

// Lost: there is no answer.
async function send(server, edit) {
  edit.kind = 'lost';
  let edited;
  try {
    edited = await call(server, edit.agent, 'edit', patch(path(edit.file), edit.tag, 2 * edit.row + 1, newLine(edit.row)));
  } catch (error) {
    if (error.cause?.code === undefined) throw error;
    return edit;
  }
  edit.text = edited.text;
  Object.assign(edit, outcomeOf(edited));
  if (edit.kind === 'made') answered.set(edit.id, edit);
  return edit;
}

// Every line is the old one or the new one, as it was answered.
function look(file) {
  const lines = place.lines(path(file));
  assert.equal(lines.length, 2 * rowsOfFile);
  for (let row = 0; row < rowsOfFile; ++row) {
    const edit = taken[file][row];
    const isNew = lines[2 * row] === newLine(row);
    if (!isNew) assert.equal(lines[2 * row], oldLine(row), `${path(file)}, row ${row}`);
    assert.equal(lines[2 * row + 1], `below ${row}`);
    if (!edit || edit.kind === 'refused') assert.equal(isNew, false, `row ${row} was written without an edit`);
    else if (edit.kind !== 'lost') assert.equal(isNew, true, `row ${row} was answered as written and is not there`);
    if (edit) edit.isNew = isNew;
  }
}

// The server that stays edits the file of a dead one. After that nothing of the dead one is undecided.
async function goOn(file) {
  const edit = await send(survivor, await prepare(survivor, 3, file));
  assert.equal(edit.kind, 'made', edit.text);
  look(file);
}

// What became of edits that were not answered, by the history at the end.
async function outcomes(edits) {
  const known = (await place.history()).filter((change) => change.kind === 'edit');
  const ids = known.map((change) => change.id);
  assert.equal(new Set(ids).size, ids.length, 'a change is in the history twice');
  for (const id of answered.keys()) assert.ok(ids.includes(id), `${id} was answered as made and is not in the history`);
  const recorded = new Set();
  for (const change of known) {
    if (answered.has(change.id)) continue;
    const shown = JSON.stringify(await place.run('show', change.id));
    const file = taken.findIndex((_, at) => change.files[0].path === path(at));
    const edit = taken[file].find((one) => shown.includes(`+${newLine(one.row)}\\n`));
    assert.ok(edit, `the history has a change that nobody asked for: ${shown}`);
    assert.notEqual(edit.kind, 'refused', 'the history has an edit that was refused');
    assert.equal(edit.isNew, true, 'the history has an edit that the file does not have');
    assert.equal(recorded.has(edit), false, 'an edit is in the history twice');
    recorded.add(edit);
  }
  const counts = { answered: 0, refused: 0, lostOld: 0, lostNew: 0, lostNewAndRecorded: 0, told: 0 };
  for (const edit of edits) {
    if (edit.kind === 'made') ++counts.answered;
    else if (edit.kind === 'refused') ++counts.refused;
    else if (edit.kind !== 'lost') ++counts.told; // that it is not in the history, or that this is not known
    else if (!edit.isNew) ++counts.lostOld;
    else if (recorded.has(edit)) ++counts.lostNewAndRecorded;
    else ++counts.lostNew;
  }
  return counts;
}

// strace with these words, at all threads of a process.
async function trace(pid, words) {
  const tracer = spawn('strace', ['-f', '-p', String(pid), ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  const ended = new Promise((resolve) => tracer.on('exit', resolve));
  tracer.stderr.setEncoding('utf8');
  await new Promise((resolve, reject) => {
    tracer.stderr.on('data', (bytes) => {
      told += bytes;
      if (/attached/.test(told)) resolve();
    });
    ended.then(() => reject(new Error(`strace ended: ${told}`)));
  });
  return {
    async detach() {
      tracer.kill('SIGINT');
      await ended;
    },
  };
}

// The system calls of one edit: each is the name of a call and how often its thread has made it.
async function callsOfEdit() {
  const folder = mkdtempSync(join(tmpdir(), 'kedge-trace-'));
  const edit = await prepare(victim, 0, 0);
  const tracer = await trace(victim.pid, ['-o', join(folder, 'trace')]);
  await send(victim, edit);
  assert.equal(edit.kind, 'made', edit.text);
  await pause(100);
  await tracer.detach();
  const seen = new Map();
  const points = [];
  for (const row of readFileSync(join(folder, 'trace'), 'utf8').split('\n')) {
    const [, thread, name] = /^(\d+) +(\w+)\(/.exec(row) ?? [];
    if (!name || name === 'restart_syscall') continue;
    const count = (seen.get(`${thread} ${name}`) ?? 0) + 1;
    seen.set(`${thread} ${name}`, count);
    if (!points.some((point) => point.name === name && point.count === count)) points.push({ name, count });
  }
  rmSync(folder, { recursive: true });
  return points;
}

const tracing = spawnSync('strace', ['-qq', '-o', '/dev/null', '-e', 'inject=chdir:signal=KILL', 'true'], { stdio: 'ignore' });
const form = { skip: tracing.status !== 0 && 'there is no strace that can do this' };

test('a server that is killed at any system call of an edit leaves the old line or the new one', form, async () => {
  victim = await startServer(place);
  const points = await callsOfEdit();
  const tried = long ? points : Array.from({ length: kills }, (_, kill) => points[Math.floor((kill * points.length) / kills)]);
  const counts = { points: points.length, kills: 0, notReached: 0 };
  const edits = [];
  for (const { name, count } of tried) {
    const file = edits.length % files;
    if (!victim.isLiving()) victim = await startServer(place);
    const edit = await prepare(victim, 0, file);
    const tracer = await trace(victim.pid, ['-o', '/dev/null', '-e', `trace=${name}`, '-e', `inject=${name}:signal=KILL:when=${count}`]);
    edits.push(await send(victim, edit));
    if (edit.kind === 'lost') await victim.ended;
    else await pause(20);
    await tracer.detach();
    await pause(0); // the end of a server that was killed after its answer is told
    if (victim.isLiving()) ++counts.notReached;
    else ++counts.kills;
    look(file);
    await goOn(file);
  }
  console.log(JSON.stringify({ part: 'system calls', ...counts, ...(await outcomes(edits)) }));
  assert.ok(counts.kills > 0.6 * edits.length, 'the server is killed');
});

test('a server that is killed at any moment while agents edit leaves the old lines or the new ones', async () => {
  const random = randomNumbers(20261118);
  const edits = [];
  if (!victim?.isLiving()) victim = await startServer(place);
  const times = [];
  for (let count = 0; count < 5; ++count) {
    const edit = await prepare(victim, 0, 0);
    const since = performance.now();
    await send(victim, edit);
    times.push(performance.now() - since);
    assert.equal(edit.kind, 'made', edit.text);
  }
  const usual = Math.min(...times);
  const counts = { kills: 0, usual: Math.round(usual) };

  // One edit after the other, until there is no answer.
  const edit = async (server, agent, file, first) => {
    for (let next = first; ; next = await prepare(server, agent, file)) {
      edits.push(await send(server, next));
      if (next.kind === 'lost' || !server.isLiving()) return;
    }
  };
  for (; counts.kills < kills; ++counts.kills) {
    const file = counts.kills % files;
    if (!victim.isLiving()) victim = await startServer(place);
    const [first, second, third] = await Promise.all([prepare(victim, 0, file), prepare(victim, 1, file), prepare(survivor, 2, file)]);
    const working = [edit(victim, 0, file, first), edit(victim, 1, file, second)].map((one) =>
      one.catch((error) => {
        if (error.cause?.code === undefined) throw error; // else a read was not answered
      }),
    );
    const beside = send(survivor, third);
    const until = performance.now() + ((counts.kills + random(100) / 100) / kills) * 3 * usual;
    while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
    await victim.kill();
    await Promise.all(working);
    assert.equal((await beside).kind, 'made', third.text);
    look(file);
    await goOn(file);
  }
  console.log(JSON.stringify({ part: 'moments', ...counts, ...(await outcomes(edits)) }));
});

test('after all kills every change of the history is taken back, byte for byte', async () => {
  for (let file = 0; file < files; ++file) look(file);
  const counts = { undone: 0, left: 0 };
  const changes = (await place.history()).filter((change) => change.kind === 'edit');
  assert.equal(await place.recordCount(), changes.length, 'kedge state and kedge log agree');
  for (const change of changes) {
    const file = taken.findIndex((_, at) => change.files[0].path === path(at));
    const lines = place.lines(path(file));
    const edit = answered.get(change.id);
    if (edit) {
      const undone = await call(survivor, edit.agent, 'undo', { id: change.id });
      assert.equal(undone.refused, false, undone.text);
      lines[2 * edit.row] = oldLine(edit.row);
    } else {
      await place.run('undo', change.id);
      const row = place.lines(path(file)).findIndex((line, at) => line !== lines[at]) / 2;
      lines[2 * row] = oldLine(row);
    }
    assert.equal(place.text(path(file)), lines.map((line) => `${line}\n`).join(''));
    ++counts.undone;
  }
  // What is left was written by edits that are not in the history, and were not answered as if they were.
  for (let file = 0; file < files; ++file) {
    for (const [at, line] of place.lines(path(file)).entries()) {
      if (at % 2 === 1 || line === oldLine(at / 2)) continue;
      assert.equal(line, newLine(at / 2));
      assert.ok(!['made', 'refused'].includes(taken[file][at / 2].kind));
      ++counts.left;
    }
  }
  console.log(JSON.stringify({ part: 'taken back', ...counts }));
});
