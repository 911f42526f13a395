// Slips of the memory: the quoted text is not quite the file's.
import { quotesText } from '../formats.mjs';
import { isLowEntropy } from '../formats/operations.mjs';
import { lineOfRow, newText, oldLines, oldText, rowsOf } from '../quotes.mjs';
import { indentOf, isBlank, rawLines, startsOfBlock, trimEnd, trimStart, upToTwoPlaces } from '../text.mjs';

// Rows of all quotations that say what is in the file, each with where it stands.
function quotedRows(quotes) {
  return quotes.flatMap((quote, quoteIndex) => {
    return quote.rows.map(([kind, text], row) => ({ quote: quoteIndex, row, kind, text })).filter(({ kind }) => kind !== '+');
  });
}

function withRow(quotes, { quote, row }, text) {
  return quotes.map((each, i) => {
    if (i !== quote) return each;
    return { ...each, rows: each.rows.map(([kind, old], j) => [kind, j === row ? text : old]) };
  });
}

// A slip can make a quotation what it is to be replaced by: then the call does not say that anything is to change.
const asksForNothing = (quotes) => quotes.some((quote) => oldText(quote) === newText(quote));

function quotesOf(attempt) {
  if (!quotesText(attempt.format)) return null;
  const quotes = attempt.quotes();
  return quotes?.length ? quotes : null;
}

export function trailingBlanksLost(attempt) {
  const quotes = quotesOf(attempt);
  if (quotes === null) return false;
  attempt.right = 'either';
  const lost = (text) => trimEnd(text) !== text;
  const present = quotedRows(quotes).some(({ text }) => lost(text));
  if (present && !attempt.case.traits.includes('ws_only') && uniqueWithoutBlanks(attempt, quotes)) {
    attempt.variant = 'real';
    return loseBlanks(attempt, quotes);
  }
  // No blanks to lose: the file gets some, on a kept line if there is one. Candidates from the last row to the first.
  const words = quotedRows(quotes).filter(({ text }) => !isBlank(text)).reverse();
  const kept = words.filter(({ kind }) => kind === ' ');
  if (words.length === 0) return false;
  const { quote, row } = attempt.random.choice(kept.length > 0 ? kept : words);
  const lines = rawLines(attempt.shown);
  const line = lineOfRow(quotes[quote], row) - 1;
  lines[line] = lines[line].replace(/(\r?\n)?$/, '  $1');
  attempt.variant = 'injected';
  attempt.show(lines.join(''));
  const fresh = attempt.freshQuotes();
  if (!fresh?.length || !uniqueWithoutBlanks(attempt, fresh)) return false;
  return loseBlanks(attempt, fresh);
}

function loseBlanks(attempt, quotes) {
  attempt.slip.quotes = quotes;
  attempt.slip.retype = (kind, text) => (kind === '+' ? text : trimEnd(text));
  attempt.blankTolerance = quotes.reduce((sum, quote) => sum + quote.rows.length, 0);
}

function uniqueWithoutBlanks(attempt, quotes) {
  const lines = attempt.lines.map(trimEnd);
  return quotes.every((quote) => startsOfBlock(lines, oldLines(quote).map(trimEnd)).length === 1);
}

export function indentReflow(attempt) {
  const quotes = quotesOf(attempt);
  if (quotes === null) return false;
  attempt.right = 'either';
  const texts = quotedRows(quotes).map(({ text }) => text).filter((text) => !isBlank(text));
  const tabbed = texts.filter((text) => text.startsWith('\t')).length;
  const spaced = texts.filter((text) => text.startsWith(' ')).length;
  if (tabbed + spaced === 0) return false;
  const unit = texts.some((text) => /^(?: {2}| {6})[^\s]/.test(text)) ? 2 : 4;
  const way = tabbed > spaced ? 'tab2sp' : attempt.random.choice(['sp2tab', 'plus2', 'minus2']);
  const retype = (_, text) => reindented(text, way, unit);
  if (texts.every((text) => retype(' ', text) === text)) return false;
  attempt.slip.quotes = quotes;
  attempt.slip.retype = retype;
  attempt.variant = way;
  attempt.detectable = !isHidden(attempt, quotes, retype);
}

// Whether what is quoted is as in the file, so that only the new rows are wrong: nobody can notice that. In one call with several
// quotations, those that are not as in the file tell.
function isHidden(attempt, quotes, retype) {
  const isChanged = ([kind, text]) => retype(kind, text) !== text;
  // Text that begins inside a line does not quote the indentation of that line.
  const isOfText = ['str_replace', 'mcp_edits'].includes(attempt.format);
  const isLeftOut = ([kind, text], index) => isOfText && index === 0 && indentOf(retype(kind, text)) === '';
  const tells = (quote) => quote.rows.filter(([kind]) => kind !== '+').some((row, index) => isChanged(row) && !isLeftOut(row, index));
  const isWrong = (quote) => quote.rows.some((row) => row[0] === '+' && isChanged(row));
  if (attempt.format !== 'str_replace' && quotes.some(tells)) return false;
  return quotes.some((quote) => isWrong(quote) && !tells(quote));
}

function reindented(text, way, unit) {
  const [indent] = /^[ \t]*/.exec(text);
  const rest = text.slice(indent.length);
  if (rest === '') return text;
  if (way === 'tab2sp') return indent.replaceAll('\t', '    ') + rest;
  if (way === 'plus2') return `  ${text}`;
  if (way === 'minus2') return (indent.startsWith('  ') ? indent.slice(2) : indent) + rest;
  const tabs = Math.floor(indent.length / unit);
  return '\t'.repeat(tabs) + indent.slice(tabs * unit) + rest;
}

const words = /[A-Za-z_][A-Za-z0-9_]{3,}/g;

export const misrecallRemoved = (attempt) => misrecall(attempt, '-');
export const misrecallKept = (attempt) => misrecall(attempt, ' ');

// One word of a row of this kind is another one: one of the file's that begins alike, or itself with a letter lost or added.
function misrecall(attempt, kind) {
  const quotes = quotesOf(attempt);
  if (quotes === null) return false;
  const { random } = attempt;
  attempt.right = 'either';
  const candidates = quotedRows(quotes).filter((row) => row.kind === kind && row.text.match(words) !== null);
  if (candidates.length === 0) return false;
  const chosen = random.choice(candidates);
  const { 0: word, index } = random.choice([...chosen.text.matchAll(words)]);
  const others = new Set(attempt.lines.flatMap((line) => line.match(words) ?? []));
  const alike = [...others].filter((other) => other !== word && other[0] === word[0]).sort();
  const clipped = word.length > 4 ? word.slice(0, -1) : `${word}s`;
  const instead = random.random() < 0.5 ? random.choice(alike.length > 0 ? alike : [`${word}s`]) : clipped;
  const slipped = withRow(quotes, chosen, chosen.text.slice(0, index) + instead + chosen.text.slice(index + word.length));
  if (upToTwoPlaces(attempt.lines.join('\n'), oldText(slipped[chosen.quote])) > 0 || asksForNothing(slipped)) return false;
  attempt.slip.quotes = slipped;
  attempt.variant = `${word}->${instead}`;
}

// Of several hunks whose own lines stand in two places: one that is not the first of them if there is one, then the last.
export function ambiguousOld(attempt) {
  const { lines, hunks, format } = attempt;
  const candidates = hunks.flatMap((hunk, index) => {
    const span = bareSpan(lines, hunk);
    const block = lines.slice(span.lo - 1, span.hi);
    const starts = startsOfBlock(lines, block);
    if (block.every(isBlank) || starts.length < 2) return [];
    return [{ index, ...span, first: starts[0] === span.lo - 1 }];
  });
  candidates.sort((a, b) => a.first - b.first || b.index - a.index);
  if (format === 'ops_json') {
    const target = candidates.find(({ index }) => isAmbiguousLine(lines, hunks[index]));
    if (target === undefined) return false;
    attempt.slip.ambiguous = target.index;
    attempt.right = 'reject';
    return;
  }
  const [target] = candidates;
  if (!quotesText(format) || target === undefined) return false;
  const quotes = quotesAround(attempt, target);
  if (quotes === null) return false;
  attempt.slip.quotes = quotes;
  attempt.variant = target.first ? 'target_first' : 'target_not_first';
  if (format === 'udiff') return;  // its line number tells the places apart
  attempt.right = 'reject';
  attempt.forbidden = new Set([target.index]);
}

// The least that can be quoted of a hunk: its old lines, or one line to hang on where there is nothing to quote or to put.
function bareSpan(lines, { start, end, new_lines: added }) {
  let [lo, hi] = [start, end];
  if (end < start || added.length === 0) {
    if (start > 1) lo = start - 1;
    else hi = end + 1;
    if (end < start) hi = Math.max(hi, lo);
  }
  return { lo: Math.max(1, lo), hi: Math.min(lines.length, hi) };
}

function isAmbiguousLine(lines, { start, end }) {
  if (end > start) return false;
  const line = lines[(end >= start ? start : Math.max(1, start - 1)) - 1];
  return !isLowEntropy(line) && startsOfBlock(lines, [line]).length > 1;
}

function quotesAround(attempt, { index, lo, hi }) {
  const { lines, hunks } = attempt;
  const others = hunks.map((_, i) => i).filter((i) => i !== index);
  const quotes = others.length > 0 ? attempt.unorderedQuotes(others.map((i) => hunks[i])) : [];
  if (quotes === null || quotes.some((quote) => quote.hi >= lo && quote.lo <= hi)) return null;
  const rest = quotes.map((quote) => ({ ...quote, hunks: quote.hunks.map((i) => others[i]) }));
  const target = { lo, hi, rows: rowsOf(lines, { lo, hi }, [hunks[index]]), hunks: [index] };
  return attempt.isSequence ? [target, ...rest] : [...rest, target].sort((a, b) => a.lo - b.lo);
}

const typographic = [["'", '’'], ['"', '“'], [' - ', ' — '], ['-', '–']];
const plain = { '‘': "'", '’': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '...', '\u00a0': ' ', '→': '->' };

// A quoted row in the typography of prose: another quote, another dash, a blank that does not break.
export function unicodeFancy(attempt) {
  const quotes = quotesOf(attempt);
  if (quotes === null) return false;
  const { random } = attempt;
  attempt.right = 'either';
  const candidates = quotedRows(quotes).flatMap((row) => {
    const found = typographic.filter(([from]) => row.text.includes(from)).map(([from, to]) => ({ ...row, from, to }));
    return trimStart(trimEnd(row.text)).includes(' ') ? [...found, { ...row, from: 'nbsp' }] : found;
  });
  if (candidates.length === 0) return false;
  const marks = candidates.filter(({ from }) => from === "'" || from === '"');
  const chosen = random.choice(marks.length > 0 && random.random() < 0.7 ? marks : candidates);
  attempt.slip.quotes = withRow(quotes, chosen, typeset(chosen));
  const what = { nbsp: 'nbsp', "'": 'squote', '"': 'dquote' }[chosen.from] ?? 'dash';
  attempt.variant = what + (chosen.kind === ' ' ? '_ctx' : '_old');
}

function typeset({ text, from, to }) {
  if (from === 'nbsp') {
    const at = text.indexOf(' ', text.length - trimStart(text).length);
    return `${text.slice(0, at)}\u00a0${text.slice(at + 1)}`;
  }
  if (from !== '"') return text.replaceAll(from, to);
  let count = 0;
  return text.replace(/"/g, () => (++count % 2 === 1 ? '“' : '”'));
}

// The other way round: the file has the typography, the quotation is plain.
export function unicodeAscii(attempt) {
  const quotes = quotesOf(attempt);
  if (quotes === null) return false;
  attempt.right = 'either';
  const typed = (text) => text.replace(/[‘’“”–—…\u00a0→]/g, (mark) => plain[mark]);
  attempt.slip.quotes = quotes.map((quote) => ({
    ...quote,
    rows: quote.rows.map(([kind, text]) => [kind, kind === '+' ? text : typed(text)]),
  }));
  if (asksForNothing(attempt.slip.quotes)) return false;
  if (quotedRows(quotes).some(({ text }) => typed(text) !== text)) {
    attempt.variant = 'real';
    return;
  }
  // A row that is removed and added again is a kept one in a quotation, and has the file's own bytes.
  const isPutBack = ({ quote, kind, text }) => kind === '-' && quotes[quote].rows.some((row) => row[0] === '+' && row[1] === text);
  const candidates = quotedRows(quotes).filter((row) => !isPutBack(row)).flatMap((row) => {
    return typographic.filter(([from]) => row.text.includes(from)).map(([from, to]) => ({ ...row, from, to }));
  });
  if (candidates.length === 0) return false;
  const kept = candidates.filter(({ kind }) => kind === ' ');
  const { quote, row, kind, from, to } = attempt.random.choice(kept.length > 0 ? kept : candidates);
  const lines = rawLines(attempt.shown);
  const line = lineOfRow(quotes[quote], row) - 1;
  lines[line] = lines[line].replaceAll(from, to);
  attempt.show(lines.join(''));
  attempt.variant = `injected${kind === ' ' ? '_ctx' : '_old'}`;
}
