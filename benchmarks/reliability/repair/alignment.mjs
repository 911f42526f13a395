// Which lines of one list are lines of another: the longest common subsequence, lines with words in it counting more than blank ones.
import { isBlank } from '../text.mjs';

export function alignedLines(ours, theirs) {
  const weight = (line) => (isBlank(line) ? 1 : 4);
  const best = Array.from({ length: ours.length + 1 }, () => new Float64Array(theirs.length + 1));
  for (let i = ours.length - 1; i >= 0; --i) {
    for (let j = theirs.length - 1; j >= 0; --j) {
      const skipped = Math.max(best[i + 1][j], best[i][j + 1]);
      best[i][j] = ours[i] === theirs[j] ? Math.max(skipped, best[i + 1][j + 1] + weight(ours[i])) : skipped;
    }
  }
  const pairs = [];
  for (let i = 0, j = 0; i < ours.length && j < theirs.length;) {
    if (ours[i] === theirs[j] && best[i][j] === best[i + 1][j + 1] + weight(ours[i])) pairs.push([i++, j++]);
    else if (best[i + 1][j] >= best[i][j + 1]) ++i;
    else ++j;
  }
  return { pairs, score: best[0]?.[0] ?? 0 };
}

// From 0 to 1: pairs of neighbouring letters that both texts have.
export function likeness(a, b) {
  const [x, y] = [a.trim(), b.trim()];
  if (x === y) return 1;
  const pairsOf = (text) => Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2));
  const left = new Map();
  for (const pair of pairsOf(x)) left.set(pair, (left.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of pairsOf(y)) {
    const count = left.get(pair) ?? 0;
    if (count > 0) ++common;
    left.set(pair, count - 1);
  }
  return (2 * common) / Math.max(1, x.length + y.length - 2);
}

// Where lines first … past - 1 of ours are in theirs, by the pairs around them: [first, past] there, or null where nothing bounds them.
// Between two pairs that are equally far apart on both sides lines correspond one by one; otherwise everything between is the place,
// from the first line of ours if it has a pair, and to the last if it has. A pair of -1, or of both lengths, stands for the edge of a file.
export function placeOf(pairs, first, past) {
  const inside = pairs.filter(([i]) => i >= first && i < past);
  const count = past - first;
  const isWhole = count > 0 && inside.length === count && inside[count - 1][1] - inside[0][1] === count - 1;
  if (isWhole) return [inside[0][1], inside[0][1] + count];
  const above = [...pairs].reverse().find(([i]) => i < first);
  const below = pairs.find(([i]) => i >= past);
  if (count === 0 && above?.[0] === first - 1) return [above[1] + 1, above[1] + 1];
  if (count === 0 && below?.[0] === past) return [below[1], below[1]];
  if (above === undefined || below === undefined) return null;
  const shift = above[1] - above[0];
  if (below[1] - below[0] === shift) return [first + shift, past + shift];
  const ends = [inside.find(([i]) => i === first), inside.find(([i]) => i === past - 1)];
  return [ends[0]?.[1] ?? above[1] + 1, ends[1] === undefined ? below[1] : ends[1][1] + 1];
}

// Hunks of ours in their places; those whose places meet are one, with our lines that stand between them.
export function joinMeeting(placed, ours) {
  const apart = [];
  for (const hunk of placed) {
    const last = apart[apart.length - 1];
    if (last === undefined || hunk.start > last.end) {
      apart.push({ ...hunk });
      continue;
    }
    last.new_lines = [...last.new_lines, ...ours.slice(last.origin.end, hunk.origin.start - 1), ...hunk.new_lines];
    last.start = Math.min(last.start, hunk.start);
    last.end = Math.max(last.end, hunk.end);
    last.origin = { ...last.origin, end: hunk.origin.end };
  }
  return apart;
}
