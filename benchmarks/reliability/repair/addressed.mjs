// Repairs of edits that name lines by number or hash: the refusal shows rows of the file as it is, with fresh numbers, hashes and tag.
// Where the edited lines are now is what it says; where it says nothing, they are found by what was shown of them and of their neighbours.
import { patchCalls } from '../formats/patch.mjs';
import { anchoredOperation } from '../formats/anchored_calls.mjs';
import { operationsFor } from '../formats/operations.mjs';
import { contentOf, rowsOf } from '../formats/slips.mjs';
import { alignedLines, joinMeeting, likeness, placeOf } from './alignment.mjs';
import { cleanedBodies, edgesTold, headerOf, placesTold, prefixPattern, rowGroups } from './message.mjs';

const neighbours = 12;
const leastLikeness = 0.5;

export function repairedAddresses(attempt, call, message) {
  const lines = message.split('\n');
  const cleaned = cleanedBodies(lines);
  if (cleaned.length > 0) return withCleanBodies(attempt.format, call, cleaned);
  return withFreshRows(attempt, call, lines);
}

// --- bodies without prefixes

const bodies = {
  hl_patch: {
    of: (call) => call.operations.map(({ body }) => body),
    payload: (call, list) => {
      const rows = call.operations.flatMap(({ verb }, i) => [verb, ...list[i].map((text) => `+${text}`)]);
      return `${[call.payload.split('\n')[0], ...rows].join('\n')}\n`;
    },
  },
  ops_json: {
    of: (call) => call.payload.operations.map(({ content }) => (content === undefined ? [] : rowsOf(content))),
    payload: (call, list) => ({
      ...call.payload,
      operations: call.payload.operations.map((operation, i) => {
        return 'content' in operation ? { ...operation, content: contentOf(list[i]) } : operation;
      }),
    }),
  },
  anchors: {
    of: (call) => [call.payload.content === undefined ? [] : rowsOf(call.payload.content)],
    payload: (call, [body]) => ({ ...call.payload, content: contentOf(body) }),
  },
};

// A refusal names the body by one of its rows, and shows as many clean lines as were sent. Whoever is told that of one body cleans
// the others alike.
function withCleanBodies(format, call, cleaned) {
  const { of, payload } = bodies[format];
  const list = of(call);
  const named = new Set();
  let prefix = null;
  for (const { pastedRow, lines } of cleaned) {
    const index = list.findIndex((body) => body.includes(pastedRow));
    if (index < 0) return null;
    const sent = list[index];
    list[index] = lines.slice(0, sent.length);
    named.add(index);
    prefix ??= prefixPattern(sent[0], list[index][0]);
  }
  const isPasted = (body) => prefix !== null && body.length > 0 && body.every((line) => prefix.test(line));
  const clean = (body) => body.map((line) => line.replace(prefix, ''));
  return payload(call, list.map((body, index) => (!named.has(index) && isPasted(body) ? clean(body) : body)));
}

// --- fresh numbers, hashes and tag

function withFreshRows(attempt, call, lines) {
  const groups = rowGroups(lines);
  const told = placesTold(lines);
  const placed = [];
  for (const index of call.hunks) {
    const hunk = attempt.hunks[index];
    const place = toldPlace(told, hunk, groups) ?? toldEdge(lines, attempt, hunk) ?? placeNow(attempt.lines, hunk, groups);
    if (place === null) return null;
    if (!place.isDone) placed.push({ start: place.start, end: place.end, new_lines: hunk.new_lines, origin: hunk });
  }
  const hunks = joinMeeting(placed, attempt.lines);
  if (hunks.length === 0) return 'nothing';
  const hashes = new Map();
  const known = [];
  for (const { line, hash, text } of groups.flatMap(({ rows }) => rows)) {
    if (hash !== null) hashes.set(line, hash);
    known[line - 1] = text;
  }
  const header = headerOf(lines);
  const fresh = { ...plainAttempt(attempt), hunks, lines: known };
  try {
    if (attempt.format === 'hl_patch' && header === null) return null;
    if (attempt.format === 'hl_patch') return patchCalls({ ...fresh, lines: { length: Infinity } }, header)[0].payload;
    if (attempt.format === 'ops_json') return { path: attempt.path, operations: operationsFor(fresh, { hashes }) };
    return anchoredOperation(fresh, { hashes }, 0);
  } catch {
    return null;  // no anchor among the rows that were shown
  }
}

const plainAttempt = ({ format, path, spelling, random }) => ({ format, path, spelling, random, slip: {} });

// Where the refusal says that the lines of a hunk are, or the line that an insertion stands beside.
function toldPlace(told, { start, end, new_lines: added }, groups) {
  const inserts = end < start;
  // One line alone says nothing of an insertion beside it: another one may be after the next line.
  const isAround = ({ first, last }) => first <= start && end <= last && !(inserts && first === last);
  if (told.some((place) => place.isDone && isAround(place))) return { isDone: true };
  if (inserts) {
    const isOnly = ({ first, last }, line) => first === line && last === line;
    const above = told.find((place) => isOnly(place, start - 1));
    const below = told.find((place) => isOnly(place, start));
    const at = above ? above.end + 1 : below?.start;
    return at === undefined ? null : { start: at, end: at - 1, isDone: above?.isDone ?? below.isDone };
  }
  const place = told.find(({ first, last }) => first === start && last === end);
  if (place === undefined) return null;
  const texts = new Map(groups.flatMap(({ rows }) => rows.map(({ line, text }) => [line, text])));
  const there = Array.from({ length: place.end - place.start + 1 }, (_, i) => texts.get(place.start + i));
  return { start: place.start, end: place.end, isDone: place.isDone || there.join('\n') === added.join('\n') };
}

// Where the edge of the file is now that an insertion of `patch` names, which names no line.
function toldEdge(message, { format, lines }, { start, end }) {
  if (format !== 'hl_patch' || end >= start || (start > 1 && start <= lines.length)) return null;
  const edge = edgesTold(message).find(({ isTop }) => isTop === (start === 1));
  return edge === undefined ? null : { start: edge.start, end: edge.start - 1, isDone: edge.isDone };
}

// Where the lines of a hunk are in the rows: between neighbours that are there, or after or before one of them where lines like
// them stand.
function placeNow(lines, { start, end, new_lines: added }, groups) {
  const from = Math.max(0, start - 1 - neighbours);
  const known = lines.slice(from, end + neighbours);
  const candidates = groups.map((group) => {
    const texts = group.rows.map(({ text }) => text);
    const { pairs, score } = alignedLines(known, texts);
    const edge = from === 0 && group.first === 1 ? [[-1, -1]] : [];
    const [first, past] = [start - 1 - from, end - from];
    return { group, texts, score, place: placeOf([...edge, ...pairs], first, past) ?? likePlace(pairs, first, past, known, texts) };
  });
  const found = candidates.filter(({ place }) => place !== null).sort((a, b) => b.score - a.score)[0];
  if (found === undefined) return null;
  const { group, texts, place: [first, past] } = found;
  if (end >= start && past === first) return null;  // the lines are gone from here, and nothing says where to
  const isDone = added.length > 0 && texts.slice(first, past).join('\n') === added.join('\n');
  return { start: group.first + first, end: group.first + past - 1, isDone };
}

function likePlace(pairs, first, past, known, texts) {
  const count = past - first;
  const looksLike = (at) => {
    const likes = known.slice(first, past).map((line, i) => (texts[at + i] === undefined ? 0 : likeness(line, texts[at + i])));
    return at >= 0 && likes.reduce((sum, each) => sum + each, 0) / count >= leastLikeness;
  };
  const above = pairs.find(([i]) => i === first - 1);
  const below = pairs.find(([i]) => i === past);
  const candidates = [above && above[1] + 1, below && below[1] - count].filter((at) => at !== undefined);
  const at = count === 0 ? undefined : candidates.find(looksLike);
  return at === undefined ? null : [at, at + count];
}
