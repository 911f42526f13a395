// The three-way merge of git: the file that is right after two people changed one version of it in different places.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './work_folder.mjs';

// Null where the two changes cannot be merged.
export function merge(base, ours, theirs) {
  if (base === theirs) return ours;
  if (base === ours) return theirs;
  return mergeFiles(base, ours, theirs, []);
}

// Where the two conflict, ours.
export function mergeForOurs(base, ours, theirs) {
  return mergeFiles(base, ours, theirs, ['--ours']);
}

function mergeFiles(base, ours, theirs, options) {
  const folder = newFolder('kedge-merge');
  try {
    const paths = Object.entries({ ours, base, theirs }).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    const git = spawnSync('git', ['merge-file', '-p', '-q', ...options, ...paths], { maxBuffer: 1 << 28 });
    if (git.error) throw new Error(`git cannot be run: ${git.error.message}`);
    return git.status === 0 ? git.stdout.toString('utf8') : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
