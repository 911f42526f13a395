// What is special about a case, in the words of the corpus format.
import { byteOrderMark, isBlank, rawLines, shownLines, startsOfBlock, usualLineEnd } from './text.mjs';

const repetitiveShare = 0.3;

export function traitsOf(before, hunks) {
  const lines = shownLines(before);
  const ends = new Set(rawLines(before).map((line) => (/\r?\n$/.exec(line) ?? [''])[0]).filter((end) => end !== ''));
  const isRepeated = ({ start, end }) => end >= start && startsOfBlock(lines, lines.slice(start - 1, end)).length > 1;
  const traits = {
    crlf: ends.size === 1 && ends.has('\r\n'),
    mixed_eol: ends.size > 1,
    bom: before.startsWith(byteOrderMark),
    no_final_newline: !before.endsWith('\n'),
    tabs: lines.some((line) => line.startsWith('\t')),
    non_ascii: /[^\0-\x7f]/.test(before.replace(byteOrderMark, '')),
    repetitive_file: repeatedShare(lines) > repetitiveShare,
    repeated_target: hunks.some(isRepeated),
    touches_bof: hunks.some(({ start }) => start === 1),
    touches_eof: hunks.some(({ start, end }) => Math.max(start - 1, end) >= lines.length),
    ws_only: hunks.every((hunk) => changesOnlyBlanks(lines, hunk)),
  };
  return Object.keys(traits).filter((name) => traits[name]);
}

export function fileFields(before, hunks) {
  return {
    traits: traitsOf(before, hunks),
    eol: usualLineEnd(before) === '\r\n' ? 'crlf' : 'lf',
    final_newline: before.endsWith('\n'),
    rows: 'ended',
  };
}

export function shapeOf(hunks) {
  if (hunks.length > 1) return 'multi_hunk';
  const [{ start, end, new_lines: added }] = hunks;
  if (end < start) return 'pure_insert';
  if (added.length === 0) return 'pure_delete';
  return start === end && added.length === 1 ? 'one_line' : 'block_replace';
}

function repeatedShare(lines) {
  const uses = new Map();
  const worded = lines.filter((line) => !isBlank(line));
  for (const line of worded) uses.set(line, (uses.get(line) ?? 0) + 1);
  return worded.filter((line) => uses.get(line) > 1).length / Math.max(1, worded.length);
}

function changesOnlyBlanks(lines, { start, end, new_lines: added }) {
  const bare = (list) => list.join('').replace(/\s+/g, '');
  return bare(lines.slice(start - 1, end)) === bare(added);
}
