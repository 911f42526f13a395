// Where the program of this platform is: in an optional dependency, of which npm installs only the one that fits.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

export function program() {
  const name = `${JSON.parse(readFileSync(new URL("package.json", import.meta.url))).name}-${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/kedge`);
  } catch {
    console.error(`kedge: ${name} is not installed: there is no program for this platform, or npm was told to leave out optional dependencies`);
    process.exit(3);
  }
}
