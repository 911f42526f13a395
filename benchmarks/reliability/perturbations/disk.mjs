// What others do to the file between the read and the edit.
import { applyHunks, fileLike, flipLineEnds, isBlank, linesAfter, startsOfBlock } from '../text.mjs';

const nearestMove = 10;
const longestRegion = 40;
const furthestEdge = 8;

export function staleClean(attempt) {
  const { drift } = attempt.case;
  if (!drift) return false;
  attempt.disk = drift.drifted_before;
  attempt.accepted = [drift.drifted_after_expected];
  attempt.right = 'either';
  attempt.variant = drift.how;
}

export function staleOverlap(attempt) {
  const { conflict } = attempt.case;
  if (!conflict) return false;
  attempt.disk = conflict.drifted_before;
  attempt.accepted = [];
  attempt.right = 'reject';
  attempt.forbidden = new Set(conflict.touched_hunks);
  // `insert head` and `insert tail` name an edge of the file, not a line that somebody may have changed.
  if (attempt.format === 'hl_patch' && attempt.hunks.some((hunk) => isAtAnEdge(hunk, attempt.lines))) attempt.detectable = false;
}

// An insertion before the first line or after the last.
const isAtAnEdge = ({ start, end }, lines) => end < start && (start === 1 || start > lines.length);

export function staleMoved(attempt) {
  const { hunks, lines, shown } = attempt;
  if (attempt.case.traits.includes('mixed_eol') || hunks.some((hunk) => isAtAnEdge(hunk, lines))) return false;
  const region = paragraphsAround(attempt);
  if (region === null) return false;
  const { lo, hi } = region;
  const spots = [];
  for (let line = 1; line < lines.length; ++line) {
    if (isBlank(lines[line - 1]) && (line < lo - nearestMove || line > hi + nearestMove)) spots.push(line);
  }
  if (spots.length === 0) return false;
  const spot = attempt.random.choice(spots);
  const block = lines.slice(lo - 1, hi);
  if (startsOfBlock(lines, block).length > 1) return false;
  const moved = (put) => {
    if (spot < lo) return [...lines.slice(0, spot - 1), ...put, ...lines.slice(spot - 1, lo - 1), ...lines.slice(hi)];
    return [...lines.slice(0, lo - 1), ...lines.slice(hi, spot - 1), ...put, ...lines.slice(spot - 1)];
  };
  attempt.disk = fileLike(shown, moved(block));
  attempt.accepted = [fileLike(shown, moved(linesAfter(lines, hunks, lo, hi)))];
  attempt.right = 'either';
  attempt.variant = spot < lo ? 'up' : 'down';
  return attempt.disk !== shown;
}

// A copy of the target above it, with at least three lines between that stand nowhere else: the target can be told.
export function duplicateAbove(attempt) {
  const { hunks, lines, random, shown } = attempt;
  const region = attempt.case.traits.includes('mixed_eol') ? null : paragraphsAround(attempt);
  if (region === null) return false;
  const { lo, hi } = region;
  const block = lines.slice(lo - 1, hi);
  if (startsOfBlock(lines, block).length > 1) return false;
  const uses = new Map();
  for (const line of lines) uses.set(line, (uses.get(line) ?? 0) + 1);
  const isLandmark = (line) => !isBlank(line) && uses.get(line) === 1;
  const spots = [];
  for (let line = 2; line < lo - 4; ++line) {
    if (isBlank(lines[line - 1]) && lines.slice(line - 1, lo - 1).filter(isLandmark).length >= 3) spots.push(line);
  }
  if (spots.length === 0) return false;
  const spot = random.random() < 0.5 ? spots[spots.length - 1] : random.choice(spots);
  const above = [...lines.slice(0, spot - 1), ...block, ...lines.slice(spot - 1, lo - 1)];
  attempt.disk = fileLike(shown, [...above, ...lines.slice(lo - 1)]);
  attempt.accepted = [fileLike(shown, [...above, ...linesAfter(lines, hunks, lo, hi), ...lines.slice(hi)])];
  attempt.right = 'either';
}

export function lineEndsFlipped(attempt) {
  if (attempt.case.traits.includes('mixed_eol')) return false;
  attempt.disk = flipLineEnds(attempt.shown);
  attempt.accepted = [flipLineEnds(applyHunks(attempt.shown, attempt.hunks))];
  attempt.right = 'either';
  attempt.variant = attempt.case.eol === 'crlf' ? 'to_lf' : 'to_crlf';
}

export function fileDeleted(attempt) {
  attempt.disk = null;
  attempt.accepted = [];
  attempt.right = 'reject';
}

export function alreadyApplied(attempt) {
  attempt.disk = applyHunks(attempt.shown, attempt.hunks);
  attempt.accepted = [attempt.disk];
  attempt.right = 'unchanged';
}

// The edited lines with one line on each side, grown to the paragraphs that they stand in.
function paragraphsAround({ hunks, lines }) {
  const first = Math.min(...hunks.map((hunk) => hunk.start));
  const last = Math.max(...hunks.map((hunk) => hunk.end));
  let lo = Math.max(1, first - 1);
  let hi = Math.min(lines.length, Math.max(first, last) + 1);
  if (hi - lo > longestRegion) return null;
  while (lo > 1 && !isBlank(lines[lo - 2]) && first - lo < furthestEdge) --lo;
  while (hi < lines.length && !isBlank(lines[hi]) && hi - last < furthestEdge) ++hi;
  return lines.slice(lo - 1, hi).every(isBlank) ? null : { lo, hi };
}
