// Repairs of edits that quote the file: the refusal gives the edit to send instead, the body without prefixes, or the file's own rows.
import { newText, oldLines, oldText } from '../quotes.mjs';
import { alignedLines, likeness } from './alignment.mjs';
import { cleanedBodies, linesAfterWords, prefixPattern, rowGroups, says, sectionsOf } from './message.mjs';

const leastLikeness = 0.4;

// Parts of the payload that stand for the quotations, and the payload of other parts.
const shapes = {
  str_replace: {
    fromQuotes: (payload, [quote]) => ({ ...payload, old_string: oldText(quote), new_string: newText(quote) }),
    suggested: suggestedPair,
  },
  mcp_edits: {
    fromQuotes: (payload, quotes) => ({ ...payload, edits: quotes.map((quote) => ({ oldText: oldText(quote), newText: newText(quote) })) }),
    suggested: suggestedPair,
  },
  codex: { fromQuotes: codexText, suggested: suggestedCodex },
  udiff: { fromQuotes: udiffText, suggested: suggestedUdiff },
  sr_block: { fromQuotes: blockText, suggested: suggestedBlock },
};

// The payload to send next; null where the refusal does not say enough, 'nothing' where it says that all is done already.
export function repairedQuotes(format, call, message) {
  const { fromQuotes, suggested } = shapes[format];
  const sections = sectionsOf(message);
  const quotes = [];
  for (const [index, quote] of call.quotes.entries()) {
    const lines = sections.get(index);
    if (lines === undefined) {
      quotes.push(quote);
      continue;
    }
    const repaired = suggested?.(lines, quote) ?? repairedQuote(quote, lines);
    if (repaired === null) return null;
    if (repaired !== 'nothing') quotes.push(repaired);
  }
  return quotes.length > 0 ? fromQuotes(call.payload, quotes) : 'nothing';
}

function repairedQuote(quote, lines) {
  const done = says(lines, 'stand in it already') || (says(lines, 'is already there') && says(lines, 'The file has changed since'));
  if (done) return 'nothing';
  if (says(lines, 'send the edit again')) return quote;  // the rows were looked at: the place is meant
  const [cleaned] = cleanedBodies(lines);
  if (cleaned !== undefined) return withCleanNewText(quote, cleaned.lines);
  return withFileRows(quote, lines);
}

// The new text as the refusal cleaned it; what came off there comes off the quoted lines, too.
function withCleanNewText(quote, cleanLines) {
  const added = quote.rows.map(([kind], index) => index).filter((index) => quote.rows[index][0] !== '-');
  const rows = quote.rows.map(([kind, text]) => [kind, text]);
  let prefix = null;
  for (const [position, index] of added.entries()) {
    const clean = cleanLines[position];
    if (clean === undefined || !rows[index][1].endsWith(clean)) return null;
    prefix ??= prefixPattern(rows[index][1], clean);
    rows[index][1] = clean;
  }
  if (prefix === null) return null;
  return { ...quote, rows: rows.map(([kind, text]) => [kind, kind === '-' ? text.replace(prefix, '') : text]) };
}

// The file's own lines in place of the quoted ones. Where the file has other lines between two that are quoted, they are what is to be
// removed if anything there was, and kept otherwise. 'nothing' where the file says already what the edit would make of it.
function withFileRows(quote, lines) {
  const quoted = oldLines(quote);
  const shown = rowGroups(linesAfterWords(lines, 'The file has there:') ?? lines);
  const file = bestGroup(quoted, shown);
  if (file === null) return null;
  const texts = textsOf(file, quoted);
  const prefix = pastedPrefix(quoted, texts);
  const sent = quote.rows.map(([kind, text]) => [kind, prefix ? text.replace(prefix, '') : text]);
  const old = sent.filter(([kind]) => kind !== '+').map(([, text]) => text);
  const rows = [];
  let next = 0;
  for (const run of runsOf(sent, partnersOf(old, texts))) {
    const theirs = texts.slice(next, run.until ?? texts.length);
    const kinds = run.rows.map(([kind]) => kind).filter((kind) => kind !== '+');
    next += theirs.length;
    if (kinds.length === theirs.length) rows.push(...paired(run.rows, theirs));
    else rows.push(...theirs.map((text) => [kinds.includes('-') ? '-' : ' ', text]), ...run.rows.filter(([kind]) => kind === '+'));
  }
  const repaired = { ...quote, lo: file.first, rows };
  return oldText(repaired) === newText(repaired) ? 'nothing' : repaired;
}

// Rows in runs: one row that has its line in the file, or all rows between two such. `until` is the file's line after the run.
function runsOf(rows, partner) {
  const runs = [];
  let loose = [];
  let line = 0;
  for (const row of rows) {
    const at = row[0] === '+' ? null : partner[line++];
    if (at === null) {
      loose.push(row);
      continue;
    }
    runs.push({ rows: loose, until: at }, { rows: [row], until: at + 1 });
    loose = [];
  }
  return [...runs, { rows: loose }];
}

function paired(rows, theirs) {
  let next = 0;
  return rows.map(([kind, text]) => [kind, kind === '+' ? text : theirs[next++]]);
}

// The rows that are most like the quoted lines: those that are the same, and the others in the order in which they stand.
function bestGroup(old, groups) {
  const alike = (group) => {
    const texts = textsOf(group, old);
    const partner = partnersOf(old, texts);
    const likes = old.map((line, i) => (partner[i] !== null ? 1 : likeness(line, texts[i] ?? '')));
    return likes.reduce((sum, each) => sum + each, 0) / Math.max(1, old.length);
  };
  const scored = groups.map((group) => ({ group, score: alike(group) })).sort((a, b) => b.score - a.score);
  return scored.length > 0 && scored[0].score >= leastLikeness ? scored[0].group : null;
}

// The end of a line, quoted as an empty line after it, is not shown as a row of its own.
function textsOf(group, old) {
  const texts = group.rows.map(({ text }) => text);
  return old.length === texts.length + 1 && old[old.length - 1] === '' ? [...texts, ''] : texts;
}

// For each quoted line the index of the file's line that is the same; null where there is none.
function partnersOf(old, texts) {
  const partner = old.map(() => null);
  for (const [i, j] of alignedLines(old, texts).pairs) partner[i] = j;
  return partner;
}

// Every quoted line with words is the file's one behind some number: rows of a read were pasted.
function pastedPrefix(old, texts) {
  if (old.length !== texts.length) return null;
  const index = old.findIndex((line, i) => line !== texts[i] && texts[i] !== '' && line.endsWith(texts[i]));
  const prefix = index < 0 ? null : prefixPattern(old[index], texts[index]);
  const fits = (line, i) => line.replace(prefix, '') === texts[i];
  return prefix !== null && old.every(fits) ? prefix : null;
}

function codexText(payload, quotes) {
  const [begin, update] = payload.split('\n');
  const chunks = quotes.map((quote) => `@@\n${rowsText(quote)}`);
  return `${begin}\n${update}\n${chunks.join('')}*** End Patch\n`;
}

function udiffText(payload, quotes) {
  const [from, to] = payload.split('\n');
  let grown = 0;
  const hunks = quotes.map((quote) => {
    const removed = quote.rows.filter(([kind]) => kind !== '+').length;
    const added = quote.rows.filter(([kind]) => kind !== '-').length;
    const range = (start, count) => `${count > 0 ? start : start - 1},${count}`;
    const text = `@@ -${range(quote.lo, removed)} +${range(quote.lo + grown, added)} @@\n${rowsText(quote)}`;
    grown += added - removed;
    return text;
  });
  return `${from}\n${to}\n${hunks.join('')}`;
}

const rowsText = (quote) => quote.rows.map(([kind, text]) => `${kind}${text}\n`).join('');

function blockText(payload, quotes) {
  const [path] = payload.split('\n');
  return quotes.map((quote) => {
    const put = newText(quote);
    const body = `<<<<<<< SEARCH\n${oldText(quote)}\n=======\n${put === '' ? '' : `${put}\n`}>>>>>>> REPLACE`;
    return `${path}\n\`\`\`\n${body}\n\`\`\`\n\n`;
  }).join('');
}

// The rows of the edit that stands behind "Send instead:", in the format that was used.
function suggestedCodex(lines, quote) {
  const text = linesAfterWords(lines, 'Send instead:');
  const start = text?.indexOf('@@') ?? -1;
  const end = text?.indexOf('*** End Patch') ?? -1;
  if (start < 0 || end < start) return null;
  const rows = text.slice(start + 1, end).filter((line) => line !== '@@').map(diffRowOf);
  return { ...quote, rows };
}

function suggestedUdiff(lines, quote) {
  const text = linesAfterWords(lines, 'Send instead:');
  const start = text?.findIndex((line) => line.startsWith('@@ ')) ?? -1;
  if (start < 0) return null;
  const [, first, removed, added] = /^@@ -(\d+),(\d+) \+\d+,(\d+) @@/.exec(text[start]) ?? [];
  const rows = [];
  let [left, right] = [Number(removed), Number(added)];
  for (const line of text.slice(start + 1)) {
    if (left <= 0 && right <= 0 && !line.startsWith('\\')) break;
    const [kind, rest] = diffRowOf(line);
    if (kind !== '+' && kind !== '\\') --left;
    if (kind !== '-' && kind !== '\\') --right;
    rows.push([kind, rest]);
  }
  return { ...quote, lo: Number(first), rows };
}

const diffRowOf = (line) => (line === '' ? [' ', ''] : [line[0], line.slice(1)]);

function suggestedPair(lines, quote) {
  const [text] = linesAfterWords(lines, 'Send instead:') ?? [];
  if (!text?.startsWith('{')) return null;
  const { old_string: from, new_string: to } = JSON.parse(text);
  return { ...quote, rows: [...from.split('\n').map((line) => ['-', line]), ...to.split('\n').map((line) => ['+', line])] };
}

function suggestedBlock(lines, quote) {
  const text = linesAfterWords(lines, 'Send instead:');
  const [search, middle, end] = ['<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE'].map((mark) => text?.indexOf(mark) ?? -1);
  if (search < 0 || middle < search || end < middle) return null;
  const rows = [
    ...text.slice(search + 1, middle).map((line) => ['-', line]),
    ...text.slice(middle + 1, end).map((line) => ['+', line]),
  ];
  return { ...quote, rows };
}
