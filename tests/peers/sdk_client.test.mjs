// kedge as the clients of the official SDK see it: of both generations and both eras, over standard streams and over HTTP.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { connect, makeWorkspace, patch, peers, textOf } from './clients.mjs';

const lines = 'one\ntwo\nthree\n';
const changed = 'one\nTWO\nthree\n';
const change = ['replace 2..2:', '+TWO'];

// Many files take long to write, and nobody changes them: all tests share them.
const crowd = mkdtempSync(join(tmpdir(), 'kedge-peers-'));
mkdirSync(join(crowd, 'many'));
for (let i = 0; i < 3000; ++i) writeFileSync(join(crowd, `many/${i}.txt`), `this is ${i}\n`);
after(() => rmSync(crowd, { recursive: true, force: true }));
const makeCrowdedWorkspace = (t) => makeWorkspace(t, { 'ä b.bin': Buffer.from([0, 255, 1]), 'a.md': '# A\n' }, crowd);

async function eventually(what, happened) {
  for (const end = Date.now() + 30_000; !happened(); await sleep(20)) {
    assert.ok(Date.now() < end, `${what} within 30 seconds`);
  }
}

for (const peer of peers) {
  test(`${peer.name}: the tools are listed with schemas and hints`, async (t) => {
    const { client } = await connect(peer, makeWorkspace(t, { 'a.txt': lines }));
    assert.equal(client.getServerVersion().name, 'kedge');
    assert.match(client.getInstructions(), /`read`[^]*`edit`/);
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name), ['read', 'search', 'write', 'edit', 'undo']);
    assert.equal(tools[0].annotations.readOnlyHint, true);
    assert.equal(tools[3].inputSchema.required[0], 'input');
  });

  test(`${peer.name}: a file is read, edited and the edit taken back`, async (t) => {
    const workspace = makeWorkspace(t, { 'a.txt': lines });
    const { client, call, read, edit } = await connect(peer, workspace);
    await client.listTools();  // from here on the client holds results to their schemas
    const shown = await read('a.txt');
    assert.match(shown, /^¶a\.txt#\S+\n1:one\n2:two\n3:three\n$/);
    const edited = await edit(patch(shown.split('\n')[0], ...change));
    assert.ok(!edited.isError, textOf(edited));
    assert.equal(edited.structuredContent.op, 'update');
    assert.equal(workspace.read('a.txt'), changed);
    const undone = await call('undo', {});
    assert.ok(!undone.isError, textOf(undone));
    assert.equal(workspace.read('a.txt'), lines);
  });

  test(`${peer.name}: what cannot be done is refused with a code and changes nothing`, async (t) => {
    const workspace = makeWorkspace(t, { 'a.txt': lines });
    const { call, edit } = await connect(peer, workspace);
    for (const [refused, code] of [
      [await edit(patch('¶a.txt#0000', ...change)), 'snapshot_unknown'],
      [await edit('nothing of the kind'), 'patch_syntax'],
      [await call('read', { path: 'b.txt' }), 'not_found'],
      [await call('read', { path: '../b.txt' }), 'path_outside_root'],
      [await call('read', { way: 'a.txt' }), 'schema_invalid'],
    ]) {
      assert.equal(refused.isError, true);
      assert.equal(refused.structuredContent.error, code, textOf(refused));
      assert.ok(textOf(refused).length > 20);
    }
    await assert.rejects(call('no_such_tool', {}), { code: -32602 });
    assert.equal(workspace.read('a.txt'), lines);
  });

  test(`${peer.name}: a change is written when the user accepts, and not when she declines`, async (t) => {
    const workspace = makeWorkspace(t, { 'a.txt': lines });
    const asked = [];
    const answers = ['decline', 'accept', 'cancel'];
    const { call, edit, headerOf } = await connect(peer, workspace, {
      args: ['--root', workspace.root, '--confirm', 'always'],
      capabilities: { elicitation: {} },
      handlers: {
        'elicitation/create': ({ params }) => {
          asked.push(params);
          const action = answers.shift();
          return action === 'accept' ? { action, content: {} } : { action };
        },
      },
    });
    const input = patch(await headerOf('a.txt'), ...change);
    const declined = await edit(input);
    assert.equal(declined.isError, true);
    assert.equal(declined.structuredContent.error, 'confirm_declined');
    assert.equal(workspace.read('a.txt'), lines);
    assert.match(asked[0].message, /a\.txt[^]*-.*two[^]*\+.*TWO/);

    const accepted = await edit(input);
    assert.ok(!accepted.isError, textOf(accepted));
    assert.equal(workspace.read('a.txt'), changed);

    const cancelled = await call('undo', {});
    assert.equal(cancelled.structuredContent.error, 'cancelled');
    assert.equal(workspace.read('a.txt'), changed);
    assert.equal(asked.length, 3);
  });

  test(`${peer.name}: a client that cannot ask its user is refused, unless it is trusted`, async (t) => {
    for (const [trust, written] of [['deny', lines], ['allow', changed]]) {
      const workspace = makeWorkspace(t, { 'a.txt': lines });
      const args = ['--root', workspace.root, '--confirm', 'always', '--confirm-default', trust];
      const { edit, headerOf } = await connect(peer, workspace, { args });
      await edit(patch(await headerOf('a.txt'), ...change));
      assert.equal(workspace.read('a.txt'), written);
    }
  });

  test(`${peer.name}: a call that waits for the user can be cancelled`, async (t) => {
    const workspace = makeWorkspace(t, { 'a.txt': lines });
    let answer;
    const { client, read, edit, headerOf } = await connect(peer, workspace, {
      args: ['--root', workspace.root, '--confirm', 'always'],
      capabilities: { elicitation: {} },
      handlers: { 'elicitation/create': () => new Promise((resolve) => { answer = resolve; }) },
    });
    const controller = new AbortController();
    const call = edit(patch(await headerOf('a.txt'), ...change), { signal: controller.signal });
    await eventually('the question came', () => answer !== undefined);
    controller.abort();
    // The newer client asks its user itself, and hears that it is cancelled when she has answered.
    if (peer.modern) answer({ action: 'accept', content: {} });
    await assert.rejects(call);
    await client.listTools();
    answer({ action: 'accept', content: {} });
    assert.match(await read('a.txt'), /2:two/);
    assert.equal(workspace.read('a.txt'), lines);
  });

  test(`${peer.name}: a search over many files tells its progress and can be cancelled`, async (t) => {
    const { call } = await connect(peer, makeCrowdedWorkspace(t));
    const search = { pattern: 'is 2999$' };
    const told = [];
    const found = await call('search', search, { onprogress: ({ progress }) => told.push(progress) });
    assert.match(textOf(found), /many\/2999\.txt/);
    assert.ok(told.length > 0);
    assert.deepEqual(told, [...new Set(told)].sort((a, b) => a - b), 'it only grows');

    const controller = new AbortController();
    await assert.rejects(call('search', search, { signal: controller.signal, onprogress: () => controller.abort() }));
    assert.match(textOf(await call('search', search)), /many\/2999\.txt/);
  });

  test(`${peer.name}: prompts are listed and got`, async (t) => {
    const { client } = await connect(peer, makeWorkspace(t, { 'a.txt': lines }));
    const { prompts } = await client.listPrompts();
    const about = prompts.map(({ name }) => name).filter((name) => ['undo', 'log', 'review'].includes(name));
    assert.deepEqual(about, ['undo', 'log', 'review']);
    assert.ok(prompts.length > about.length);
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name });
      // Of a session in which nothing has happened there is little to say; guidance is always long.
      assert.ok(messages[0].content.text.length > (about.includes(name) ? 20 : 100), name);
    }
    await assert.rejects(client.getPrompt({ name: 'no such' }), { code: -32602 });
  });

  test(`${peer.name}: resources are listed page by page, read and completed`, async (t) => {
    const workspace = makeCrowdedWorkspace(t);
    const { client } = await connect(peer, workspace);
    const uris = [];
    let pages = 1;
    for (let cursor = ''; cursor !== undefined; ++pages) {
      const page = await client.listResources(cursor === '' ? undefined : { cursor }, { cacheMode: 'refresh' });
      uris.push(...page.resources.map((resource) => resource.uri));
      cursor = page.nextCursor;
    }
    assert.ok(peer.modern || pages > 30);  // the newer client follows the cursors by itself
    assert.equal(new Set(uris).size, uris.length);
    const files = uris.filter((uri) => uri.startsWith('file://'));
    assert.equal(files.length, 3002);

    const markdown = { uri: pathToFileURL(workspace.path('a.md')).href };
    const read = async () => (await client.readResource(markdown)).contents[0];
    assert.deepEqual([(await read()).mimeType, (await read()).text], ['text/markdown', '# A\n']);
    workspace.write('a.md', '# B\n');
    assert.equal((await read()).text, '# B\n', 'what was read is not kept by the client');
    const binary = await client.readResource({ uri: files.find((uri) => uri.endsWith('.bin')) });
    assert.equal(binary.contents[0].blob, 'AP8B');
    const errors = await client.readResource({ uri: 'kedge://errors' });
    assert.match(errors.contents[0].text, /confirm_declined/);
    const missing = client.readResource({ uri: pathToFileURL(workspace.path('no such')).href });
    await assert.rejects(missing, { code: peer.modern ? -32602 : -32002 });
    await assert.rejects(client.readResource({ uri: 'file:///etc/passwd' }));
    await assert.rejects(client.listResources({ cursor: 'nobody gave this' }), { code: -32602 });

    const { resourceTemplates } = await client.listResourceTemplates();
    assert.ok(resourceTemplates.some(({ uriTemplate }) => uriTemplate === 'kedge://errors/{code}'));
    const complete = async (uri, name, value) =>
        (await client.complete({ ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion;
    assert.ok((await complete('kedge://errors/{code}', 'code', 'confirm_')).values.includes('confirm_declined'));
    const paths = await complete('file:///{+path}', 'path', 'many/2');
    assert.deepEqual([paths.values.length, paths.total, paths.hasMore], [100, 1111, true]);
  });

  test(`${peer.name}: who watches a file hears that somebody else changed it`, async (t) => {
    const workspace = makeWorkspace(t, { 'a.txt': lines, 'b.txt': lines });
    const { watch } = await connect(peer, workspace);
    const updated = [];
    const uri = pathToFileURL(workspace.path('a.txt')).href;
    const stop = await watch(uri, (which) => updated.push(which));
    workspace.write('b.txt', 'nobody cares\n');
    workspace.write('a.txt', 'changed by somebody else\n');
    await eventually('an update came', () => updated.length > 0);
    assert.deepEqual([...new Set(updated)], [uri]);
    await stop();
    await assert.rejects(watch('file:///etc/passwd', () => {}));
  });
}

for (const peer of peers.filter(({ http }) => !http)) {
  test(`${peer.name}: without --root and without roots it is the folder that the server was started in`, async (t) => {
    const workspace = makeWorkspace(t, { 'a.txt': lines });
    const { watch, headerOf } = await connect(peer, workspace, { args: [] });
    await watch(pathToFileURL(workspace.path('a.txt')).href, () => {});
    assert.match(await headerOf('root/a.txt'), /^¶root\/a\.txt#/);
  });
}

test('stdio: without --root the client\'s first root is taken', async (t) => {
  const workspace = makeWorkspace(t, { 'a.txt': lines });
  const roots = [{ uri: 'https://example.com/elsewhere' }, { uri: pathToFileURL(workspace.root).href, name: 'here' }];
  const { edit, headerOf, watch } = await connect(peers[0], workspace, {
    args: [],
    capabilities: { roots: {} },
    handlers: { 'roots/list': () => ({ roots }) },
  });
  await watch(pathToFileURL(workspace.path('a.txt')).href, () => {});
  const headers = await Promise.all([headerOf('a.txt'), headerOf(workspace.path('a.txt'))]);
  assert.equal(headers[0].split('#')[1], headers[1].split('#')[1]);
  const edited = await edit(patch(headers[0], ...change));
  assert.ok(!edited.isError, textOf(edited));
  assert.equal(workspace.read('a.txt'), changed);
});
