// Folders for a run, in memory where the machine has such a place: a disk would be most of the time that is measured.
import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';

export function newFolder(name) {
  return mkdtempSync(join(isWritable(inMemory) ? inMemory : tmpdir(), `${name}.`));
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
