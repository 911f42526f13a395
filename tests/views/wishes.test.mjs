// The rest of what a person can do at a view: each does on disk what it says, and the agent is told.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually, program, Stage, twoChanges } from './stage.mjs';

const bothChanges = program.replace('return net + vat', 'return net * 1.19').replace(/return net \+ vat(?![^]*return net \+ vat)/, 'return net * 1.07');

async function atThePage(t, files, ...options) {
  const stage = new Stage(files);
  t.after(() => stage.end());
  const web = await stage.web();
  const page = await (await stage.browser()).newPage();
  await page.goto(web.url);
  await page.locator('#state.on').waitFor();
  const agent = await stage.agent('tester', '--dialect', 'apply_patch', ...options);
  await agent.call('read', { path: 'price.py' });
  return { stage, web, page, agent };
}

test('a proposal is changed before it is accepted', async (t) => {
  const { stage, page, agent } = await atThePage(t, { 'price.py': program.replaceAll('\n', '\r\n') }, '--confirm', 'always');
  const answer = agent.call('apply_patch', { input: twoChanges });
  await page.getByRole('button', { name: 'Change it before accepting' }).click();
  const text = page.getByLabel('price.py as it is to be written');
  await text.fill((await text.inputValue()).replace('1.07', '1.08'));
  await page.locator('#accept').click();
  const told = await answer;
  assert.equal(told.isError, false, told.text);
  assert.match(told.text, /changed before it was written/);
  assert.equal(stage.read('price.py'), bothChanges.replace('1.07', '1.08').replaceAll('\n', '\r\n'), 'line endings stay as they are');
});

test('all of a session is accepted for some minutes', async (t) => {
  const { stage, page, agent } = await atThePage(t, { 'price.py': program }, '--confirm', 'always');
  const answer = agent.call('apply_patch', { input: twoChanges });
  await page.getByLabel('Accept all of this session for').fill('5');
  await page.locator('#accept').click();
  assert.equal((await answer).isError, false);
  const next = await agent.call('apply_patch', { input: twoChanges.replaceAll('alpha', 'beta').replaceAll('delta', 'gamma') });
  assert.equal(next.isError, false, next.text);
  assert.ok(!stage.read('price.py').includes('net + vat'));
});

test('nobody is waited for longer than was asked for', async (t) => {
  const { stage, agent } = await atThePage(t, { 'price.py': program }, '--confirm', 'always', '--confirm-timeout', '1');
  const { isError, text } = await agent.call('apply_patch', { input: twoChanges });
  assert.ok(isError);
  assert.match(text, /cancelled/);
  assert.match(text, /nobody answered within 1 second/);
  assert.equal(stage.read('price.py'), program);
});

test('one change is taken back, and another when the agent is done', async (t) => {
  const { stage, page, agent } = await atThePage(t, { 'price.py': program });
  await agent.call('apply_patch', { input: twoChanges });
  assert.equal(stage.read('price.py'), bothChanges);
  await page.locator('.entry.applied button').first().click();
  await page.getByRole('button', { name: 'Take back change 2' }).click();
  await page.locator('#turn').click();
  await eventually(() => stage.read('price.py') === program.replace('return net + vat', 'return net * 1.19'), 'one change is taken back');
  assert.match((await agent.call('read', { path: 'price.py' })).text, /taken back in part/);

  const kept = stage.read('price.py');
  await agent.call('apply_patch', { input: twoChanges.replaceAll('alpha', 'beta').replaceAll('delta', 'gamma') });
  const made = page.locator('.entry.applied button', { hasText: 'tester' });
  await eventually(() => made.count().then((count) => count === 2), 'the second edit on the page');
  await made.first().click();
  await page.getByRole('button', { name: 'Take back …' }).click();
  await page.locator('#hold').click();
  await page.getByText('when the agent has been quiet for a while').first().waitFor();
  assert.notEqual(stage.read('price.py'), kept, 'not yet');
  await agent.close();
  await eventually(() => stage.read('price.py') === kept, 'it is taken back when the agent is gone');
});

test('several roots, search, and a file played from its beginning', async (t) => {
  const stage = new Stage({ 'price.py': program });
  t.after(() => stage.end());
  const other = join(stage.folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'notes.txt'), 'one\n');
  const web = await stage.web('--root', other);
  const page = await (await stage.browser()).newPage();
  await page.goto(web.url);
  await page.locator('#state.on').waitFor();
  const agent = await stage.agent('first', '--dialect', 'apply_patch');
  await agent.call('read', { path: 'price.py' });
  await agent.call('apply_patch', { input: twoChanges });
  await agent.call('apply_patch', { input: twoChanges.replaceAll('alpha', 'beta').replaceAll('delta', 'gamma') });
  const second = await stage.agent('second', '--root', other, '--dialect', 'replace');
  await second.call('read', { path: join(other, 'notes.txt') });
  await second.call('edit', { file_path: join(other, 'notes.txt'), old_string: 'one', new_string: 'unmistakable' });
  assert.equal(readFileSync(join(other, 'notes.txt'), 'utf8'), 'unmistakable\n');
  await eventually(() => page.locator('.entry').count().then((count) => count === 3), 'three changes of two roots');
  await page.getByLabel('Root').selectOption({ label: other });
  assert.equal(await page.locator('.entry').count(), 1);
  await page.getByLabel('Root').selectOption({ label: 'all' });
  await page.locator('#search').fill('unmistakable');
  await eventually(() => page.locator('.entry').count().then((count) => count === 1), 'what has the word in its diff');
  await page.locator('#search').fill('');
  await page.locator('.entry button', { hasText: 'price.py' }).first().click();
  await page.getByRole('button', { name: 'price.py', exact: true }).first().click();
  await page.getByText('Version 2 of 2').waitFor();
  await page.locator('#play').click();
  await page.getByText('Version 1 of 2').waitFor();
  await page.getByText('Version 2 of 2').waitFor();
  assert.match(await page.locator('table.diff').innerText(), /def alpha/);
});

test('the terminal does it all with keys', async (t) => {
  const stage = new Stage({ 'price.py': program, 'wide.txt': '日本語のテキスト\n'.repeat(3) });
  t.after(() => stage.end());
  const terminal = await stage.terminal(120, 30);
  const agent = await stage.agent('tester', '--dialect', 'apply_patch', '--confirm', 'always');
  await agent.call('read', { path: 'price.py' });
  const answer = agent.call('apply_patch', { input: twoChanges });
  await terminal.shows('ASKS');
  await terminal.shows('[ ] 2:');
  terminal.type('2');
  await terminal.shows('[x] 2:');
  terminal.type('A');
  await terminal.shows('note to the model');
  terminal.type('only the first', 'Enter');
  const told = await answer;
  assert.equal(told.isError, false, told.text);
  assert.match(told.text, /only the first/);
  assert.equal(stage.read('price.py'), program.replace('return net + vat', 'return net * 1.19'));
  await terminal.shows('applied');
  terminal.type('k', 'r');
  await terminal.shows('✓');
  terminal.type('s');
  await eventually(() => terminal.screen().split('\n').some((row) => row.includes('net + vat') && row.includes('net * 1.19')), 'side by side');
  terminal.type('s', '/', 'nothing has this', 'Enter');
  await terminal.shows('nothing has these words');
  terminal.type('/', 'Escape');
  await terminal.shows('applied');
  terminal.type('k', 'u');
  await terminal.shows('Taking it back would change');
  terminal.type('y');
  await eventually(() => stage.read('price.py') === program, 'the undo');
  await agent.call('read', { path: 'wide.txt' });
  const wide = agent.call('apply_patch', { input: '*** Begin Patch\n*** Update File: wide.txt\n@@\n 日本語のテキスト\n-日本語のテキスト\n+日本語の文章\n 日本語のテキスト\n*** End Patch\n' });
  await terminal.shows('日本語の文章');
  terminal.type('d', 'Enter');
  assert.ok((await wide).isError);
  terminal.type('?');
  await terminal.shows('this help');
  terminal.type('x');
  // Asked to end, it leaves the terminal as it was.
  process.kill(terminal.pid(), 'SIGTERM');
  await terminal.shows('left');
  const sums = terminal.screen().match(/[0-9a-f]{32}/g);
  assert.equal(sums[0], sums.at(-1), 'the settings of the terminal');
});
