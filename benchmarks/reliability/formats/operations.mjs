// Operations that name lines by a hash (ops_json): a batch against one version. A line can be an anchor if its hash is unique and
// it holds a letter or a digit; where the edited line cannot, the operation grows to the nearest lines that can.
import { Inexpressible, allHunks, asShownRow, contentOf, mistypedHash, overlapMark } from './slips.mjs';

const furthestAnchor = 20;
const nothingToHoldOnTo = /^[^\p{L}\p{N}]*$/u;

export const isLowEntropy = (line) => nothingToHoldOnTo.test(line);

export function operationCalls(attempt, view) {
  if (view.hashes.size < attempt.lines.length) {
    throw new Inexpressible(`${view.hashes.size} rows with a hash for ${attempt.lines.length} lines`);
  }
  return [{ payload: { path: attempt.path, operations: operationsFor(attempt, view) }, hunks: allHunks(attempt) }];
}

export function operationsFor(attempt, view) {
  const anchors = anchorsOf(attempt, view);
  let { hunks } = attempt;
  let planned = planAll(attempt, anchors, hunks);
  for (let at; (at = collision(attempt, planned)) >= 0; planned = planAll(attempt, anchors, hunks)) {
    if (attempt.slip.overlap !== undefined) throw new Inexpressible('anchors collide');
    hunks = [...hunks.slice(0, at), joined(attempt.lines, hunks[at], hunks[at + 1]), ...hunks.slice(at + 2)];
  }
  const operations = planned.map(({ operation }, index) => slipped(attempt, view, operation, index, hunks[index].start));
  const { slip } = attempt;
  if (slip.swapped && !operations.some((operation) => 'start_hash' in operation)) throw new Inexpressible('no range');
  if (slip.shift && !operations.some((operation) => 'line' in operation)) throw new Inexpressible('no line number');
  if (slip.overlap !== undefined) operations.push(secondOf(operations[slip.overlap]));
  return operations;
}

function anchorsOf(attempt, view) {
  const uses = new Map();
  for (const hash of view.hashes.values()) uses.set(hash, (uses.get(hash) ?? 0) + 1);
  const { lines } = attempt;
  const hash = (line) => view.hashes.get(line);
  return {
    hash,
    isGood: (line) => line >= 1 && line <= lines.length && uses.get(hash(line)) === 1 && !isLowEntropy(lines[line - 1]),
    occurrence: (line) => lines.slice(0, line).filter((_, i) => hash(i + 1) === hash(line)).length,
  };
}

// Each plan: the operation (its content as lines) and the lines that it reserves.
function planAll(attempt, anchors, hunks) {
  return hunks.map((hunk, index) => {
    if (attempt.slip.ambiguous === index) return { operation: ambiguousOperation(anchors, hunk), span: null };
    return plan(attempt.lines, anchors, hunk);
  });
}

function plan(lines, anchors, { start, end, new_lines: added }) {
  const { hash, isGood } = anchors;
  const inserts = end < start;
  const one = (op, line, more = {}) => ({ operation: { op, hash: hash(line), line, ...more }, span: [line, line] });
  const content = added.length > 0 ? { content: added } : {};
  if (inserts && isGood(start - 1)) return one('insert_after', start - 1, { content: added });
  if (inserts && isGood(start)) return one('insert_before', start, { content: added });
  const single = added.length > 0 ? 'replace_line' : 'delete_line';
  if (start === end && isGood(start)) return one(single, start, content);

  const range = anchoredRange(lines, isGood, start, end);
  if (range !== null) {
    const [from, to] = range;
    const kept = [...lines.slice(from - 1, start - 1), ...added, ...lines.slice(end, to)];
    const ends = { start_hash: hash(from), end_hash: hash(to) };
    const operation = kept.length > 0 ? { op: 'replace_range', ...ends, content: kept } : { op: 'delete_range', ...ends };
    return { operation, span: range };
  }
  const line = start === end ? start : start - 1;
  if (end <= start && line >= 1 && line <= lines.length && !isLowEntropy(lines[line - 1])) {
    return one(inserts ? 'insert_after' : single, line, { occurrence: anchors.occurrence(line), ...content });
  }
  throw new Inexpressible('no unique anchor near');
}

function anchoredRange(lines, isGood, start, end) {
  let [from, to] = start <= end ? [start, end] : [start - 1, start];
  while (!isGood(from) && from > Math.max(1, start - furthestAnchor)) --from;
  while (!isGood(to) && to < Math.min(lines.length, end + furthestAnchor)) ++to;
  from = Math.max(from, 1);
  to = Math.min(to, lines.length);
  if (from === to) {
    if (isGood(to + 1)) ++to;
    else if (isGood(from - 1)) --from;
  }
  return from < to && isGood(from) && isGood(to) ? [from, to] : null;
}

function ambiguousOperation(anchors, { start, end, new_lines: added }) {
  const replaces = end >= start;
  const line = replaces ? start : Math.max(1, start - 1);
  const single = added.length > 0 ? 'replace_line' : 'delete_line';
  const content = added.length > 0 ? { content: contentOf(added) } : {};
  return { op: replaces ? single : 'insert_after', hash: anchors.hash(line), ...content };
}

// Index of the first operation that reserves a line of the next one; -1 where all keep apart.
function collision(attempt, planned) {
  const spans = planned.map(({ span }) => span).filter((span) => span !== null);
  const meet = (list) => list.findIndex((span, i) => i + 1 < list.length && span[1] >= list[i + 1][0]);
  if (attempt.slip.ambiguous === undefined) return meet(spans);
  if (meet(spans.sort((a, b) => a[0] - b[0] || a[1] - b[1])) >= 0) throw new Inexpressible('anchors collide');
  return -1;
}

function joined(lines, first, second) {
  return {
    start: first.start,
    end: second.end,
    new_lines: [...first.new_lines, ...lines.slice(first.end, second.start - 1), ...second.new_lines],
  };
}

function slipped(attempt, view, planned, index, firstLine) {
  const { slip } = attempt;
  const operation = { ...planned };
  if (Array.isArray(operation.content)) {
    const rows = operation.content.map((text, i) => (slip.prefixes ? asShownRow(attempt, view, firstLine + i, text) : text));
    operation.content = contentOf(rows);
  }
  if (slip.swapped && 'start_hash' in operation) {
    [operation.start_hash, operation.end_hash] = [operation.end_hash, operation.start_hash];
  }
  if (slip.typo && index === 0) {
    const field = 'hash' in operation ? 'hash' : 'start_hash';
    operation[field] = mistypedHash(operation[field], attempt.random);
  }
  if ('line' in operation) operation.line += slip.shift?.[index] ?? 0;
  if (slip.crlf && 'content' in operation) operation.content = operation.content.replaceAll('\n', '\r\n');
  return operation;
}

function secondOf(operation) {
  return {
    ...operation,
    op: operation.op.replaceAll('delete', 'replace'),
    content: `${operation.content ?? ''}\n${overlapMark}`,
  };
}
