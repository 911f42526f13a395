// Where the compiled part is: beside this file, or in the package of this platform.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function addonPath() {
  const beside = join(dirname(fileURLToPath(import.meta.url)), 'kedge.node');
  if (existsSync(beside)) return beside;
  const name = `@NAME@-${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`${name}/lib/kedge.node`);
  } catch {
    throw new Error(`kedge cannot be loaded: the package ${name} is not installed. It exists for linux-x64 and linux-arm64.`);
  }
}
