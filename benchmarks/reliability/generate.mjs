// The corpus that needs no files of others: cases of the same form as in a corpus file, made from their number alone.
import { fileURLToPath } from 'node:url';
import { conflictWith, driftBeside, editOf, shapes } from './generate/edits.mjs';
import { languages } from './generate/languages.mjs';
import { Words } from './generate/words.mjs';
import { PythonRandom } from './random.mjs';
import { applyHunks, byteOrderMark } from './text.mjs';
import { fileFields } from './traits.mjs';

export const usualCount = 300;
const mostTries = 50;
const plainAround = 3;

export function generateCorpus(count = usualCount) {
  return Array.from({ length: count }, (_, number) => generateCase(number));
}

export function generateCase(number) {
  const random = new PythonRandom(`generated ${number}`);
  const words = new Words(random);
  // Not in step with any part of the corpus that takes every k-th case.
  const shape = shapes[(number + Math.floor(number / shapes.length)) % shapes.length];
  for (let tries = 0; tries < mostTries; ++tries) {
    const file = generateFile(random, words);
    const hunks = editOf(shape, file, words);
    if (hunks === null || hunks.some(({ end }) => end > file.lines.length)) continue;
    const before = written(file.lines, hunks, random);
    if (applyHunks(before, hunks) !== before) return caseOf(number, shape, file, before, hunks, words);
  }
  throw new Error(`case ${number}: no file with room for ${shape}`);
}

function generateFile(random, words) {
  const name = random.choice(Object.keys(languages));
  const language = languages[name];
  const repetitive = random.random() < 0.3;
  const first = language.block(words);
  const lines = [...language.head(words)];
  const blocks = [];
  const count = 5 + random.below(random.choice([8, 20, 40]));
  for (let made = 0; made < count; ++made) {
    const block = repetitive ? nearCopy(first, language.block(words), random) : language.block(words);
    blocks.push({ start: lines.length + 1, lines: block.length });
    lines.push(...block, ...(language.between ?? ['']));
  }
  lines.push(...language.foot(words));
  while (lines[lines.length - 1] === '') lines.pop();
  return { name, language, blocks, lines };
}

// A block of which most lines are those of another.
function nearCopy(block, other, random) {
  return block.map((line, index) => (random.random() < 0.2 ? other[index] ?? line : line));
}

// The lines as bytes: mostly plain, sometimes with line ends of another kind or of two, with a BOM, or without an end. Near the edit
// all lines end alike: what a changed line should end in where they do not is a matter of taste, and no case for a bench.
function written(lines, hunks, random) {
  const drawn = random.random();
  const end = drawn < 0.12 ? '\r\n' : '\n';
  const mixed = drawn > 0.96;
  const isNear = (line) => hunks.some((hunk) => line >= hunk.start - plainAround && line <= hunk.end + plainAround);
  const ended = lines.map((line, index) => {
    const other = mixed && random.random() < 0.2 && !isNear(index + 1);
    return line + (other ? '\r\n' : end);
  });
  if (random.random() < 0.12) ended[ended.length - 1] = lines[lines.length - 1];
  return (random.random() < 0.06 ? byteOrderMark : '') + ended.join('');
}

function caseOf(number, shape, file, before, hunks, words) {
  const { lines } = file;
  const isClear = !hunks.some((hunk) => slides(lines, hunk));
  const drift = isClear ? driftBeside(file, hunks, words) : null;
  const touched = hunks.findIndex(({ start, end }) => end >= start);
  const conflict = touched < 0 || !isClear ? null : conflictWith(lines, hunks[touched], words);
  return {
    id: `g${String(number).padStart(4, '0')}`,
    path: `${words.noun()}s/${words.noun()}.${file.language.extension}`,
    language: file.name,
    shape,
    ...fileFields(before, hunks),
    before,
    after: applyHunks(before, hunks),
    hunks,
    drift: drift && {
      drifted_before: applyHunks(before, drift),
      drifted_after_expected: applyHunks(before, [...hunks, ...drift]),
      how: 'generated',
    },
    conflict: conflict && { drifted_before: applyHunks(before, [conflict]), expected: 'reject', touched_hunks: [touched] },
  };
}

// Taking away one of two equal neighbours can be told in two ways, and nobody can say which of them a change beside it meets.
function slides(lines, { start, end, new_lines: added }) {
  return end >= start && added.length === 0 && (lines[start - 1] === lines[end] || lines[start - 2] === lines[end - 1]);
}

// By itself it prints the cases, as JSON lines, for other programs to read.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const each of generateCorpus()) process.stdout.write(`${JSON.stringify(each)}\n`);
}
