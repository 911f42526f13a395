// The slips that every format shares: what a hand does to a payload after the edit itself is decided.
import { newLines, oldLines } from '../quotes.mjs';

// Stands in for the text of a second edit that must never reach the file.
export const overlapMark = 'KEDGE_OVERLAP_MARK';

export class Inexpressible extends Error {}

export const allHunks = (attempt) => attempt.hunks.map((_, index) => index);

// A row as the tool's own read shows it; a hash in it is a made-up one, as in a paste of some older row.
export function asShownRow(attempt, view, number, text) {
  const hex = (digits) => attempt.random.below(16 ** digits).toString(16).padStart(digits, '0');
  if (attempt.format === 'ops_json') return `${number}#${hex(6)}|${text}`;
  if (attempt.format === 'anchors') return `${number}:${hex(2)}|${text}`;
  if (attempt.format === 'hl_patch' || view.separator === ':') return `${number}:${text}`;
  return `${String(number).padStart(6)}\t${text}`;
}

export function bodyOf(attempt, view, hunk) {
  if (!attempt.slip.prefixes) return hunk.new_lines;
  return hunk.new_lines.map((text, i) => asShownRow(attempt, view, hunk.start + i, text));
}

// The rows of a body as one text. A line end at the end of a text ends its last row, so that an empty last row needs one of its own.
export function contentOf(rows) {
  return rows.join('\n') + (rows.length > 1 && rows.at(-1) === '' ? '\n' : '');
}

export function rowsOf(content) {
  return (content.length > 1 && content.endsWith('\n') ? content.slice(0, -1) : content).split('\n');
}

export function mistypedHash(hash, random) {
  const at = random.below(hash.length);
  const others = [...'0123456789abcdef'].filter((digit) => digit !== hash[at].toLowerCase());
  const digit = random.choice(others);
  return hash.slice(0, at) + (hash.toUpperCase() === hash ? digit.toUpperCase() : digit) + hash.slice(at + 1);
}

export function withSlippedLineEnds(attempt, text) {
  let sent = text;
  if (attempt.slip.lostFinalNewline) sent = sent.replace(/\n+$/, '');
  if (attempt.slip.crlf) sent = inCrlf(sent);
  return sent;
}

export const inCrlf = (text) => text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');

// The rows of a diff as text; a bare one has lost the blank of its kept lines.
export function diffRow(attempt, [kind, text]) {
  return attempt.slip.bare && kind === ' ' ? text : kind + text;
}

// The quotations of an attempt with the slips that fall on rows.
export function slippedQuotes(attempt, view, quotes) {
  if (quotes === null) throw new Inexpressible('no unique context');
  const { slip } = attempt;
  const slipped = quotes.map((quote) => {
    const rows = slip.retype ? quote.rows.map(([kind, text]) => [kind, slip.retype(kind, text)]) : quote.rows;
    return { ...quote, rows: slip.prefixes ? pastedRows(attempt, view, quote.lo, rows) : rows };
  });
  if (slip.overlap === undefined) return slipped;
  const twice = slipped.find((quote) => quote.hunks.includes(slip.overlap));
  const last = lastIndex(twice.rows, ([kind]) => kind !== ' ');
  const rows = [...twice.rows.slice(0, last + 1), ['+', overlapMark], ...twice.rows.slice(last + 1)];
  return [...slipped, { ...twice, rows, hunks: [] }];
}

export function lastIndex(list, wanted) {
  for (let i = list.length - 1; i >= 0; --i) if (wanted(list[i])) return i;
  return -1;
}

export function countsOf(quote) {
  return { removed: oldLines(quote).length, added: newLines(quote).length };
}

function pastedRows(attempt, view, firstLine, rows) {
  let before = firstLine;
  let after = firstLine;
  return rows.map(([kind, text]) => {
    const number = kind === '+' ? after : before;
    if (kind !== '+') ++before;
    if (kind !== '-') ++after;
    return [kind, asShownRow(attempt, view, number, text)];
  });
}
