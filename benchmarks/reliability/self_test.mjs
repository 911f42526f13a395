// Checks of the bench itself: node self_test.mjs. A bench that cannot find a wrong tool wrong measures nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { UsageError, parseArguments } from './arguments.mjs';
import { makeAttempt } from './attempt.mjs';
import { evenly, hunksGiveAfter, readCorpus } from './corpus.mjs';
import { formatNames, isSequence, quotesText } from './formats.mjs';
import { generateCase, generateCorpus } from './generate.mjs';
import { judge } from './judge.mjs';
import { merge } from './merge.mjs';
import { mineRepository } from './mine.mjs';
import { perturbationNames } from './perturbations.mjs';
import { PythonRandom } from './random.mjs';
import { repairedAddresses } from './repair/addressed.mjs';
import { insistedFiles } from './repair/insisted.mjs';
import { repairedQuotes } from './repair/quoted.mjs';
import { Tally, rowOf } from './report.mjs';
import { runAttempt } from './run_attempt.mjs';
import { applyHunks, flipLineEnds, shownLines } from './text.mjs';
import { parseView } from './view.mjs';
import { newFolder } from './work_folder.mjs';

const whole = generateCorpus();
const corpus = whole.slice(0, 120);

function inFolder(action) {
  const folder = newFolder('kedge-self-test');
  const clean = () => rmSync(folder, { recursive: true, force: true });
  try {
    const result = action(folder);
    if (!(result instanceof Promise)) return clean();
    return result.finally(clean);
  } catch (error) {
    clean();
    throw error;
  }
}

test('a seed draws what CPython 3.11 draws from it', () => {
  const known = {
    '1:76daf6b7a243:udiff:none': [0.1199090371893532, 3, 14851956, 'c', 0.9708303571056973, 881],
    '': [0.9602256525641875, 9, 6941969, 'd', 0.86435024986849, 770],
    kedge: [0.726613774437663, 8, 7030439, 'c', 0.774475479740021, 952],
    ünïcode: [0.34422217372746233, 6, 7155363, 'b', 0.450831887610199, 39],
  };
  for (const [seed, values] of Object.entries(known)) {
    const r = new PythonRandom(seed);
    const drawn = [r.random(), r.below(10), r.below(1 << 24), r.choice([...'abcde']), r.random(), r.below(1000)];
    assert.deepEqual(drawn, values, seed);
  }
  const long = new PythonRandom('kedge');
  let last = 0;
  for (let i = 0; i < 2000; ++i) last = long.below(1000003);
  assert.equal(last, 617654, 'after the state was refilled');
});

test('the generated corpus is the same everywhere', () => {
  assert.deepEqual(generateCase(7), generateCase(7));
  const digest = createHash('sha256').update(JSON.stringify(corpus)).digest('hex');
  const pinned = 'c03a5c1405c88a82dd70d1409031205978b25d6d9bbd17b7b9ee6f8089951631';
  assert.equal(digest, pinned, 'a new corpus is not comparable with older rows: pin it only if that is meant');
});

test('generated hunks give the file after them, and git agrees on what others did meanwhile', () => {
  for (const each of corpus) assert.ok(hunksGiveAfter(each), each.id);
  for (const { id, before, after, drift, conflict } of corpus.slice(0, 15)) {
    if (drift) assert.equal(merge(before, after, drift.drifted_before), drift.drifted_after_expected, id);
    if (conflict) assert.equal(merge(before, after, conflict.drifted_before), null, id);
  }
});

test('the generated corpus has every kind of file', () => {
  const seen = new Set(whole.flatMap(({ shape, eol, traits }) => [shape, eol, ...traits]));
  for (const kind of ['one_line', 'block_replace', 'pure_insert', 'pure_delete', 'multi_hunk', 'lf', 'crlf', 'mixed_eol', 'bom',
    'no_final_newline', 'tabs', 'non_ascii', 'repetitive_file', 'repeated_target', 'touches_bof', 'touches_eof']) {
    assert.ok(seen.has(kind), kind);
  }
  const quick = new Set(evenly(whole, 60).map(({ shape }) => shape));
  assert.equal(quick.size, 5, 'a part of the corpus is as mixed as the whole');
});

test('every perturbation occurs, and an attempt is the same each time', () => {
  const missing = new Set(perturbationNames);
  for (const each of corpus.slice(0, 25)) {
    for (const format of formatNames) {
      for (const perturbation of perturbationNames) {
        const attempt = makeAttempt(each, format, perturbation);
        if (attempt === null) continue;
        missing.delete(perturbation);
        const again = makeAttempt(each, format, perturbation);
        assert.deepEqual([again.variant, again.disk, again.shown], [attempt.variant, attempt.disk, attempt.shown]);
      }
    }
  }
  assert.deepEqual([...missing], []);
});

test('hunks keep line ends, a BOM and a missing last newline', () => {
  assert.equal(applyHunks('a\r\nb\r\nc', [{ start: 2, end: 2, new_lines: ['B', 'BB'] }]), 'a\r\nB\r\nBB\r\nc');
  assert.equal(applyHunks('\ufeffa\nb\n', [{ start: 1, end: 0, new_lines: ['0'] }]), '\ufeff0\na\nb\n');
  assert.equal(applyHunks('a\nb', [{ start: 3, end: 2, new_lines: ['c'] }]), 'a\nb\nc');
  assert.deepEqual(shownLines('\ufeffa\r\nb\n'), ['a', 'b']);
  assert.equal(flipLineEnds(flipLineEnds('a\nb\n')), 'a\nb\n');
});

test('a view knows tag, hashes and how rows are numbered', () => {
  assert.equal(parseView('¶a.txt#AB12\n1:x\n').tag, 'AB12');
  assert.deepEqual([...parseView('1:ab|x\n2:cd|y').hashes], [[1, 'ab'], [2, 'cd']]);
  assert.equal(parseView('     1\tx').separator, '\t');
});

// Attempts of all formats whose payload can be made without a tool's read.
function* attempts(perturbations = perturbationNames) {
  for (const each of corpus.slice(0, 8)) {
    for (const format of formatNames.filter(quotesText)) {
      for (const perturbation of perturbations) {
        const attempt = makeAttempt(each, format, perturbation);
        if (attempt !== null) yield attempt;
      }
    }
  }
}

async function outcomesOf(toolFor) {
  const counts = {};
  await inFolder(async (folder) => {
    for (const attempt of attempts()) {
      const { outcome } = await runAttempt({ read: async () => '', edit: async () => toolFor(attempt, folder) }, attempt, folder);
      const key = attempt.right;
      counts[key] ??= {};
      counts[key][outcome] = (counts[key][outcome] ?? 0) + 1;
    }
  });
  return counts;
}

const write = (attempt, folder, text) => writeFileSync(join(folder, attempt.path), text);

test('a tool that writes something else and says "done" is wrong every time', async () => {
  const counts = await outcomesOf((attempt, folder) => {
    write(attempt, folder, 'not what anybody wanted\n');
    return { ok: true, text: '' };
  });
  for (const [right, outcomes] of Object.entries(counts)) assert.deepEqual(Object.keys(outcomes), ['wrong'], right);
});

test('a tool that writes and says "failed" is told from one that does nothing', async () => {
  const noisy = await outcomesOf((attempt, folder) => {
    write(attempt, folder, 'half\n');
    return { ok: false, text: '' };
  });
  for (const outcomes of Object.values(noisy)) assert.ok(!('rejected' in outcomes) && !('intended' in outcomes));
  const refusing = await outcomesOf(() => ({ ok: false, text: 'no' }));
  for (const outcomes of Object.values(refusing)) assert.deepEqual(Object.keys(outcomes), ['rejected']);
});

test('a tool that claims to have done what it did not do is found out', async () => {
  const { intended, either, reject, unchanged } = await outcomesOf(() => ({ ok: true, text: '' }));
  assert.deepEqual([intended, either, reject].map((outcomes) => Object.keys(outcomes)), [['noop_ok'], ['noop_ok'], ['noop_ok']]);
  assert.deepEqual(Object.keys(unchanged), ['intended']);
});

test('the right file is right, and luck is not skill', async () => {
  const counts = await outcomesOf((attempt, folder) => {
    const [file] = attempt.disk === null ? [] : attempt.acceptedFiles();
    if (file !== undefined) write(attempt, folder, file);
    return { ok: true, text: '' };
  });
  for (const right of ['intended', 'either', 'unchanged']) assert.deepEqual(Object.keys(counts[right]), ['intended'], right);
  assert.ok(!('intended' in counts.reject));
});

test('one byte decides', () => {
  const attempt = makeAttempt(corpus.find(({ eol, traits }) => eol === 'lf' && !traits.includes('mixed_eol')), 'codex', 'none');
  const [call] = attempt.calls(parseView(''));
  const [right] = attempt.acceptedFiles();
  assert.equal(judge(attempt, [call], [true], Buffer.from(right)), 'intended');
  assert.equal(judge(attempt, [call], [true], Buffer.from(`${right} `)), 'wrong');
  assert.equal(judge(attempt, [call], [true], Buffer.from(right.replaceAll('\n', '\r\n'))), 'wrong');
  assert.equal(judge(attempt, [call], [true], Buffer.from(right, 'utf16le')), 'wrong');
});

test('of a sequence every accepted call must have done its part', () => {
  const each = corpus.find((candidate) => makeAttempt(candidate, 'str_replace', 'none')?.quotes()?.length > 1);
  const attempt = makeAttempt(each, 'str_replace', 'none');
  const calls = attempt.calls(parseView(''));
  const oks = calls.map((_, index) => index === 0);
  assert.ok(isSequence('str_replace'));
  assert.equal(judge(attempt, calls, oks, Buffer.from(attempt.result(calls[0].hunks))), 'rejected_after_partial');
  assert.equal(judge(attempt, calls, oks, Buffer.from(attempt.result(calls[1].hunks))), 'wrong');
});

test('outcomes of a row add up', () => {
  const tally = new Tally();
  const add = (outcome, more = {}) => tally.add({ tool: 'kedge', format: 'hl_patch', perturbation: 'off_by_one', outcome, ...more });
  for (const outcome of ['intended', 'rejected', 'rejected_after_partial', 'lucky', 'inexpressible']) add(outcome);
  add('wrong', { undetectable: true });
  const row = rowOf('generated', tally.cells()[0]);
  const { n, intended, rejected, lucky, silent_wrong: wrong, noop_ok: noop, wrote_error: noisy } = row;
  assert.equal(intended + rejected + lucky + wrong + noop + noisy, n);
  assert.deepEqual([row.dialect, n, row.undetectable, row.inexpressible], ['patch', 5, 1, 1]);
});

test('what the refusal gives is what is sent', () => {
  const quote = { lo: 1, hi: 3, rows: [[' ', 'one'], ['-', 'tow'], ['+', '2'], [' ', 'three']], hunks: [0] };
  const payload = { file_path: 'a', old_string: 'one\ntow\nthree', new_string: 'one\n2\nthree' };
  const message = 'a: the quoted text does not occur.\nThe file has there:\n1:one\n2:two\n3:three\nCompare.';
  const repaired = repairedQuotes('str_replace', { payload, quotes: [quote] }, message);
  assert.deepEqual(repaired, { file_path: 'a', old_string: 'one\ntwo\nthree', new_string: 'one\n2\nthree' });
  assert.equal(repairedQuotes('str_replace', { payload, quotes: [quote] }, 'no'), null);

  const patch = '*** Begin Patch\n*** Update File: a\n@@\n one\n-tow\n+2\n three\n*** End Patch\n';
  const better = patch.replace('tow', 'two');
  assert.equal(repairedQuotes('codex', { payload: patch, quotes: [quote] }, `a: no.\nSend instead:\n${better}Compare.`), better);
});

test('lines are found where the refusal shows them now', () => {
  const attempt = {
    format: 'hl_patch', path: 'a', spelling: 'words', lines: ['zero', 'one', 'two', 'three'],
    hunks: [{ start: 3, end: 3, new_lines: ['2'] }],
  };
  const call = { hunks: [0], payload: '¶a#OLD1\nreplace 3..3:\n+2\n' };
  const message = 'a has changed since #OLD1.\nThe file is now:\n¶a#NEW1\n7:one\n8:two!\n9:three\nRe-read.';
  assert.equal(repairedAddresses(attempt, call, message), '¶a#NEW1\nreplace 8..8:\n+2\n');
  assert.equal(repairedAddresses(attempt, call, message.replace('two!', '2')), 'nothing');
  assert.equal(repairedAddresses(attempt, call, 'Re-read.'), null);
});

test('who insists gets the own lines and keeps the rest of the others', () => {
  const attempt = { shown: 'a\nb\nc\nd\n', disk: 'a\nB\nc\nd\ne\n', hunks: [{ start: 2, end: 2, new_lines: ['2'] }] };
  assert.ok(insistedFiles(attempt).includes('a\n2\nc\nd\ne\n'));
});

test('nothing is left to delete where nothing like the lines is in their place', () => {
  const hunks = [{ start: 2, end: 4, new_lines: [] }];
  const shown = 'a\nthe first line\n}\nthe second line\nz\n';
  const insisted = (disk) => insistedFiles({ shown, disk, hunks });
  const gone = 'a\nquite different: 1\n}\nz\n';
  assert.ok(insisted(gone).includes(gone));
  const rewritten = 'a\nquite different: 1\n}\nthe second lines\nz\n';
  assert.ok(!insisted(rewritten).includes(rewritten));
});

test('a line without a word does not say that the other writer has not made the same change', () => {
  const hunks = [{ start: 2, end: 4, new_lines: ['new'] }];
  const disk = 'a\nmore\n\nnew\nz\n';
  assert.ok(insistedFiles({ shown: 'a\none\n\ntwo\nz\n', disk, hunks }).includes(disk));
});

test('an insertion between two lines that are there may be beside either, but not twice', () => {
  const hunks = [{ start: 2, end: 1, new_lines: ['mine'] }];
  const insisted = (disk) => insistedFiles({ shown: 'a\nz\n', disk, hunks });
  assert.ok(insisted('a\ntheirs\nz\n').includes('a\nmine\ntheirs\nz\n'));
  assert.ok(insisted('a\ntheirs\nz\n').includes('a\ntheirs\nmine\nz\n'));
  assert.ok(insisted('a\nmine\ntheirs\nz\n').includes('a\nmine\ntheirs\nz\n'));
  assert.ok(!insisted('a\nmine\ntheirs\nz\n').includes('a\nmine\ntheirs\nmine\nz\n'));
});

test('a refusal tells where the edges of the file are', () => {
  const attempt = { format: 'hl_patch', path: 'a', lines: ['1', '2'], hunks: [{ start: 3, end: 2, new_lines: ['end'] }], slip: {} };
  const call = { hunks: [0] };
  const message = 'a has changed. Line 4 is the last of the file now.\nThe file is now:\n¶a#NEW1\n3:c\n4:d\n';
  const sent = (text, spelling = 'words') => repairedAddresses({ ...attempt, spelling }, call, text);
  assert.equal(sent(message), '¶a#NEW1\ninsert after 4:\n+end\n');
  assert.equal(sent(message.replace('now.', 'now. This part of the edit is done already.')), 'nothing');
});

test('that an insertion beside a line is done says nothing of the one before that line', () => {
  const hunks = [{ start: 2, end: 1, new_lines: ['x'] }, { start: 3, end: 2, new_lines: ['y'] }];
  const attempt = { format: 'hl_patch', path: 'a', lines: ['1', '2', '3'], hunks, slip: {}, spelling: 'words' };
  const message = 'A line that reads like line 1 is at line 1 now. A line that reads like line 2 is at line 2 now. ' +
    'This part of the edit is done already.\nThe file is now:\n¶a#NEW1\n1:1\n2:2\n3:y\n4:3\n';
  assert.equal(repairedAddresses(attempt, { hunks: [0, 1] }, message), '¶a#NEW1\ninsert after 1:\n+x\n');
});

test('a repository is mined for edits with what happened around them', () => inFolder((folder) => {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@localhost'];
  const git = (...args) => execFileSync('git', ['-C', folder, ...author, ...args], { stdio: 'pipe' });
  git('init', '-q');
  mkdirSync(join(folder, 'src'));
  const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
  const versions = [[], [[5, 'five']], [[5, 'five'], [25, 'twenty-five']], [[5, 'FIVE'], [25, 'twenty-five']]];
  for (const [number, changes] of versions.entries()) {
    const text = [...lines];
    for (const [at, line] of changes) text[at] = line;
    writeFileSync(join(folder, 'src/a b.txt'), `${text.join('\n')}\n`);
    git('add', '-A');
    git('commit', '-qm', `version ${number}`);
  }
  const cases = mineRepository(folder);
  assert.equal(cases.length, 3);
  assert.ok(cases.every(hunksGiveAfter));
  const first = cases[cases.length - 1];
  assert.deepEqual(first.hunks, [{ start: 6, end: 6, new_lines: ['five'] }]);
  assert.equal(shownLines(first.drift.drifted_before)[5], 'line 5');
  assert.equal(shownLines(first.drift.drifted_after_expected)[25], 'twenty-five');
  assert.throws(() => mineRepository(join(folder, 'nowhere')), /nowhere/);
}));

test('a corpus file is read, and a bad one is named with its line', () => inFolder((folder) => {
  const path = join(folder, 'corpus.jsonl');
  writeFileSync(path, `${corpus.slice(0, 4).map((each) => JSON.stringify(each)).join('\n')}\n`);
  assert.equal(readCorpus(path).length, 4);
  writeFileSync(path, `${JSON.stringify(corpus[0])}\n{"id":"x"}\n`);
  assert.throws(() => readCorpus(path), /line 2: no path/);
  assert.deepEqual(evenly([0, 1, 2, 3, 4, 5, 6], 3), [0, 2, 4]);
}));

test('the command line is checked', () => {
  assert.equal(parseArguments(['--quick']).limit, 60);
  assert.deepEqual(parseArguments(['--tools', 'kedge,git apply']).tools, ['kedge', 'git apply']);
  for (const bad of [['--formats', 'none'], ['--limit', '0'], ['--limit'], ['--what'], ['--perturbations', 'x']]) {
    assert.throws(() => parseArguments(bad), UsageError, bad.join(' '));
  }
});
