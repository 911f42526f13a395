// Edits as people make them: a changed name, a few lines put otherwise, lines added or taken away, several of these at once.
import { renamed } from './words.mjs';

export const shapes = ['one_line', 'block_replace', 'pure_insert', 'pure_delete', 'multi_hunk'];

const most = 4;
const room = 5;

// Hunks of the shape, or null where the file has no room for it.
export function editOf(shape, file, words) {
  if (shape === 'multi_hunk') return severalHunks(file, words);
  const hunk = makers[shape](file, words);
  return hunk === null ? null : [hunk];
}

// A change of the lines of a hunk by somebody else; null where the hunk has none, or where both would write the same.
export function conflictWith(lines, { start, end, new_lines: added }, words) {
  if (end < start) return null;
  const old = lines.slice(start - 1, end);
  const changed = old.map((line) => renamed(line, words));
  const same = (other) => changed.join('\n') === other.join('\n');
  return same(old) || same(added) ? null : { start, end, new_lines: changed };
}

// A change some lines away from the hunks, or null where there is no room for it.
export function driftBeside(file, hunks, words) {
  const isFar = ({ start, end }) => hunks.every((hunk) => end < hunk.start - room || start > hunk.end + room);
  for (let tries = 0; tries < 12; ++tries) {
    const hunk = makers[words.random.choice(['one_line', 'pure_insert', 'pure_delete'])](file, words);
    if (hunk !== null && isFar(hunk)) return [hunk];
  }
  return null;
}

const makers = { one_line: changeLine, block_replace: changeLines, pure_insert: insertLines, pure_delete: deleteLines };

function changeLine({ lines, blocks }, words) {
  const block = words.random.choice(blocks);
  const line = block.start + words.random.below(block.lines);
  return changed(lines, { start: line, end: line, new_lines: [renamed(lines[line - 1], words)] });
}

// Neighbouring rows of a block with other names, a row less or some more.
function changeLines({ lines, blocks, language }, words) {
  const { random } = words;
  const block = random.choice(blocks);
  const count = Math.min(block.lines, 2 + random.below(5));
  const first = random.below(block.lines - count + 1);
  const put = [];
  for (let row = first; row < first + count; ++row) {
    if (language.places.includes(row) && random.random() < 0.3) put.push(language.line(words));
    if (language.free.includes(row) && random.random() < 0.2) continue;
    put.push(renamed(lines[block.start + row - 1], words));
  }
  return changed(lines, { start: block.start + first, end: block.start + first + count - 1, new_lines: put });
}

function insertLines({ lines, blocks, language }, words) {
  const { random } = words;
  const block = random.choice(blocks);
  const before = (start, added) => ({ start, end: start - 1, new_lines: added });
  const drawn = random.random();
  if (language.remark && drawn < 0.15) return before(random.choice([1, lines.length + 1]), [language.remark(words)]);
  if (drawn < 0.4) return before(block.start, [...language.block(words), ...(language.between ?? [''])]);
  const added = Array.from({ length: 1 + random.below(3) }, () => language.line(words));
  return before(block.start + random.choice(language.places), added);
}

function deleteLines({ blocks, language }, words) {
  const { random } = words;
  const block = random.choice(blocks);
  if (blocks.length > 2 && random.random() < 0.4) {
    return { start: block.start, end: block.start + block.lines - 1 + (language.between ?? ['']).length, new_lines: [] };
  }
  const line = block.start + random.choice(language.free);
  return { start: line, end: line, new_lines: [] };
}

function severalHunks(file, words) {
  const hunks = [];
  for (let tries = 0; tries < 12 && hunks.length < most; ++tries) {
    const hunk = makers[words.random.choice(shapes.slice(0, most))](file, words);
    const isEdge = hunk !== null && hunk.end < hunk.start && (hunk.start === 1 || hunk.start > file.lines.length);
    const isApart = ({ start, end }) => hunk.end + 1 < start || hunk.start > end + 1;
    if (hunk !== null && !isEdge && hunks.every(isApart)) hunks.push(hunk);
  }
  return hunks.length < 2 ? null : hunks.sort((a, b) => a.start - b.start);
}

function changed(lines, hunk) {
  return lines.slice(hunk.start - 1, hunk.end).join('\n') === hunk.new_lines.join('\n') ? null : hunk;
}
