// The reliability bench: see arguments.mjs for what it takes.
import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UsageError, parseArguments, usage } from './arguments.mjs';
import { makeAttempt } from './attempt.mjs';
import { evenly, readCorpus } from './corpus.mjs';
import { generateCorpus } from './generate.mjs';
import { wrongKind } from './judge.mjs';
import { mineRepository } from './mine.mjs';
import { npmRepository } from './npm.mjs';
import { Tally, repairTable, rowOf, tableOf } from './report.mjs';
import { tryRepair } from './repair.mjs';
import { runAttempt } from './run_attempt.mjs';
import { startLasting, tools } from './tools.mjs';
import { newFolder } from './work_folder.mjs';

const say = (text) => process.stderr.write(`reliability: ${text}\n`);

const usualNpmCases = 500;

async function loadCases({ source, limit }) {
  if (source.kind === 'npm') {
    const path = await npmRepository(source.path, say);
    return { name: 'npm', cases: mineRepository(path, { limit: limit ?? usualNpmCases, say }) };
  }
  if (source.kind === 'corpus') return { name: basename(source.path, '.jsonl'), cases: evenly(readCorpus(source.path), limit) };
  if (source.kind === 'repo') return { name: basename(resolve(source.path)), cases: mineRepository(source.path, { limit, say }) };
  return { name: 'generated', cases: evenly(generateCorpus(), limit) };
}

// The tools that can be had, each with how it is started; the others are named on stderr.
function findTools(options) {
  const found = [];
  for (const name of options.tools) {
    const { find, formats: known, spelling } = tools[name];
    const formats = options.formats.filter((format) => known.includes(format));
    const { start, missing } = formats.length > 0 ? find(options) : { missing: 'it speaks none of the formats' };
    if (missing) say(`without ${name}: ${missing}`);
    else found.push({ name, formats, spelling, start });
  }
  return found;
}

// Cases whose files have one name, in their order: a session remembers what it showed under a name, so they must not be spread over
// sessions that run side by side, or the outcome would depend on their number.
function byFileName(cases) {
  const groups = new Map();
  for (const each of cases) {
    const name = basename(each.path);
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups.values()];
}

async function measure(tool, cases, options, folder, finish) {
  const queue = byFileName(cases);
  let done = 0;
  const measureCase = async (running, root, theCase) => {
    for (const format of tool.formats) {
      for (const perturbation of options.perturbations) {
        const attempt = makeAttempt(theCase, format, perturbation, { spelling: tool.spelling });
        if (attempt === null) continue;
        if (options.fresh) await running.restart();
        const result = await runAttempt(running, attempt, root);
        result.repair = await tryRepair(running, attempt, result, root);
        finish(tool, attempt, result);
      }
    }
    if (++done % 20 === 0 || done === cases.length) say(`${tool.name}: ${done} of ${cases.length} cases`);
  };
  const lane = async (number) => {
    const root = mkdtempSync(join(folder, `lane${number}.`));
    const running = await startLasting(() => tool.start({ root, scratch: folder, formats: tool.formats }));
    try {
      for (let group; (group = queue.shift()) !== undefined;) {
        for (const theCase of group) await measureCase(running, root, theCase);
      }
    } finally {
      await running.stop();
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.jobs, cases.length) }, (_, number) => lane(number)));
}

function outcomeRow(attempt, { outcome, answers, after, repair }) {
  const { id, shape, traits } = attempt.case;
  const kind = outcome === 'wrong' ? wrongKind(attempt, after) : null;
  const message = answers[answers.length - 1]?.text ?? '';
  return {
    id, wrong_kind: kind, fmt: attempt.format, pert: attempt.perturbation, variant: attempt.variant, outcome,
    expected: attempt.right, shape, traits, detectable: attempt.detectable, repair: repair?.how, msg: message.slice(0, 400),
  };
}

function show(title, attempt, { outcome, calls, answers, repair }) {
  const { id, path } = attempt.case;
  console.log(`--- ${title}: ${outcome}, ${attempt.format}, ${attempt.perturbation} ${attempt.variant}, ${id} ${path}`);
  for (const [index, call] of calls.entries()) {
    console.log(typeof call.payload === 'string' ? call.payload : JSON.stringify(call.payload, null, 1));
    console.log(`=> ${answers[index].ok ? 'ok' : 'refused'}: ${answers[index].text}`);
  }
  for (const { payload, answer } of repair?.sent ?? []) {
    console.log(`then sent:\n${typeof payload === 'string' ? payload : JSON.stringify(payload, null, 1)}`);
    console.log(`=> ${answer.ok ? 'ok' : 'refused'}: ${answer.text}`);
  }
}

async function run(options) {
  const { name: corpus, cases } = await loadCases(options);
  const available = findTools(options);
  if (available.length === 0) throw new Error('there is no tool to measure');
  const folder = newFolder('kedge-reliability');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
  const outcomes = options.outcomes === null ? null : openSync(options.outcomes, 'w');
  const tally = new Tally();
  const timesShown = new Map();
  const mayShow = (what, most) => {
    timesShown.set(what, (timesShown.get(what) ?? 0) + 1);
    return timesShown.get(what) <= most;
  };
  const finish = (tool, attempt, result) => {
    const { format, perturbation } = attempt;
    const undetectable = result.outcome === 'wrong' && !attempt.detectable;
    tally.add({ tool: tool.name, format, perturbation, outcome: result.outcome, undetectable, repair: result.repair?.how });
    if (result.outcome === 'inexpressible') return;
    if (outcomes !== null) writeSync(outcomes, `${JSON.stringify({ tool: tool.name, ...outcomeRow(attempt, result) })}\n`);
    const key = `${tool.name} ${format} ${perturbation}`;
    const isWrong = ['wrong', 'noop_ok', 'error_but_wrote'].includes(result.outcome) && attempt.detectable;
    if (isWrong && mayShow(`wrong ${key}`, options.showWrong)) show('wrong', attempt, result);
    const isUnrepaired = result.repair !== undefined && !['repaired', 'no place'].includes(result.repair.how);
    if (isUnrepaired && mayShow(`unrepaired ${key}`, options.showUnrepaired)) show(`not repaired (${result.repair.how})`, attempt, result);
  };
  const started = Date.now();
  for (const tool of available) await measure(tool, cases, options, folder, finish);
  if (outcomes !== null) closeSync(outcomes);

  const cells = tally.cells();
  console.log(tableOf(cells, options.perturbations));
  const repairs = repairTable(cells);
  if (repairs !== '') console.log(repairs);
  console.log(`${cases.length} cases of ${corpus}, ${Math.round((Date.now() - started) / 1000)} s`);
  const rows = cells.map((cell) => `${JSON.stringify(rowOf(corpus, cell))}\n`);
  if (process.env.KEDGE_RESULTS) appendFileSync(process.env.KEDGE_RESULTS, rows.join(''));
}

try {
  const options = parseArguments(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else await run(options);
} catch (error) {
  say(error.message);
  if (error instanceof UsageError) process.stderr.write(usage);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
