// What is right when somebody else changed the very lines, the refusal showed them, and the edit is sent again knowingly: the file as
// it is, with the edit's own lines in place of those that it was about, and the other writer's changes kept everywhere else. Two
// readings of "those lines" are accepted: git's (a merge that takes the edit's side where the two conflict), and the lines that
// stand now between the nearest ones around the edit that are still there (alignment.mjs).
import { mergeForOurs } from '../merge.mjs';
import { applyHunks, shownLines } from '../text.mjs';
import { alignedLines, placeOf } from './alignment.mjs';

const longestAlignment = 4000;

export function insistedFiles(attempt) {
  const wanted = applyHunks(attempt.shown, attempt.hunks);
  return [mergeForOurs(attempt.shown, wanted, attempt.disk), betweenSurvivors(attempt)].filter((file) => file !== null);
}

function betweenSurvivors({ shown, disk, hunks }) {
  const [before, now] = [shownLines(shown), shownLines(disk)];
  if (before.length > longestAlignment || now.length > longestAlignment) return null;
  const pairs = [[-1, -1], ...alignedLines(before, now).pairs, [before.length, now.length]];
  const moved = hunks.map(({ start, end, new_lines: added }) => {
    const [first, past] = placeOf(pairs, start - 1, end);
    return { start: first + 1, end: past, new_lines: added };
  });
  return applyHunks(disk, moved);
}
