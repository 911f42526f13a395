// One operation a call, each end named by line number and hash (anchors). The calls go from the end of the file to its start, so
// that none moves the lines of a later one.
import { Inexpressible, bodyOf, contentOf, mistypedHash } from './slips.mjs';

export function anchoredCalls(attempt, view) {
  if (view.hashes.size < attempt.lines.length) {
    throw new Inexpressible(`${view.hashes.size} rows with a hash for ${attempt.lines.length} lines`);
  }
  const fromTheEnd = attempt.hunks.map((_, index) => index);
  fromTheEnd.sort((a, b) => attempt.hunks[b].start - attempt.hunks[a].start);
  return fromTheEnd.map((index) => ({ payload: anchoredOperation(attempt, view, index), hunks: [index] }));
}

export function anchoredOperation(attempt, view, index) {
  const { slip, lines } = attempt;
  const { start, end, new_lines: added } = attempt.hunks[index];
  const shift = slip.shift?.[index] ?? 0;
  const anchor = (line) => ({ line: line + shift, hash: view.hashes.get(line) });
  const body = bodyOf(attempt, view, attempt.hunks[index]);

  const operation = { file: attempt.path };
  if (end < start && start === 1) {  // nothing stands above the first line: it is replaced by the new lines and itself
    Object.assign(operation, { op: 'replace', start: anchor(1), end: anchor(1), content: contentOf([...body, lines[0]]) });
  } else if (end < start) {
    Object.assign(operation, { op: 'insert', after: anchor(Math.min(start - 1, lines.length)), content: contentOf(body) });
  } else {
    const [from, to] = slip.swapped && end > start ? [end, start] : [start, end];
    Object.assign(operation, { op: added.length > 0 ? 'replace' : 'delete', start: anchor(from), end: anchor(to) });
    if (added.length > 0) operation.content = contentOf(body);
  }
  if (slip.typo && index === 0) {
    const field = 'after' in operation ? 'after' : 'start';
    operation[field] = { ...operation[field], hash: mistypedHash(operation[field].hash, attempt.random) };
  }
  if (slip.crlf && 'content' in operation) operation.content = operation.content.replaceAll('\n', '\r\n');
  return operation;
}
