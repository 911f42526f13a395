// An edit as a quotation of the file: rows of kept (' '), removed ('-') and added ('+') lines, from line `lo` to line `hi` of the
// file, that make the hunks of the given indices.
import { inOrder, isBlank, upToTwoPlaces } from './text.mjs';

const mostWidenings = 40;

export const oldLines = (quote) => quote.rows.filter(([kind]) => kind !== '+').map(([, text]) => text);
export const newLines = (quote) => quote.rows.filter(([kind]) => kind !== '-').map(([, text]) => text);
export const oldText = (quote) => oldLines(quote).join('\n');
export const newText = (quote) => newLines(quote).join('\n');

// Quotes with `context` kept lines on each side, and more where the quotation would fit two places. Null where no quotation of
// a reasonable length is unique.
export function quoteHunks(lines, hunks, context) {
  const whole = lines.join('\n');
  const spans = [];
  for (const [index, hunk] of hunks.entries()) {
    const span = uniqueSpan(lines, whole, firstSpan(lines, hunk, context));
    if (span === null) return null;
    spans.push({ ...span, hunks: [index] });
  }
  return joinTouching(spans).map((span) => ({ ...span, rows: rowsOf(lines, span, span.hunks.map((index) => hunks[index])) }));
}

// Quotes that are sent one after the other: in an order in which each is unique when its turn comes, or null.
export function inSendableOrder(lines, quotes) {
  if (quotes === null || quotes.length < 2) return quotes;
  const works = (order) => {
    let text = lines.join('\n');
    return order.every((quote) => {
      if (upToTwoPlaces(text, oldText(quote)) !== 1) return false;
      text = text.replace(oldText(quote), () => newText(quote));
      return true;
    });
  };
  return [quotes, [...quotes].reverse()].find(works) ?? null;
}

export function rowsOf(lines, { lo, hi }, hunks) {
  const rows = [];
  const add = (kind, texts) => rows.push(...texts.map((text) => [kind, text]));
  let next = lo;
  for (const hunk of inOrder(hunks)) {
    add(' ', lines.slice(next - 1, hunk.start - 1));
    add('-', lines.slice(hunk.start - 1, hunk.end));
    add('+', hunk.new_lines);
    next = Math.max(next, hunk.end + 1);
  }
  add(' ', lines.slice(next - 1, hi));
  return rows;
}

// The file's line that a row quotes; the row must not be an added one.
export function lineOfRow(quote, row) {
  return quote.lo + quote.rows.slice(0, row).filter(([kind]) => kind !== '+').length;
}

function firstSpan(lines, { start, end, new_lines: added }, context) {
  const span = { lo: Math.max(1, start - context), hi: Math.min(lines.length, end + context) };
  const nothingToQuote = end < start;
  const nothingToPut = added.length === 0;
  if (context === 0 && (nothingToQuote || nothingToPut)) {
    if (start > 1) span.lo = start - 1;
    else if (end < lines.length) span.hi = end + 1;
  }
  return span;
}

// Grows up and down in turn, and on one side when the other is at the edge of the file.
function uniqueSpan(lines, whole, { lo, hi }) {
  for (let widened = 0; widened <= mostWidenings + 1; ++widened) {
    const block = lines.slice(lo - 1, hi).join('\n');
    if (!isBlank(block) && upToTwoPlaces(whole, block) === 1) return { lo, hi };
    if (widened > mostWidenings) return null;
    const up = lo > 1 && (widened % 2 === 0 || hi >= lines.length);
    if (up) --lo;
    else if (hi < lines.length) ++hi;
    else return null;
  }
  return null;
}

function joinTouching(spans) {
  const joined = [];
  for (const span of [...spans].sort((a, b) => a.lo - b.lo)) {
    const last = joined[joined.length - 1];
    if (last && span.lo <= last.hi + 1) {
      last.hi = Math.max(last.hi, span.hi);
      last.hunks.push(...span.hunks);
    } else {
      joined.push(span);
    }
  }
  return joined;
}
