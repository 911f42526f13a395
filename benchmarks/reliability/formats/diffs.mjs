// Quotations as rows of a diff: without line numbers (codex) or with them (udiff).
import { allHunks, countsOf, diffRow, lastIndex, slippedQuotes, withSlippedLineEnds } from './slips.mjs';

const noFinalNewline = '\\ No newline at end of file\n';

export function codexCalls(attempt, view) {
  const quotes = slippedQuotes(attempt, view, attempt.quotes());
  const chunks = quotes.map((quote) => {
    return `@@\n${quote.rows.map((row) => `${diffRow(attempt, row)}\n`).join('')}`;
  });
  const text = `*** Begin Patch\n*** Update File: ${attempt.path}\n${chunks.join('')}*** End Patch\n`;
  return [{ payload: withSlippedLineEnds(attempt, text), hunks: allHunks(attempt), quotes }];
}

export function udiffCalls(attempt, view) {
  let text = `--- a/${attempt.path}\n+++ b/${attempt.path}\n`;
  let grown = 0;
  const quotes = slippedQuotes(attempt, view, attempt.quotes());
  for (const [index, quote] of quotes.entries()) {
    const marked = !attempt.case.final_newline && quote.hi >= attempt.lines.length && !attempt.slip.noMarker;
    const rows = marked ? withRewrittenLastLine(quote.rows) : quote.rows;
    const { removed, added } = countsOf({ rows });
    const first = quote.lo + (attempt.slip.shift?.[index] ?? 0);
    const range = (start, count) => `${count > 0 ? start : start - 1},${count}`;
    text += `@@ -${range(first, removed)} +${range(first + grown, added)} @@\n`;
    const unended = marked ? [lastIndex(rows, ([kind]) => kind !== '+'), lastIndex(rows, ([kind]) => kind !== '-')] : [];
    for (const [i, row] of rows.entries()) text += `${diffRow(attempt, row)}\n${unended.includes(i) ? noFinalNewline : ''}`;
    if (quote.hunks.length > 0) grown += added - removed;
  }
  return [{ payload: withSlippedLineEnds(attempt, text), hunks: allHunks(attempt), quotes }];
}

// A line that had no end gets one when lines are added after it: a diff shows that as a removed and an added line.
function withRewrittenLastLine(rows) {
  const last = lastIndex(rows, ([kind]) => kind !== '+');
  if (last < 0 || rows[last][0] !== ' ' || last === rows.length - 1) return rows;
  const text = rows[last][1];
  return [...rows.slice(0, last), ['-', text], ['+', text], ...rows.slice(last + 1)];
}
