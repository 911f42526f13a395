// Slips of the hand that sends the edit: line ends, prefixes, numbers, hashes.
import { isSequence, quotesText } from '../formats.mjs';
import { newLines, oldLines } from '../quotes.mjs';
import { applyHunks, indentOf, isBlank } from '../text.mjs';

const namesLines = (format) => !quotesText(format);

export function payloadCrlf(attempt) {
  if (attempt.case.eol !== 'lf' || attempt.case.traits.includes('mixed_eol')) return false;
  attempt.slip.crlf = true;
}

export function finalNewlineMissing(attempt) {
  const { format, lines } = attempt;
  if (['ops_json', 'anchors', 'sr_block'].includes(format)) return false;
  attempt.slip.lostFinalNewline = true;
  if (format === 'udiff') attempt.slip.noMarker = true;
  if (!['str_replace', 'mcp_edits'].includes(format)) return;
  attempt.right = 'either';
  // Next to a blank line the slip cannot be told from the wish to delete that line.
  const isPlain = (quote) => {
    const added = newLines(quote);
    const removed = oldLines(quote);
    const around = [lines[quote.hi], added[added.length - 1], removed[removed.length - 1]];
    return around.every((line) => line !== undefined && !isBlank(line));
  };
  const quotes = attempt.quotes();
  return quotes !== null && quotes.length > 0 && quotes.every(isPlain);
}

export function offByOne(attempt) {
  const { format, hunks, lines, random, slip } = attempt;
  if (!['hl_patch', 'anchors', 'ops_json', 'udiff'].includes(format)) return false;
  if (format === 'udiff') {
    const quotes = attempt.quotes();
    if (!quotes?.length) return false;
    const index = random.below(quotes.length);
    const step = random.choice([-1, 1]);
    slip.shift = { [index]: quotes[index].lo + step < 1 ? 1 : step };
    return;
  }
  const index = random.below(hunks.length);
  const drawn = random.choice([-1, 1]);
  for (const step of [drawn, -drawn]) {
    const start = hunks[index].start + step;
    const end = hunks[index].end + step;
    const outside = start < 1 || end > lines.length || (end < start && (start - 1 > lines.length || start - 1 < 1));
    if (outside) continue;
    slip.shift = { [index]: step };
    if (format === 'ops_json') return;  // the number is advice there: the hash decides
    const touches = hunks.some((other, i) => i !== index && end >= other.start - 1 && start <= other.end + 1);
    const moved = hunks.map((hunk, i) => (i === index ? { ...hunk, start, end } : hunk));
    const harmless = () => applyHunks(attempt.shown, moved) === applyHunks(attempt.shown, hunks);
    if (touches || harmless()) continue;
    attempt.right = 'either';
    attempt.detectable = format !== 'hl_patch';
    attempt.variant = step > 0 ? '+1' : '-1';
    return;
  }
  return false;
}

export function swappedRange(attempt) {
  if (!namesLines(attempt.format)) return false;
  // Operations may have grown into a range even where the hunk is none; building them tells.
  if (attempt.format !== 'ops_json' && !attempt.hunks.some((hunk) => hunk.end > hunk.start)) return false;
  attempt.slip.swapped = true;
  attempt.right = 'either';
}

export function hashTypo(attempt) {
  if (!namesLines(attempt.format)) return false;
  attempt.slip.typo = true;
  attempt.right = 'reject';
  if (attempt.isSequence) attempt.forbidden = new Set([0]);
}

// Both ways in which prefixes arrive in a patch: behind the '+' and instead of it.
export function prefixPasted(attempt) {
  const { hunks, slip } = attempt;
  if (namesLines(attempt.format) && !hunks.some((hunk) => hunk.new_lines.some((line) => !isBlank(line)))) return false;
  slip.prefixes = true;
  attempt.right = 'either';
  if (attempt.format !== 'hl_patch') return;
  slip.bare = attempt.random.random() < 0.5;
  attempt.variant = slip.bare ? 'bare' : 'plus';
}

const lookalikes = [
  ['8080:80', '443:8443'],
  ['1:first', '2:second', '3:third'],
  ['12:ab|x'],
  ['10#c0ffee|y', '11#decade|z'],
  ['     7\tseven'],
];

// The check on the checks: text that is meant, although it looks like the prefix of a shown row.
export function lookalikeContent(attempt) {
  const { hunks, random } = attempt;
  const candidates = hunks.map((_, index) => index).filter((index) => hunks[index].new_lines.length > 0);
  if (candidates.length === 0) return false;
  const index = random.choice(candidates);
  const indent = indentOf(hunks[index].new_lines.find((line) => !isBlank(line)) ?? '');
  const lines = random.choice(lookalikes).map((line) => indent + line);
  attempt.hunks = hunks.map((hunk, i) => (i === index ? { ...hunk, new_lines: lines } : hunk));
  attempt.variant = lines[0].trim();
}

export function bareBody(attempt) {
  const { format, hunks } = attempt;
  if (!['hl_patch', 'codex', 'udiff'].includes(format)) return false;
  if (format === 'hl_patch' && !hunks.some((hunk) => hunk.new_lines.length > 0)) return false;
  attempt.slip.bare = true;
  attempt.right = 'either';
  if (format !== 'hl_patch') return;
  const hasBlank = hunks.some((hunk) => hunk.new_lines.some(isBlank));
  attempt.variant = hasBlank ? 'with_blank_rows' : 'no_blank_rows';
}

export function overlapBatch(attempt) {
  if (isSequence(attempt.format)) return false;
  const candidates = attempt.hunks.map((_, index) => index).filter((index) => attempt.hunks[index].end >= attempt.hunks[index].start);
  if (candidates.length === 0) return false;
  attempt.slip.overlap = attempt.random.choice(candidates);
  attempt.right = 'reject';
  attempt.accepted = [];
}
