// Cases from a file of JSON lines. A case is one edit of one file: `before`, the `hunks` that make it `after`, and, where there is one,
// a `drift` (somebody else's change elsewhere in the file, with the right merged file) and a `conflict` (a change of the very lines).
import { readFileSync } from 'node:fs';
import { applyHunks } from './text.mjs';

const needed = ['id', 'path', 'traits', 'eol', 'final_newline', 'before', 'after', 'hunks'];

export function readCorpus(path) {
  const rows = textOf(path).split('\n');
  const cases = [];
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const where = `${path}, line ${index + 1}`;
    let read;
    try {
      read = JSON.parse(row);
    } catch {
      throw new Error(`${where}: not a JSON object`);
    }
    const missing = needed.filter((field) => !(field in read));
    if (missing.length > 0) throw new Error(`${where}: no ${missing.join(', no ')}`);
    cases.push({ drift: null, conflict: null, ...read });
  }
  if (cases.length === 0) throw new Error(`${path}: no case in it`);
  return cases;
}

function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} cannot be read (${error.code})`);
  }
}

// Every k-th case, so that a part of a corpus is as mixed as the whole.
export function evenly(cases, limit) {
  if (!limit || limit >= cases.length) return cases;
  const step = Math.floor(cases.length / limit);
  return cases.filter((_, index) => index % step === 0).slice(0, limit);
}

export function hunksGiveAfter({ before, after, hunks }) {
  return applyHunks(before, hunks) === after;
}
