// Quotations as pairs of old and new text: one call each (str_replace), one batch (mcp_edits), or blocks in a text (sr_block).
import { newLines, newText, oldLines, oldText } from '../quotes.mjs';
import { allHunks, slippedQuotes, withSlippedLineEnds } from './slips.mjs';

export function replaceCalls(attempt, view) {
  return slippedQuotes(attempt, view, attempt.quotes()).map((quote) => {
    const [old, put] = pairOf(attempt, quote);
    return { payload: { file_path: attempt.path, old_string: old, new_string: put }, hunks: quote.hunks, quotes: [quote] };
  });
}

export function batchCalls(attempt, view) {
  const quotes = slippedQuotes(attempt, view, attempt.quotes());
  const edits = quotes.map((quote) => {
    const [old, put] = pairOf(attempt, quote);
    return { oldText: old, newText: put };
  });
  return [{ payload: { path: attempt.path, edits }, hunks: allHunks(attempt), quotes }];
}

export function blockCalls(attempt, view) {
  const quotes = slippedQuotes(attempt, view, attempt.quotes());
  const blocks = quotes.map((quote) => {
    const put = newText(quote);
    const isEmpty = newLines(quote).length === 0;  // one blank line is not nothing
    const body = `<<<<<<< SEARCH\n${oldText(quote)}\n=======\n${isEmpty ? '' : `${put}\n`}>>>>>>> REPLACE`;
    return `${attempt.path}\n\`\`\`\n${body}\n\`\`\`\n\n`;
  });
  return [{ payload: withSlippedLineEnds(attempt, blocks.join('')), hunks: allHunks(attempt), quotes }];
}

// A lost newline is the new text's: the old one was quoted with its line's end. So is a blank line at the end, which the text would
// otherwise not quote.
function pairOf(attempt, quote) {
  const { slip } = attempt;
  const endsInBlank = oldLines(quote).at(-1) === '' && newLines(quote).length > 0 && quote.hi < attempt.lines.length;
  const end = endsInBlank && !slip.lostFinalNewline ? '\n' : '';
  const pair = [oldText(quote) + (slip.lostFinalNewline ? '\n' : end), newText(quote) + end];
  return slip.crlf ? pair.map((text) => text.replaceAll('\n', '\r\n')) : pair;
}
