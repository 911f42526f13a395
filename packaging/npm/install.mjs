// Puts the program in the place of the shim, so that starting it does not start Node. The shim keeps working if this fails.
import { copyFileSync, chmodSync, linkSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { program } from "./program.mjs";

const shim = fileURLToPath(new URL("bin/kedge", import.meta.url));
const next = `${shim}.next`;
try {
  rmSync(next, { force: true });
  try {
    linkSync(program(), next);
  } catch {
    copyFileSync(program(), next);
    chmodSync(next, 0o755);
  }
  renameSync(next, shim);
} catch (error) {
  console.error(`kedge: is started by Node, because the program could not be put in place: ${error.message}`);
}
