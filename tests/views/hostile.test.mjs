// What must not disturb a view, and what a view must not disturb.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { eventually, program, Stage, twoChanges } from './stage.mjs';

const whole = (text) => ({ path: 'notes.txt', content: text });

async function openedPage(stage, url) {
  const browser = await stage.browser();
  const page = await browser.newPage();
  await page.goto(url);
  return page;
}

test('names and contents are shown, never obeyed', async (t) => {
  const stage = new Stage();
  t.after(() => stage.end());
  const web = await stage.web();
  const page = await openedPage(stage, web.url);
  const agent = await stage.agent('<b id=who>agent</b>', '--dialect', 'replace', '--durability', 'none');
  const name = '<img src=x onerror="window.hit=1">.txt';
  await agent.call('write', { path: name, content: '<script>window.hit = 1</script>\n\x1b[31mred\x1b[0m \u202etxet\n' });
  const terminal = await stage.terminal(100, 20);
  await page.locator('.entry button').first().click();
  await page.locator('table.diff').waitFor();
  const text = await page.locator('main').innerText();
  assert.ok(text.includes('<script>window.hit = 1</script>') && text.includes(name), text);
  assert.ok(!text.includes('\u202e') && !text.includes('\x1b'), 'control characters are escaped');
  assert.equal(await page.evaluate(() => [window.hit, document.querySelectorAll('img, b, #who, main script').length].join()), ',0');
  const screen = await terminal.shows('<script>').then(() => terminal.screen('-e'));
  assert.ok(!screen.includes('\u202e') && !terminal.screen().includes('\x1b[31mred'), screen);
  terminal.type('q');
});

test('only the page itself and its token are let in', async (t) => {
  const stage = new Stage({ 'notes.txt': 'one\n' });
  t.after(() => stage.end());
  const web = await stage.web();
  const status = async (path, headers = {}, options = {}) => (await fetch(new URL(path, web.base), { headers, ...options })).status;
  const token = { Authorization: `Bearer ${web.token}` };
  assert.equal(await status('/'), 200);
  assert.equal(await status('/api/stats?root=0', token), 200);
  assert.equal(await status('/api/stats?root=0'), 401);
  assert.equal(await status('/api/stats?root=0', { Authorization: 'Bearer 0' }), 401);
  assert.equal(await status('/api/stats?root=0', { ...token, Origin: 'http://evil.example' }), 403);
  assert.equal(await status('/', { Origin: 'http://evil.example' }), 403);
  assert.equal(await status('/../etc/passwd'), 404);
  assert.equal(await status('/api/nothing', token), 404);
  assert.equal(await status('/api/stats?root=7', token), 404);
  assert.equal(await status('/api/turn', token, { method: 'POST', body: 'no JSON' }), 400);
  assert.equal(await status('/api/turn', token, { method: 'POST', body: '{"root":0,"id":"e9-none"}' }), 409);
  const host = execFileSync('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', 'Host: evil.example', web.base], { encoding: 'utf8' });
  assert.equal(host, '403');
  const policy = (await fetch(web.base)).headers.get('content-security-policy');
  assert.match(policy, /default-src 'none'.*script-src 'self'/);
  const page = await openedPage(stage, `${web.base}#wrong`);
  await page.getByText('a bearer token is needed').waitFor();
});

test('of two views the first answer counts, and a view that vanishes leaves the question to others', async (t) => {
  const stage = new Stage({ 'price.py': program });
  t.after(() => stage.end());
  const web = await stage.web();
  const page = await openedPage(stage, web.url);
  await page.locator('#state.on').waitFor();
  const terminal = await stage.terminal();
  const agent = await stage.agent('tester', '--dialect', 'apply_patch', '--confirm', 'always');
  await agent.call('read', { path: 'price.py' });
  let answer = agent.call('apply_patch', { input: twoChanges });
  await terminal.shows('ASKS');
  await page.locator('#accept').waitFor();
  terminal.type('a');
  assert.equal((await answer).isError, false);
  await page.locator('.marks', { hasText: 'accepted' }).first().waitFor();
  await page.locator('#accept').waitFor({ state: 'detached' });
  // The terminal is killed while both are asked; its screen is restored all the same.
  answer = agent.call('apply_patch', { input: twoChanges.replaceAll('alpha', 'beta').replaceAll('delta', 'gamma') });
  await page.locator('#accept').waitFor();
  const sum = await terminal.settings();
  process.kill(terminal.pid(), 'SIGKILL');
  await terminal.shows('left');
  await eventually(() => {
    terminal.type('clear; stty -g | md5sum', 'Enter');
    return terminal.screen().includes(sum);
  }, 'the settings of the terminal as they were');
  // And when nobody is left, nobody has said yes.
  await web.stop();
  const { isError, text } = await answer;
  assert.ok(isError, text);
  assert.ok(!/shown and declined/.test(text), text);
});

test('an agent that dies while it asks leaves no question behind', async (t) => {
  const stage = new Stage({ 'price.py': program });
  t.after(() => stage.end());
  const web = await stage.web();
  const page = await openedPage(stage, web.url);
  await page.locator('#state.on').waitFor();
  const agent = await stage.agent('tester', '--dialect', 'apply_patch', '--confirm', 'always');
  await agent.call('read', { path: 'price.py' });
  const answer = agent.call('apply_patch', { input: twoChanges }).catch(() => 'gone');
  await page.locator('#accept').waitFor();
  process.kill(agent.pid, 'SIGKILL');
  assert.equal(await answer, 'gone');
  await page.locator('.marks', { hasText: 'over' }).first().waitFor();
  assert.equal(stage.read('price.py'), program);
});

test('changes that are very large are shown in part', async (t) => {
  const stage = new Stage({ 'notes.txt': 'one\n' });
  t.after(() => stage.end());
  const web = await stage.web();
  const page = await openedPage(stage, web.url);
  const agent = await stage.agent('tester', '--dialect', 'replace', '--durability', 'none');
  await agent.call('read', { path: 'notes.txt' });
  await agent.call('write', whole(Array.from({ length: 100_000 }, (_, at) => `line ${at}\n`).join('')));
  await page.locator('.entry.applied button').first().click();
  await page.getByRole('button', { name: /Show more of/ }).waitFor();
  assert.ok((await page.locator('table.diff tr').count()) < 2100);
  await agent.call('write', { path: 'long.txt', content: `${'x'.repeat(2_000_000)}\n` });
  await eventually(() => page.locator('.entry.applied').count().then((count) => count === 2), 'the second change');
  await page.locator('.entry.applied button').first().click();
  await page.getByText(/more bytes/).first().waitFor();
  const terminal = await stage.terminal(20, 5);
  terminal.type('Tab', 'G', 'g', 's', 'Space');
  terminal.type('q');
  await terminal.shows('left');
});

test('what comes faster than it can be shown is counted, and hurts nobody', async (t) => {
  const names = Array.from({ length: 6 }, (_, at) => `notes${at}.txt`);
  const stage = new Stage(Object.fromEntries(names.map((name) => [name, '0\n'])));
  t.after(() => stage.end());
  const web = await stage.web();
  const page = await openedPage(stage, web.url);
  await page.locator('#state.on').waitFor();
  const each = 70;
  const calls = each * names.length;
  const agents = await Promise.all(names.map((name) => stage.agent(name, '--dialect', 'replace', '--durability', 'none')));
  const begun = performance.now();
  await Promise.all(agents.map(async (agent, which) => {
    await agent.call('read', { path: names[which] });
    for (let at = 0; at < each; ++at) {
      const { isError, text } = await agent.call('edit', { file_path: names[which], old_string: `${at}`, new_string: `${at + 1}` });
      assert.ok(!isError, text);
    }
  }));
  t.diagnostic(`${Math.round((calls * 1000) / (performance.now() - begun))} edits a second by ${names.length} agents`);
  for (const name of names) assert.equal(stage.read(name), `${each}\n`);
  await eventually(async () => (await page.locator('.entry').count()) >= 100, 'the last changes');
  const stream = (await fetch(new URL('/api/events', web.base), { headers: { Authorization: `Bearer ${web.token}` } })).body.getReader();
  let told = '';
  while (!told.includes('\n\n')) told += new TextDecoder().decode((await stream.read()).value);
  await stream.cancel();
  const { items } = JSON.parse(told.slice('data: '.length, told.indexOf('\n\n')));
  const applied = items.filter((item) => item.event === 'applied').length;
  const missed = items.reduce((sum, item) => sum + (item.missed ?? 0), 0);
  t.diagnostic(`${applied} shown, ${missed} missed`);
  assert.equal(applied + missed, calls);
});
