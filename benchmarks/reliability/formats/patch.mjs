// The patch dialect: the tag of the version that was shown, then verbs with line numbers and a body of '+' rows. Two spellings of
// the verbs are in use.
import { Inexpressible, allHunks, bodyOf, mistypedHash, overlapMark, withSlippedLineEnds } from './slips.mjs';

const spellings = {
  words: {
    head: 'insert head:',
    tail: 'insert tail:',
    after: (line) => `insert after ${line}:`,
    replace: (from, to) => `replace ${from}..${to}:`,
    delete: (from, to) => `delete ${from}..${to}`,
  },
  symbols: {
    head: 'PUT <1:',
    tail: 'PUT >$:',
    after: (line) => `PUT >${line}:`,
    replace: (from, to) => `PUT ${from}.=${to}:`,
    delete: (from, to) => `CUT ${from}.=${to}`,
  },
};

export function patchCalls(attempt, view) {
  const { slip, lines } = attempt;
  if (view.tag === null) throw new Inexpressible('no tag in what was read');
  const tag = slip.typo ? mistypedHash(view.tag, attempt.random) : view.tag;
  const header = view.header.replaceAll(`#${view.tag}`, `#${tag}`);
  const spelling = spellings[attempt.spelling];
  const operations = attempt.hunks.map((hunk, index) => ({ hunk, shift: slip.shift?.[index] ?? 0 }));
  if (slip.overlap !== undefined) {
    const { start, end, new_lines: added } = attempt.hunks[slip.overlap];
    operations.push({ hunk: { start, end: Math.min(lines.length, end + 1), new_lines: [...added, overlapMark] }, shift: 0 });
  }
  const sent = operations.map(({ hunk, shift }) => ({
    verb: verbOf(spelling, hunk, hunk.start + shift, hunk.end + shift, lines.length, slip.swapped),
    body: bodyOf(attempt, view, hunk),
  }));
  const rows = sent.flatMap(({ verb, body }) => [verb, ...body.map((text) => (slip.bare ? text : `+${text}`))]);
  const payload = withSlippedLineEnds(attempt, `${header}\n${rows.join('\n')}\n`);
  return [{ payload, hunks: allHunks(attempt), operations: sent }];
}

function verbOf(spelling, hunk, start, end, count, swapped) {
  if (end < start) {
    if (start <= 1) return spelling.head;
    return start > count ? spelling.tail : spelling.after(start - 1);
  }
  const [from, to] = swapped && end > start ? [end, start] : [start, end];
  return hunk.new_lines.length > 0 ? spelling.replace(from, to) : spelling.delete(from, to);
}
