// An agent's tools inside a Node program: main.mjs ROOT. ROOT has a file server.conf with the line "port = 80".
import assert from 'node:assert/strict';
import { Refused, Workspace } from 'kedge/embed';

const workspace = new Workspace({ root: process.argv[2], dialect: 'replace', client: 'example in Node' });
const events = [];
const watch = workspace.watch((event) => events.push(event));

assert.match((await workspace.read('server.conf')).text, /port = 80/);
assert.match((await workspace.search('port')).text, /server\.conf/);

// Calls of one program run side by side; those that change files wait for each other.
const [made, shown] = await Promise.all([
  workspace.edit({ path: 'server.conf', old_string: 'port = 80', new_string: 'port = 8080' }),
  workspace.call('read', { path: 'server.conf' }),
]);
assert.equal(made.refused, false);
assert.equal(shown.refused, false);
assert.ok(made.data, 'a change has data, too');

const refused = await workspace.edit({ path: 'server.conf', old_string: 'no such line', new_string: '' });
assert.equal(refused.refused, true);
console.log(refused.text);

assert.deepEqual(Object.keys(await workspace.convert('replace', 'udiff', { path: 'server.conf', old_string: '8080', new_string: '81' })), ['input']);
assert.equal((await workspace.undo()).refused, false);
assert.throws(() => new Workspace({ root: '/no/such/folder' }), Refused);
assert.throws(() => new Workspace({ root: '.', dialct: 'patch' }), /dialct/);

// Events come from another thread, and reach this one when it is idle.
for (let i = 0; i < 100 && !events.some((event) => event.event === 'applied'); ++i) await new Promise((done) => setTimeout(done, 50));
assert.ok(events.some((event) => event.event === 'applied'), JSON.stringify(events));
watch.end();
await workspace.close();
assert.match((await workspace.read('server.conf')).text, /not_open/);
console.log('all of it works');
