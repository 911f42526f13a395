// What views cost, and how quick they are, in a real browser: KEDGE_BINARY=… KEDGE_PEERS=… main.mjs [PART…]. Prints a table.
import { performance } from 'node:perf_hooks';
import { program, sleep, Stage, twoChanges } from '../../tests/views/stage.mjs';

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const rows = [];
const tell = (what, value, goal) => rows.push([what, value, goal]);

async function inStage(files, work) {
  const stage = new Stage(files);
  try {
    await work(stage);
  } finally {
    await stage.end();
  }
}

// From the moment in which a change is proposed to the moment in which the page has drawn it.
async function latency() {
  await inStage({ 'price.py': program }, async (stage) => {
    const web = await stage.web();
    const page = await (await stage.browser()).newPage();
    await page.goto(web.url);
    await page.locator('#state.on').waitFor();
    const agent = await stage.agent('bench', '--dialect', 'apply_patch', '--confirm', 'always');
    await agent.call('read', { path: 'price.py' });
    const all = [];
    for (let turn = 0; turn < 20; ++turn) {
      await page.evaluate(() => {
        window.seen = 0;
        new MutationObserver((_, observer) => {
          const open = document.querySelector('.entry.open time');
          if (!open) return;
          observer.disconnect();
          requestAnimationFrame(() => (window.seen = Math.max(1, Date.now() - Date.parse(open.dateTime))));
        }).observe(document.body, { subtree: true, childList: true });
      });
      const answer = agent.call('apply_patch', { input: twoChanges });
      all.push(await (await page.waitForFunction(() => window.seen)).jsonValue());
      await page.locator('#decline').click();
      await answer;
      await page.locator('.entry.open').waitFor({ state: 'detached' });
    }
    tell('proposed change on the page, median of 20', `${median(all)} ms`, '100 ms');
    tell('the slowest of them', `${Math.max(...all)} ms`, '100 ms');
  });
}

async function firstPaint() {
  await inStage({ 'price.py': program }, async (stage) => {
    const web = await stage.web();
    const browser = await stage.browser();
    const all = [];
    let bytes = 0;
    for (let turn = 0; turn < 9; ++turn) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(web.url);
      await page.locator('#state.on').waitFor();
      all.push(await page.evaluate(() => performance.getEntriesByName('first-paint')[0].startTime));
      bytes = await page.evaluate(() => performance.getEntriesByType('resource').filter((each) => /page\.(js|css)$/.test(each.name)).reduce((sum, each) => sum + each.encodedBodySize, 0));
      await context.close();
    }
    tell('first paint, median of 9 fresh browsers', `${Math.round(median(all))} ms`, '300 ms');
    tell('the page, compressed', `${(bytes / 1000).toFixed(1)} KB`, '150 KB');
  });
}

// Frames of so many seconds, and the longest task.
const frames = (page, seconds) => page.evaluate(async (time) => {
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask', buffered: false });
  let count = 0;
  const end = performance.now() + time * 1000;
  await new Promise((resolve) => {
    const frame = () => {
      count += 1;
      if (performance.now() < end) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  return { count, longest: Math.max(0, ...tasks) };
}, seconds);

async function streaming() {
  const seconds = 5;
  await inStage({ 'notes.txt': `0\n${'some line\n'.repeat(200)}` }, async (stage) => {
    const web = await stage.web();
    const browser = await stage.browser();
    const empty = await browser.newPage();
    await empty.goto(new URL('/api/nothing', web.base).href);
    const page = await browser.newPage();
    await page.goto(web.url);
    await page.locator('#state.on').waitFor();
    const agent = await stage.agent('bench', '--dialect', 'replace', '--durability', 'none');
    await agent.call('read', { path: 'notes.txt' });
    let running = true;
    let edits = 0;
    const editing = (async () => {
      const begun = performance.now();
      for (; running; ++edits) {
        const { isError, text } = await agent.call('edit', { file_path: 'notes.txt', old_string: `${edits}\n`, new_string: `${edits + 1}\n` });
        if (isError) throw new Error(text);
        await sleep(Math.max(0, begun + (edits + 1) * 10 - performance.now()));
      }
    })();
    await sleep(500);
    // Both beside the same edits, so that the machine is as busy for the one as for the other.
    await empty.bringToFront();
    const idle = await frames(empty, seconds);
    await page.bringToFront();
    const before = edits;
    const busy = await frames(page, seconds);
    tell('edits a second while frames are counted', Math.round((edits - before) / seconds), '100');
    running = false;
    await editing;
    tell('frames beside those of an empty page', `${busy.count} / ${idle.count}`, '0.9');
    tell('longest task', `${Math.round(busy.longest)} ms`, '50 ms');
  });
}

// Edits one after the other with and without a view, by turns.
async function costOfAView() {
  const alone = [];
  const watched = [];
  await inStage({ 'notes.txt': `0\n${'some line\n'.repeat(500)}` }, async (stage) => {
    const agent = await stage.agent('bench', '--dialect', 'replace');
    await agent.call('read', { path: 'notes.txt' });
    let at = 0;
    const edits = async (into) => {
      for (let i = 0; i < 50; ++i, ++at) {
        const begun = performance.now();
        const { isError, text } = await agent.call('edit', { file_path: 'notes.txt', old_string: `${at}\n`, new_string: `${at + 1}\n` });
        into.push(performance.now() - begun);
        if (isError) throw new Error(text);
      }
    };
    await edits([]);
    for (let turn = 0; turn < 16; ++turn) {
      await edits(alone);
      const web = await stage.web();
      await edits([]);  // the first one connects
      await edits(watched);
      await web.stop();
    }
  });
  const cost = (median(watched) / median(alone) - 1) * 100;
  tell('an edit of 500 lines, durable, median of 800', `${median(alone).toFixed(2)} ms`, '');
  tell('the same with a page attached', `${median(watched).toFixed(2)} ms (${cost >= 0 ? '+' : ''}${cost.toFixed(1)} %)`, '+5 %');
}

const all = { latency, firstPaint, streaming, costOfAView };
for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(all)) await all[name]();
const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => String(row[column]).length)));
for (const row of [['what', 'measured', 'goal'], ...rows]) console.log(row.map((cell, column) => String(cell).padEnd(widths[column])).join('  ').trimEnd());
