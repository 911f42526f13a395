// Tables of an earlier version are brought up to date by whoever comes first, and those of a later one are left alone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { call, inDatabase, makePlace, outcomeOf, patch, pause, startServer, startServers, stopServers, tagIn } from './fleet.mjs';

const path = 'file.txt';
const place = makePlace(1, { [path]: 'one\ntwo\nthree\n' });
let fleet = [];

const schemas = async () => (await inDatabase("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'kedge_%'")).split('\n').filter(Boolean);
const ofOthers = await schemas();
const schema = async () => (await schemas()).find((one) => !ofOthers.includes(one)); // of this place
const inSchema = async (...statements) => inDatabase(`SET search_path TO ${await schema()}; ${statements.join('; ')}`);
const tables = async () =>
  (await inDatabase(`SELECT tablename FROM pg_tables WHERE schemaname = '${await schema()}' ORDER BY 1`)).trim().split('\n');
const indexes = async () =>
  (await inDatabase(`SELECT indexname FROM pg_indexes WHERE schemaname = '${await schema()}' ORDER BY 1`)).trim().split('\n');
const version = async () => Number((await inSchema('SELECT tables FROM about')).trim().split('\n').at(-1));

async function edit(server, number, text) {
  const shown = await call(server, 0, 'read', { path });
  return call(server, 0, 'edit', patch(path, tagIn(shown.text), number, text));
}

after(async () => {
  await stopServers(fleet);
  place.remove();
});

test('the first command that finds no tables makes them, and is answered', async () => {
  const { status, json } = await place.attempt(['log']);
  assert.deepEqual([status, json], [0, { changes: [] }]);
});

test('tables of version 8 are brought up to date under a lock, and what they have can be undone', async () => {
  const first = await startServer(place);
  const made = outcomeOf(await edit(first, 1, 'ONE'));
  await first.stop();
  const wanted = { tables: await tables(), indexes: await indexes(), version: await version() };
  // What was different in version 8.
  await inSchema('DROP TABLE post, viewer, lease', 'DROP INDEX record_applied',
    'CREATE TABLE happening(id bigserial PRIMARY KEY, time bigint NOT NULL, server bytea NOT NULL, told bytea NOT NULL)',
    'UPDATE about SET tables = 8');
  fleet = await startServers(4, place);
  const reads = await Promise.all(fleet.map((server) => call(server, 0, 'read', { path }))); // all find them at once
  for (const { refused, text } of reads) assert.equal(refused, false, text);
  assert.deepEqual({ tables: await tables(), indexes: await indexes(), version: await version() }, wanted);
  assert.equal(outcomeOf(await edit(fleet[0], 2, 'TWO')).kind, 'made');
  const undone = await call(fleet[1], 0, 'undo', { id: made.id });
  assert.equal(undone.refused, false, undone.text);
  assert.equal(place.text(path), 'one\nTWO\nthree\n');
});

test('a server whose tables were brought up to a later version refuses edits, and so does every command', async () => {
  await inSchema('UPDATE about SET tables = 1000');
  const bytes = place.text(path);
  const refused = await edit(fleet[0], 3, 'THREE');
  assert.match(refused.text, /store_unavailable/);
  assert.match(refused.text, /a later version of kedge has made its tables \(version 1000, and this kedge knows \d+\)/);
  assert.equal(place.text(path), bytes);
  const { status, json } = await place.attempt(['log']);
  assert.equal(status, 3);
  assert.match(json.message, /a later version of kedge has made its tables/);
  assert.equal(await version(), 1000);
  await inSchema('UPDATE about SET tables = 9');
  await pause(1500);
  assert.equal(outcomeOf(await edit(fleet[0], 3, 'THREE')).kind, 'made');
});
