// Real language servers and formatters: what an edit breaks is told, what mends it is not, a name is changed everywhere, and files are
// formatted without making the next edit stale. language.test.mjs NAME…, or all that can be had.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kedge, Stage } from '../views/stage.mjs';

const packages = process.env.KEDGE_LANGUAGE_TOOLS;  // a folder with node_modules; without it, only what Debian has is tested
const bin = packages ? join(packages, 'node_modules/.bin') : '';
const asked = process.argv.slice(2);
const isAsked = (name) => (asked.length === 0 || asked.includes(name)) && (packages || name === 'clangd' || name === 'clang-format');

const servers = {
  clangd: { word: '*.cpp,*.hpp=clangd-19', file: 'a.cpp', text: 'int price(int net) {\n  return net * 2;\n}\n', message: /undeclared identifier 'nett'/ },
  pyright: { word: 'pyright', file: 'a.py', text: 'def price(net: int) -> int:\n    return net * 2\n', message: /"nett" is not defined/ },
  typescript: { word: 'typescript', file: 'a.ts', text: 'export function price(net: number): number {\n  return net * 2;\n}\n', message: /Cannot find name 'nett'/ },
};

function stageFor(t, files) {
  const stage = new Stage(files);
  if (bin) stage.env.PATH = `${bin}:${join(process.env.KEDGE_PEERS)}:${stage.env.PATH}`;
  t.after(() => stage.end());
  return stage;
}

for (const [name, { word, file, text, message }] of Object.entries(servers)) {
  test(`${name}: an edit that breaks the code is answered with what is wrong, one that mends it with nothing`, { skip: !isAsked(name) }, async (t) => {
    const stage = stageFor(t, { [file]: text });
    const agent = await stage.agent('tester', '--dialect', 'replace', '--language-server', word, '--diagnostics-timeout', '30000');
    await agent.call('read', { path: file });
    const edit = async (from, to) => {
      const begun = performance.now();
      const told = await agent.call('edit', { file_path: file, old_string: from, new_string: to });
      assert.equal(told.isError, false, told.text);
      return { text: told.text, ms: Math.round(performance.now() - begun) };
    };
    const broken = await edit('net * 2', 'nett * 2');
    assert.match(broken.text, /diagnostic: line 2, column \d+: error: /);
    assert.match(broken.text, message);
    const more = await edit('price(', 'prices(');
    assert.doesNotMatch(more.text, message, 'what was wrong before is not told again');
    const mended = await edit('nett * 2', 'net * 2');
    assert.doesNotMatch(mended.text, /diagnostic/);
    t.diagnostic(`${name}: ${broken.ms} ms with its start, then ${more.ms} and ${mended.ms} ms`);
  });
}

for (const [name, { word, file }] of Object.entries(servers)) {
  test(`${name}: a symbol gets another name in a hundred files, and is taken back byte for byte`, { skip: !isAsked(name) || name === 'clangd' }, async (t) => {
    const stage = stageFor(t, {});
    const count = 100;
    const isPython = file.endsWith('.py');
    mkdirSync(join(stage.root, 'shop'));
    writeFileSync(join(stage.root, `shop/${isPython ? 'price.py' : 'price.ts'}`), isPython ? 'def price(net: int) -> int:\n    return net * 2\n' : 'export function price(net: number): number {\n  return net * 2;\n}\n');
    if (!isPython) writeFileSync(join(stage.root, 'tsconfig.json'), '{"include": ["shop"]}\n');
    if (isPython) writeFileSync(join(stage.root, 'shop/__init__.py'), '');
    for (let at = 0; at < count; ++at) {
      const body = isPython ? `from shop.price import price\n\n\ndef total_${at}() -> int:\n    # the price, not the price of others\n    return price(${at}) + price(1)\n` : `import { price } from './price';\n\n// the price, not the price of others\nexport const total${at} = price(${at}) + price(1);\n`;
      writeFileSync(join(stage.root, `shop/use_${at}${isPython ? '.py' : '.ts'}`), body);
    }
    const before = Object.fromEntries(readdirSync(join(stage.root, 'shop')).map((each) => [each, readFileSync(join(stage.root, 'shop', each), 'utf8')]));
    const agent = await stage.agent('tester', '--dialect', 'replace', '--language-server', word, '--diagnostics-timeout', '200');
    const refused = await agent.call('rename', { path: `shop/price${isPython ? '.py' : '.ts'}`, line: 1, name: 'cost', new_name: 'worth' });
    assert.match(refused.text, /does not have the name cost/);
    const told = await agent.call('rename', { path: `shop/price${isPython ? '.py' : '.ts'}`, line: 1, name: 'price', new_name: 'cost' });
    assert.equal(told.isError, false, told.text);
    for (let at = 0; at < count; ++at) {
      const now = readFileSync(join(stage.root, `shop/use_${at}${isPython ? '.py' : '.ts'}`), 'utf8');
      assert.match(now, new RegExp(`cost\\(${at}\\) \\+ cost\\(1\\)`));
      assert.match(now, /the price, not the price of others/, 'comments are not the symbol');
    }
    const undone = await agent.call('undo', {});
    assert.equal(undone.isError, false, undone.text);
    for (const [each, bytes] of Object.entries(before)) assert.equal(readFileSync(join(stage.root, 'shop', each), 'utf8'), bytes, each);
  });
}

test('clangd: a symbol gets another name', { skip: !isAsked('clangd') }, async (t) => {
  const stage = stageFor(t, { 'a.cpp': 'int price(int net) { return net; }\nint total() { return price(1) + price(2); }\n' });
  const agent = await stage.agent('tester', '--dialect', 'patch', '--language-server', servers.clangd.word);
  const told = await agent.call('rename', { path: 'a.cpp', line: 2, name: 'price', new_name: 'cost' });
  assert.equal(told.isError, false, told.text);
  assert.equal(stage.read('a.cpp'), 'int cost(int net) { return net; }\nint total() { return cost(1) + cost(2); }\n');
  const without = await agent.call('rename', { path: 'a.txt', line: 1, name: 'a', new_name: 'b' });
  assert.ok(without.isError);
});

const formatters = {
  'clang-format': { word: '*.cpp=clang-format-19 --assume-filename={path}', file: 'a.cpp', row: (n) => `int   f${n} ( int a )  {   return a+${n};}\n` },
  prettier: { word: '*.ts=prettier --stdin-filepath {path}', file: 'a.ts', row: (n) => `export   const f${n} = ( a:number )=>a+${n}\n` },
};

for (const [name, { word, file, row }] of Object.entries(formatters)) {
  const turns = process.env.KEDGE_FORM === 'long' ? 1000 : name === 'prettier' ? 20 : 60;
  test(`${name}: ${turns} edits in a row by the tag of the last answer, none of them stale`, { skip: !isAsked(name) }, async (t) => {
    const stage = stageFor(t, { [file]: '' });
    const agent = await stage.agent('tester', '--dialect', 'patch', '--formatter', word, '--formatter-timeout', '20000', '--durability', 'none');
    const first = await agent.call('read', { path: file });
    let header = first.text.split('\n')[0];
    for (let turn = 0; turn < turns; ++turn) {
      const { isError, text } = await agent.call('edit', { input: `${header}\ninsert tail:\n+${row(turn)}` });
      assert.equal(isError, false, text);
      header = text.split('\n').find((line) => line.startsWith('¶')) ?? header;
    }
    assert.ok(!stage.read(file).includes('  ='), 'it is formatted');
    assert.match(stage.read(file), new RegExp(`f${turns - 1}`));
    const before = stage.read(file);
    const told = await agent.call('edit', { input: `${header}\ninsert tail:\n+${row(turns)}` });
    assert.match(told.text, new RegExp(`formatted by ${name}`));
    await agent.call('undo', {});
    assert.equal(stage.read(file), before, 'undo takes both back');
  });
}

// Programs that do not do what they should cost their answer and nothing else.
const hostile = {
  'hangs': 'sleep 1000',
  'crashes': 'kill -9 $$',
  'prints a gigabyte': "yes 'Content-Length: 5' | head -c 1000000000",
  'says what is no JSON': "printf 'Content-Length: 3\\r\\n\\r\\n{{{'; sleep 5",
  'announces too much': "printf 'Content-Length: 99999999999\\r\\n\\r\\n{'; sleep 5",
};
for (const [what, script] of Object.entries(hostile)) {
  test(`a language server that ${what}`, { skip: asked.length > 0 && !isAsked('hostile') }, async (t) => {
    const stage = stageFor(t, { 'a.txt': 'one\n' });
    const program = join(stage.folder, 'server');
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const agent = await stage.agent('tester', '--dialect', 'replace', '--language-server', `*.txt=${program}`, '--diagnostics-timeout', '300');
    await agent.call('read', { path: 'a.txt' });
    for (const [from, to] of [['one', 'two'], ['two', 'three']]) {
      const { isError, text } = await agent.call('edit', { file_path: 'a.txt', old_string: from, new_string: to });
      assert.equal(isError, false, text);
      assert.match(text, /has said nothing in time/);
    }
    assert.equal(stage.read('a.txt'), 'three\n');
  });
}

// A server that speaks the protocol, and lies.
const liar = (lies) => `#!/usr/bin/env node
let bytes = Buffer.alloc(0);
const send = (message) => { const body = JSON.stringify({ jsonrpc: '2.0', ...message }); process.stdout.write('Content-Length: ' + Buffer.byteLength(body) + '\\r\\n\\r\\n' + body); };
process.stdin.on('data', (data) => {
  bytes = Buffer.concat([bytes, data]);
  for (;;) {
    const end = bytes.indexOf('\\r\\n\\r\\n');
    if (end < 0) return;
    const length = Number(/content-length: (\\d+)/i.exec(bytes.subarray(0, end).toString())[1]);
    if (bytes.length < end + 4 + length) return;
    const message = JSON.parse(bytes.subarray(end + 4, end + 4 + length));
    bytes = bytes.subarray(end + 4 + length);
    if (message.method === 'initialize') send({ id: message.id, result: { capabilities: {} } });
    const document = message.params?.textDocument;
    (${lies})(message, document, send);
  }
});
`;
test('a language server that lies', { skip: asked.length > 0 && !isAsked('hostile') }, async (t) => {
  const stage = stageFor(t, { 'a.txt': 'one\n', 'b.txt': 'secret\n' });
  stage.env.PATH = `${process.env.KEDGE_PEERS}:${stage.env.PATH}`;
  const program = join(stage.folder, 'liar');
  writeFileSync(program, liar(`(message, document, send) => {
    const bad = [{ range: { start: { line: 99, character: 99 }, end: { line: 99, character: 99 } }, severity: 1, message: '\\u001b[31mbad\\u202e' }];
    if (message.method === 'textDocument/didOpen' || message.method === 'textDocument/didChange') {
      send({ id: 77, method: 'workspace/applyEdit', params: { edit: { changes: { [document.uri]: [{ range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }, newText: 'HACKED' }] } } } });
      send({ method: 'textDocument/publishDiagnostics', params: { uri: document.uri.replace('a.txt', 'b.txt'), version: document.version, diagnostics: bad } });
      send({ method: 'textDocument/publishDiagnostics', params: { uri: document.uri, version: document.version + 5, diagnostics: bad } });
      send({ method: 'textDocument/publishDiagnostics', params: { uri: document.uri, version: document.version, diagnostics: document.version > 1 ? bad : [] } });
    }
    const smuggled = { changes: { [document?.uri]: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } }, newText: 'four; and more' }] } };
    if (message.method === 'textDocument/rename') send({ id: message.id, result: message.params.newName === 'four' ? smuggled : { documentChanges: [{ kind: 'rename', oldUri: document.uri, newUri: document.uri + '.x' }] } });
  }`), { mode: 0o755 });
  const agent = await stage.agent('tester', '--dialect', 'replace', '--language-server', `*.txt=${program}`);
  await agent.call('read', { path: 'a.txt' });
  const told = await agent.call('edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' });
  assert.equal(told.isError, false, told.text);
  assert.match(told.text, /diagnostic: line 100, column \d+: error: .*bad/);
  assert.ok(!told.text.includes('\x1b') && !told.text.includes('\u202e'), 'what it says is escaped');
  assert.equal(stage.read('a.txt'), 'two\n', 'it writes nothing itself');
  const renamed = await agent.call('rename', { path: 'a.txt', line: 1, name: 'two', new_name: 'three' });
  assert.ok(renamed.isError);
  assert.match(renamed.text, /create, rename or delete files/);
  const more = await agent.call('rename', { path: 'a.txt', line: 1, name: 'two', new_name: 'four' });
  assert.match(more.text, /which is more than the name/);
  assert.equal(stage.read('a.txt'), 'two\n');
  assert.equal(stage.read('b.txt'), 'secret\n');
});

const badFormatters = {
  'fails': ['exit 3', /failed with status 3/],
  'never ends': ['sleep 1000', /took too long/],
  'prints nothing': ['cat >/dev/null', /printed nothing/],
  'prints what is not text': ["cat >/dev/null; printf '\\377\\376'", /not UTF-8/],
  'deletes the file': ['rm -f a.txt; cat', /./],
  'changes others': ['echo hacked > b.txt; cat', /./],
};
for (const [what, [script, told]] of Object.entries(badFormatters)) {
  test(`a formatter that ${what}`, { skip: asked.length > 0 && !isAsked('hostile') }, async (t) => {
    const stage = stageFor(t, { 'a.txt': 'one\n', 'b.txt': 'other\n' });
    const program = join(stage.folder, 'formatter');
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const agent = await stage.agent('tester', '--dialect', 'replace', '--formatter', `*.txt=${program}`, '--formatter-timeout', '300');
    await agent.call('read', { path: 'a.txt' });
    const { isError, text } = await agent.call('edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' });
    assert.match(text, told);
    if (what === 'deletes the file') assert.ok(isError, text);
    else assert.equal(stage.read('a.txt'), 'two\n', 'what was planned is written');
  });
}

test('programs inside the root are not run, and that is said', { skip: asked.length > 0 && !isAsked('hostile') }, async (t) => {
  const stage = stageFor(t, { 'a.txt': 'one\n' });
  const program = join(stage.root, 'formatter');
  writeFileSync(program, '#!/bin/sh\necho hacked\n', { mode: 0o755 });
  const run = (...words) => execFileSync('sh', ['-c', `${[kedge, ...words].map((word) => `'${word}'`).join(' ')} 2>&1`], { env: stage.env, encoding: 'utf8', input: '{"file_path": "a.txt", "old_string": "one", "new_string": "two"}' });
  const told = run('edit', '--dialect', 'replace', '--root', stage.root, '--formatter', `*.txt=${program}`, '--language-server', `*.txt=${program}`, '--language-server', 'pyrigth');
  assert.match(told, /lies inside the root, where a model may have written it/);
  assert.match(told, /did you mean pyright\?/);
  assert.equal(stage.read('a.txt'), 'two\n');
});
