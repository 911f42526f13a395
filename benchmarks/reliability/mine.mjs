// Edits from the history of a repository: each file that a small commit changed in a few places is a case. What happened to the same
// file in the commit after it, or before it, is what somebody else does to it meanwhile.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { evenly } from './corpus.mjs';
import { merge } from './merge.mjs';
import { alignedLines } from './repair/alignment.mjs';
import { applyHunks, shownLines } from './text.mjs';
import { fileFields, shapeOf } from './traits.mjs';

const usualCount = 300;
const mostCommits = 20000;
const mostFiles = 3;
const mostHunks = 8;
const mostChangedLines = 120;
const lineCounts = { least: 5, most: 3000 };

export function mineRepository(path, { limit = null, say = () => {} } = {}) {
  const repository = new Repository(path);
  const changes = repository.smallChanges();
  const wanted = limit ?? usualCount;
  say(`${changes.length} changes of single files in ${path}`);
  // More than are wanted, because some turn out to be too large, or not text.
  const cases = evenly(changes, wanted * 3).map((change) => caseOf(repository, change)).filter((each) => each !== null);
  if (cases.length === 0) throw new Error(`${path}: no commit in it changes a text file in a few places`);
  return evenly(cases, wanted);
}

class Repository {
  #path;
  #next = new Map();
  #previous = new Map();

  constructor(path) {
    this.#path = path;
  }

  // { commit, path, before, after } with the names of the blobs, newest first.
  smallChanges() {
    const args = ['log', '--no-merges', '--no-renames', '--raw', '--no-abbrev', `-${mostCommits}`, '--format=commit %H', '-z'];
    const changes = [];
    for (const { commit, files } of commitsOf(this.#git(args).toString('utf8'))) {
      for (const file of files) {
        this.#next.set(`${file.before} ${file.path}`, file.after);
        this.#previous.set(`${file.after} ${file.path}`, file.before);
      }
      if (files.length <= mostFiles) changes.push(...files.filter(({ isEdit }) => isEdit).map((file) => ({ commit, ...file })));
    }
    return changes;
  }

  // The blob that a later commit made of this one, and the one that this was made of.
  next({ after, path }) {
    return this.#next.get(`${after} ${path}`) ?? null;
  }

  previous({ before, path }) {
    return this.#previous.get(`${before} ${path}`) ?? null;
  }

  // Null where it is no text.
  text(blob) {
    if (blob === null || /^0+$/.test(blob)) return null;
    const bytes = this.#git(['cat-file', 'blob', blob]);
    const text = bytes.toString('utf8');
    return bytes.includes(0) || !bytes.equals(Buffer.from(text, 'utf8')) ? null : text;
  }

  hunks(before, after, afterText) {
    const diff = this.#git(['diff', '--no-color', '--no-ext-diff', '--no-textconv', '-U0', before, after]).toString('utf8');
    const lines = shownLines(afterText);
    return [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(([, from, removed = 1, to, added = 1]) => {
      const start = Number(removed) === 0 ? Number(from) + 1 : Number(from);
      const first = Number(to) - 1;
      return { start, end: start + Number(removed) - 1, new_lines: lines.slice(first, first + Number(added)) };
    });
  }

  #git(args) {
    const git = spawnSync('git', ['-C', this.#path, ...args], { maxBuffer: 1 << 30 });
    if (git.error) throw new Error(`git cannot be run: ${git.error.message}`);
    if (git.status !== 0) throw new Error(`${this.#path}: ${git.stderr.toString('utf8').trim()}`);
    return git.stdout;
  }
}

// The fields of `git log --raw -z`: a commit's line, then for each file its modes, blobs and kind of change, and its path.
function commitsOf(log) {
  const commits = [];
  const fields = log.split('\0').map((field) => field.replace(/^\n/, ''));
  for (let at = 0; at < fields.length; ++at) {
    const commit = /^commit ([0-9a-f]+)/.exec(fields[at]);
    if (commit) commits.push({ commit: commit[1], files: [] });
    const change = /:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])$/.exec(fields[at]);
    if (!change) continue;
    const [, oldMode, newMode, before, after, kind] = change;
    const isEdit = kind === 'M' && oldMode === newMode && oldMode.startsWith('100');
    commits[commits.length - 1].files.push({ path: fields[++at], before, after, isEdit });
  }
  return commits;
}

function caseOf(repository, change) {
  const before = repository.text(change.before);
  const after = repository.text(change.after);
  if (before === null || after === null) return null;
  const count = shownLines(before).length;
  if (count < lineCounts.least || count > lineCounts.most) return null;
  const hunks = repository.hunks(change.before, change.after, after);
  const changed = hunks.reduce((sum, { start, end, new_lines: added }) => sum + end - start + 1 + added.length, 0);
  if (hunks.length === 0 || hunks.length > mostHunks || changed > mostChangedLines) return null;
  if (applyHunks(before, hunks) !== after) return null;  // a change of line ends, of a BOM, or of the last line's end
  const later = repository.text(repository.next(change));
  const earlier = repository.text(repository.previous(change));
  return {
    id: createHash('sha1').update(`${change.commit}:${change.path}`).digest('hex').slice(0, 12),
    commit: change.commit,
    path: change.path,
    shape: shapeOf(hunks),
    ...fileFields(before, hunks),
    before,
    after,
    hunks,
    drift: later === null ? null : driftFrom(before, after, later),
    conflict: [later, earlier].map((other) => conflictFrom(before, hunks, other)).find((each) => each !== null) ?? null,
  };
}

// The later change, made to the file without the edit; the edit then has to lead to the later file.
function driftFrom(before, after, later) {
  const drifted = merge(after, before, later);
  if (drifted === null || drifted === before || merge(before, after, drifted) !== later) return null;
  return { drifted_before: drifted, drifted_after_expected: later, how: 'next_commit' };
}

// git also calls it a conflict when the other change only stands beside the edit, which a tool may well tell apart: the very lines
// have to be others, or both neighbours of an insertion.
function conflictFrom(before, hunks, other) {
  if (other === null || other === before) return null;
  const isMerged = ([, hunk]) => merge(before, applyHunks(before, [hunk]), other) !== null;
  const conflicting = [...hunks.entries()].filter((entry) => !isMerged(entry));
  if (conflicting.length === 0) return null;
  const kept = new Set(alignedLines(shownLines(before), shownLines(other)).pairs.map(([line]) => line + 1));
  const isChanged = ({ start, end }) => {
    if (end < start) return !kept.has(start - 1) && !kept.has(start);
    return Array.from({ length: end - start + 1 }, (_, i) => start + i).some((line) => !kept.has(line));
  };
  const touched = conflicting.filter(([, hunk]) => isChanged(hunk)).map(([index]) => index);
  return touched.length === 0 ? null : { drifted_before: other, expected: 'reject', touched_hunks: touched };
}
