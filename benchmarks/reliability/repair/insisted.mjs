// What is right when somebody else changed the very lines, the refusal showed them, and the edit is sent again knowingly: the file as
// it is, with the edit's own lines in place of those that it was about, and the other writer's changes kept everywhere else. "Those
// lines" are what git says (a merge that takes the edit's side where the two conflict), or, hunk by hunk:
//   - the lines that stand now between the nearest ones around the hunk that are still there (alignment.mjs); where equal lines allow
//     two shortest comparisons, by either of them;
//   - of what is between these, as many lines as the hunk was about, if they are the only ones that are like them;
//   - none, where the other writer has made the same change: what the hunk makes, with the lines around it, is there; or it takes
//     lines away, and nothing in their place is like one of them.
// Lines without a word tell nothing about that. An insertion removes nothing: where both of its neighbours are gone, it stands before or after
// what took their place; where both are there and the other writer has put lines between them, beside either.
//
// Where two comparisons disagree about lines that are to be replaced, and nothing there is like them, the other writer has removed what the
// edit is about: it has no place, and nobody can say what would be right.
import { isLowEntropy } from '../formats/operations.mjs';
import { mergeForOurs } from '../merge.mjs';
import { applyHunks, isBlank, shownLines } from '../text.mjs';
import { alignedLines, joinMeeting, likeness, placeOf } from './alignment.mjs';

const longestAlignment = 4000;
const mostReadings = 4096;
const leastLikeness = 0.6;

// Null where a hunk has no place.
export function insistedFiles(attempt) {
  const wanted = applyHunks(attempt.shown, attempt.hunks);
  const byGit = mergeForOurs(attempt.shown, wanted, attempt.disk);
  const byHunk = betweenSurvivors(attempt);
  return byHunk === null ? null : [byGit, ...byHunk].filter((file) => file !== null);
}

function betweenSurvivors({ shown, disk, hunks }) {
  const [before, now] = [shownLines(shown), shownLines(disk)];
  if (before.length > longestAlignment || now.length > longestAlignment) return [];
  const alignments = [alignedLines(before, now).pairs, alignedFromTheEnd(before, now)].map((pairs) => {
    return [[-1, -1], ...pairs, [before.length, now.length]];
  });
  let readings = [[]];
  for (const hunk of hunks) {
    const places = alignments.map((pairs) => placeOf(pairs, hunk.start - 1, hunk.end));
    const alike = mostAlike(hunk, places, before, now);
    const ways = [...places, ...alike].flatMap((place) => waysToPlace(hunk, place, before, now));
    if (isMadeThere(hunk, before, now)) ways.push([]);
    if (ways.every((way) => way.length > 0)) {
      const beside = alignments.flatMap((pairs) => besideNeighbours(hunk, pairs)).map((place) => waysToPlace(hunk, place, before, now));
      if (beside.every((each) => each[0].length > 0)) ways.push(...beside.flat());
    }
    const replaces = hunk.end >= hunk.start && hunk.new_lines.length > 0;
    const isDecided = places[0].join() === places[1].join() || alike.length > 0 || ways.some((way) => way.length === 0);
    if (replaces && !isDecided) return null;
    const different = [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
    readings = readings.flatMap((reading) => different.map((way) => [...reading, ...way]));
    if (readings.length > mostReadings) return [];
  }
  return readings.map((reading) => applyHunks(disk, joinMeeting(reading, before)));
}

// An insertion after the line above it, and before the line below it, if these are still there: [[at, at]…].
function besideNeighbours({ start, end }, pairs) {
  if (end >= start) return [];
  const above = pairs.find(([i]) => i === start - 2);
  const below = pairs.find(([i]) => i === start - 1);
  return above && below ? [[above[1] + 1, above[1] + 1], [below[1], below[1]]] : [];
}

// The only run of as many lines that is like those of the hunk: [[first, past]], or none.
function mostAlike({ start, end }, places, before, now) {
  const ours = before.slice(start - 1, end);
  if (ours.length === 0) return [];
  const [first, past] = [Math.min(...places.map(([at]) => at)), Math.max(...places.map(([, at]) => at))];
  const found = [];
  for (let at = first; at + ours.length <= past; ++at) {
    const likes = ours.map((line, i) => likeness(line, now[at + i]));
    if (likes.reduce((sum, each) => sum + each, 0) / ours.length >= leastLikeness) found.push([at, at + ours.length]);
  }
  return found.length === 1 ? found : [];
}

function alignedFromTheEnd(before, now) {
  const { pairs } = alignedLines([...before].reverse(), [...now].reverse());
  return pairs.map(([i, j]) => [before.length - 1 - i, now.length - 1 - j]).reverse();
}

// Whether the other writer has made the hunk: what it makes, with the lines around it, is in the file once, and was not before.
function isMadeThere({ start, end, new_lines: added }, before, now) {
  const placesIn = (lines, wanted, first, past) => {
    const from = first ? [0] : lines.map((_, at) => at);
    return from.filter((at) => (!past || at + wanted.length === lines.length) && wanted.every((line, i) => lines[at + i] === line));
  };
  return [3, 2, 1].some((reach) => {
    const [above, below] = [before.slice(Math.max(0, start - 1 - reach), start - 1), before.slice(end, end + reach)];
    const wanted = [...above, ...added, ...below];
    const [first, past] = [above.length < reach, below.length < reach];
    if (above.every(isBlank) && !first) return false;
    if (below.every(isBlank) && !past) return false;
    return placesIn(now, wanted, first, past).length === 1 && placesIn(before, wanted, first, past).length === 0;
  });
}

// Each way is a list of hunks for the file as it is: one, or none where nothing is left to do.
function waysToPlace(origin, [first, past], before, now) {
  const { start, end, new_lines: added } = origin;
  const stands = (at) => at >= 0 && now.slice(at, at + added.length).join('\n') === added.join('\n');
  if (end < start) {
    const isMade = [first, past].some((at) => stands(at) || stands(at - added.length)) || standsWithNeighbours(origin, [first, past], before, now);
    return isMade ? [[]] : [first, past].map((at) => [{ start: at + 1, end: at, new_lines: added, origin }]);
  }
  const there = now.slice(first, past);
  const ours = before.slice(start - 1, end).filter((line) => !isLowEntropy(line));
  const isGone = ours.every((line) => added.includes(line) || !there.includes(line));
  const hasNew = there.some((_, i) => stands(first + i));
  const isDeleted = added.length === 0 && ours.length > 0 && ours.every((line) => there.every((now) => likeness(line, now) < leastLikeness));
  const isMade = (added.length > 0 && hasNew && isGone) || isDeleted;
  return [...(isMade ? [[]] : []), [{ start: first + 1, end: past, new_lines: added, origin }]];
}

// An insertion whose ends are like its neighbours can stand a few lines further up or down.
function standsWithNeighbours({ start, new_lines: added }, [first, past], before, now) {
  const reach = 3;
  const wanted = [...before.slice(Math.max(0, start - 1 - reach), start - 1), ...added, ...before.slice(start - 1, start - 1 + reach)].join('\n');
  const count = Math.min(start - 1, reach) + added.length + Math.min(before.length - start + 1, reach);
  const from = Math.max(0, first - added.length - 2 * reach);
  return Array.from({ length: past + added.length - from + 1 }, (_, i) => from + i).some((at) => now.slice(at, at + count).join('\n') === wanted);
}
