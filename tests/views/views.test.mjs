// A person at the page and a person at the terminal, beside an agent: what they see, what is on disk and what the agent is told agree at
// each step. In a real browser and a real terminal.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { axeSource, eventually, program, sleep, Stage, twoChanges } from './stage.mjs';
import { pictureOf } from './picture.mjs';

const pictures = process.env.KEDGE_WRITE_PICTURES ? join(import.meta.dirname, '../../docs/pictures') : null;
if (pictures) mkdirSync(pictures, { recursive: true });

async function opened(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.goto(url);
  await page.locator('#state.on').waitFor();
  return { page, context, problems };
}

async function accessible(page, where) {
  // The rules of the page forbid scripts that it has not brought along, and this one is not of the page.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setBypassCSP', { enabled: true });
  await session.send('Runtime.evaluate', { expression: axeSource });
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'axe.run(document, {resultTypes: ["violations"]}).then((found) => JSON.stringify(found.violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 200) + " " + node.failureSummary).join(" | ")}`)))',
    awaitPromise: true, returnByValue: true,
  });
  assert.deepEqual(JSON.parse(result.value), [], `accessibility of ${where}`);
}

test('a page, a terminal and an agent agree', async (t) => {
  const stage = new Stage({ 'price.py': program });
  t.after(() => stage.end());
  const web = await stage.web();
  const browser = await stage.browser();
  const { page, problems } = await opened(browser, web.url);
  const terminal = await stage.terminal();
  const agent = await stage.agent('tester', '--dialect', 'apply_patch', '--confirm', 'always');
  await agent.call('read', { path: 'price.py' });

  let answer;
  // The page has been open for a while, and has shown something before.
  await agent.call('apply_patch', { input: twoChanges, dry_run: true });
  await page.getByText('preview').first().waitFor();
  await terminal.shows('proposed');
  await t.test('an edit is on the page when it is proposed', async () => {
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('.entry.open')) return;
        window.seen = Date.now() - Date.parse(document.querySelector('.entry.open time').dateTime);
        observer.disconnect();
      }).observe(document.body, { subtree: true, childList: true });
    });
    answer = agent.call('apply_patch', { input: twoChanges });
    const seen = await (await page.waitForFunction(() => window.seen)).jsonValue();
    t.diagnostic(`on the page ${seen} ms after it was proposed`);
  });

  await t.test('one change is declined with a note in the page, and the other is written', async () => {
    await page.getByLabel('accept change 2 of price.py').uncheck();
    await page.getByLabel('Note to the model').fill('leave delta alone');
    await page.getByRole('button', { name: 'Accept the rest' }).click();
    const { isError, text } = await answer;
    assert.equal(isError, false, text);
    assert.match(text, /declined: line 22/);
    assert.match(text, /leave delta alone/);
    assert.equal(stage.read('price.py'), program.replace('return net + vat', 'return net * 1.19'));
    await terminal.shows('accepted');
  });

  await t.test('a change is declined with a note in the terminal', async () => {
    answer = agent.call('apply_patch', { input: twoChanges.split('\n').filter((_, at) => at < 2 || at > 6).join('\n') });
    await terminal.shows('ASKS');
    await terminal.shows('return net * 1.07');
    if (pictures) await pictureOf(browser, terminal.screen('-e'), join(pictures, 'watch.png'));
    terminal.type('d', 'use the other helper', 'Enter');
    const { isError, text } = await answer;
    assert.ok(isError);
    assert.match(text, /confirm_declined/);
    assert.match(text, /use the other helper/);
    assert.equal(stage.read('price.py'), program.replace('return net + vat', 'return net * 1.19'));
    await page.locator('.marks', { hasText: 'declined' }).first().waitFor();
  });

  await t.test('what was written is taken back from the page, and the agent is told', async () => {
    await page.locator('.entry.applied button').first().click();
    await page.getByRole('button', { name: 'Take back …' }).click();
    await page.getByText('Taking it back would change').waitFor();
    assert.equal(stage.read('price.py'), program.replace('return net + vat', 'return net * 1.19'), 'a preview changes nothing');
    await page.locator('form[aria-label="Confirm"] input').fill('not now');
    await page.locator('#turn').click();
    await eventually(() => stage.read('price.py') === program, 'the undo');
    await terminal.shows('undo');
    const { text } = await agent.call('read', { path: 'price.py' });
    assert.match(text, /was taken back: not now/);
  });

  await t.test('marks, history, who wrote what, numbers', async () => {
    await page.locator('.entry.applied button').first().click();
    // Not check(): until the server has answered, news of something else draws the box as it was.
    await page.getByLabel('reviewed').click();
    await page.locator('.marks', { hasText: 'reviewed' }).first().waitFor();
    assert.match(execFileSync(process.env.KEDGE_BINARY, ['log', '--root', stage.root], { env: stage.env, encoding: 'utf8' }), /taken back|reviewed/);
    await page.getByRole('button', { name: 'price.py', exact: true }).first().click();
    await page.locator('input[type=range]').fill('0');
    await page.getByText('Version 1 of 2').waitFor();
    await accessible(page, 'the versions of a file');
    await page.getByRole('button', { name: 'Who wrote which line' }).click();
    await page.locator('.about').first().waitFor();
    await accessible(page, 'who wrote which line');
    await page.getByRole('button', { name: 'Statistics' }).click();
    await page.getByText('Calls by client').first().waitFor();
    await accessible(page, 'the statistics');
    await page.getByRole('button', { name: 'Changes', exact: true }).click();
  });

  await t.test('keys work, dark and light, on a phone, and everybody can use it', async () => {
    await page.locator('body').press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    await accessible(page, 'the help');
    await page.keyboard.press('Escape');
    await page.locator('.entry.applied button').first().click();
    await page.locator('table.diff').first().waitFor();
    await page.locator('body').press('s');
    await page.locator('table.wide').first().waitFor();
    await accessible(page, 'side by side');
    await page.locator('body').press('s');
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      await accessible(page, `a change, ${colorScheme}`);
    }
    await page.setViewportSize({ width: 380, height: 700 });
    await accessible(page, 'a change on a phone');
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    assert.equal(tooWide, false, 'the page is not wider than a phone');
    await page.setViewportSize({ width: 1200, height: 800 });
    if (pictures) await page.screenshot({ path: join(pictures, 'web.png') });
  });

  await t.test('the page is small and quick, and its server may be restarted', async () => {
    const sizes = await page.evaluate(() => performance.getEntriesByType('resource').filter((each) => /page\.(js|css)$/.test(each.name)).map((each) => each.encodedBodySize));
    const size = sizes.reduce((a, b) => a + b, 0);
    assert.ok(size > 1000 && size < 150_000, `${size} bytes`);
    const paint = await page.evaluate(() => performance.getEntriesByName('first-paint')[0].startTime);
    t.diagnostic(`${size} bytes compressed, first paint after ${Math.round(paint)} ms`);
    await web.stop();
    await page.locator('#state.off').waitFor();
    const again = await stage.web();
    assert.equal(again.url, web.url);
    await page.locator('#state.on').waitFor();
    await page.locator('.entry.applied').first().waitFor();
  });

  await t.test('the terminal is as it was', async () => {
    terminal.tmux('resize-window', '-x', '20', '-y', '5');
    await sleep(200);
    terminal.type('Tab');
    terminal.tmux('resize-window', '-x', '100', '-y', '25');
    await terminal.shows('│');
    terminal.type('q');
    await terminal.shows('left');
    const sumsShown = () => terminal.screen().match(/[0-9a-f]{32}/g) ?? [];
    for (let wait = 0; wait < 100 && sumsShown().length < 2; ++wait) await sleep(50);  // printed after it
    const sums = sumsShown();
    assert.equal(sums.length, 2);
    assert.equal(sums[0], sums[1], 'the settings of the terminal');
  });
  assert.deepEqual(problems.filter((each) => !each.includes('ERR_CONNECTION_REFUSED') && !each.includes('ERR_INCOMPLETE') && !each.includes('net::')), []);
});
