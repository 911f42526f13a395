// Views on another host than the servers: they have a state folder of their own, so that no socket connects them. What they hear of
// each other goes through the database.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { call, database, kedge, makePlace, Network, patch, pause, startServer, stopServers, tagIn } from './fleet.mjs';

const rows = 60;
const line = (number) => `line ${number}`;
const text = Array.from({ length: rows }, (_, number) => `${line(number)}\n`).join('');
const place = makePlace(1, { 'notes.txt': text, 'asked.txt': text });
const elsewhere = ['--root', place.root, '--state', join(dirname(place.root), 'state of another host')];
const network = new Network();
const views = [];
let servers = [];

// What it prints, one JSON object for each event.
function watch(...options) {
  const child = spawn(kedge, ['watch', '--json', ...elsewhere, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  const view = { child, events: [] };
  createInterface({ input: child.stdout }).on('line', (said) => view.events.push(JSON.parse(said)));
  views.push(view);
  return view;
}

async function eventually(found, what) {
  for (let attempt = 0; attempt < 400; ++attempt) {
    const value = await found();
    if (value) return value;
    await pause(25);
  }
  return assert.fail(`${what} has not come`);
}

const changed = (view, added) =>
  view.events.find((event) => event.event === 'applied' && JSON.stringify(event).includes(added));

async function edit(server, path, number, added) {
  const shown = await call(server, 0, 'read', { path });
  return call(server, 0, 'edit', patch(path, tagIn(shown.text), number, added));
}

// A view hears from now on; before that nobody knows that it is there.
async function hears(view, server, path) {
  let count = 0;
  await eventually(async () => {
    const added = `is anybody there, ${view.child.pid}, ${++count}`;
    assert.equal((await edit(server, path, 1, added)).refused, false);
    await pause(100);
    return view.events.some((event) => JSON.stringify(event).includes('is anybody there'));
  }, 'a first event');
}

before(async () => {
  await network.open();
  servers = [await startServer(place), await startServer(place, database, '--confirm', 'always')];
});

after(async () => {
  for (const { child } of views) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  await stopServers(servers);
  await network.remove();
  place.remove();
});

test('a view on another host hears what a server does, while it does it', async () => {
  const view = watch('--store', database);
  await hears(view, servers[0], 'notes.txt');
  const edited = await edit(servers[0], 'notes.txt', 2, 'seen from far away');
  assert.equal(edited.refused, false, edited.text);
  const event = await eventually(() => changed(view, 'seen from far away'), 'the change');
  assert.equal(event.files[0].path, 'notes.txt');
  assert.match(event.files[0].diff, /^\+seen from far away$/m);
  const refused = await call(servers[0], 0, 'edit', patch('notes.txt', '0000', 2, 'nothing'));
  assert.equal(refused.refused, true);
  await eventually(() => view.events.some((each) => each.event === 'refused'), 'the refusal');
});

test('a view on another host hears what a command does, when it has ended', async () => {
  const view = watch('--store', database);
  await hears(view, servers[0], 'notes.txt');
  const edited = await edit(servers[0], 'notes.txt', 5, 'to be taken back by a command');
  const id = /undo_id=(\S+)/.exec(edited.text)[1];
  await eventually(() => changed(view, 'to be taken back by a command'), 'the change');
  await place.run('undo', id);
  const undone = await eventually(() => view.events.find((event) => event.event === 'undone'), 'the undo');
  assert.match(undone.files[0].diff, /^-to be taken back by a command$/m);
  const { status } = await place.attempt(['edit', '--dialect', 'replace'],
    JSON.stringify({ file_path: 'notes.txt', old_string: 'line 6\n', new_string: 'by a command\n' }));
  assert.equal(status, 0);
  await eventually(() => changed(view, 'by a command'), 'the edit');
});

test('behind a pool, which tells nobody, it looks by itself', { skip: !process.env.KEDGE_TEST_POOL }, async () => {
  const view = watch('--store', process.env.KEDGE_TEST_POOL, '--store-pooled');
  await hears(view, servers[0], 'notes.txt');
  await edit(servers[0], 'notes.txt', 3, 'seen behind a pool');
  await eventually(() => changed(view, 'seen behind a pool'), 'the change');
});

test('a view that was cut off from the database hears afterwards what it has missed, each event once', async () => {
  const view = watch('--store', network.store);
  await hears(view, servers[0], 'notes.txt');
  await network.leave();
  for (let count = 0; count < 12; ++count) {
    assert.equal((await edit(servers[0], 'notes.txt', 10 + count, `missed ${count} of twelve`)).refused, false);
  }
  await network.open();
  await eventually(() => changed(view, 'missed 11 of twelve'), 'the last change');
  for (let count = 0; count < 12; ++count) {
    const heard = view.events.filter((event) => event.event === 'applied' && event.files[0].diff.includes(`\n+missed ${count} of twelve`));
    assert.equal(heard.length, 1, `change ${count}`);
  }
});

test('a person at a view on another host is asked, and the answer counts', async () => {
  const child = spawn(kedge, ['web', '--json', ...elsewhere, '--store', database], { stdio: ['ignore', 'pipe', 'inherit'] });
  views.push({ child });
  const [first] = await once(createInterface({ input: child.stdout }), 'line');
  const [base, token] = JSON.parse(first).url.split('#');
  const headers = { authorization: `Bearer ${token.replace(/^token=/, '')}`, 'content-type': 'application/json' };
  const open = async () => {
    const stream = (await fetch(new URL('/api/events', base), { headers })).body.getReader();
    const { value } = await stream.read();
    await stream.cancel();
    // The next event may have come with it.
    const hello = JSON.parse(new TextDecoder().decode(value).split('\n\n')[0].replace(/^data: /, ''));
    return hello.items.find((item) => item.asked === 'open');
  };
  for (const consent of [true, false]) {
    const added = consent ? 'accepted' : 'declined';
    // Until the server knows that somebody can be asked, it refuses.
    let answer = null;
    const asked = await eventually(async () => {
      answer ??= edit(servers[1], 'asked.txt', 5, `${added} by a person`).then((edited) => (/elicit|confirm_unavailable|nobody/.test(edited.text) ? (answer = null) : edited));
      await pause(50);
      return open();
    }, 'the question');
    const given = await fetch(new URL('/api/answer', base), { method: 'POST', headers, body: JSON.stringify({ n: asked.n, consent, note: 'from far away' }) });
    assert.equal(given.status, 200, await given.text());
    const edited = await answer;
    assert.equal(edited.refused, !consent, edited.text);
    if (!consent) assert.match(edited.text, /from far away/);
    assert.equal(place.lines('asked.txt')[4], 'accepted by a person');
  }
});
