// Runs one attempt against a tool. The bench owns the disk: it writes the file that is shown, lets the tool read it, changes the disk
// as the perturbation says, sends the calls, and hands the bytes that are there afterwards to the judge.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Inexpressible } from './formats/slips.mjs';
import { judge } from './judge.mjs';
import { parseView } from './view.mjs';

export async function runAttempt(tool, attempt, folder) {
  const path = join(folder, attempt.path);
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  writeFileSync(path, attempt.shown);
  const shown = await tool.read(attempt.path, attempt.format);
  let calls;
  try {
    calls = attempt.calls(parseView(shown));
  } catch (error) {
    if (error instanceof Inexpressible) return { outcome: 'inexpressible' };
    throw error;
  }
  if (attempt.disk === null) rmSync(path);
  else if (attempt.disk !== attempt.shown) writeFileSync(path, attempt.disk);

  const answers = [];
  for (const call of calls) answers.push(await tool.edit(attempt.path, attempt.format, call.payload));
  const after = readFileOrNull(path);
  let outcome = judge(attempt, calls, answers.map(({ ok }) => ok), after);
  const strays = readdirSync(folder).filter((name) => name !== attempt.path);
  if (strays.length > 0 && outcome === 'rejected') outcome = 'wrong';
  return { outcome, calls, answers, after, shown };
}

export function readFileOrNull(path) {
  return existsSync(path) ? readFileSync(path) : null;
}
