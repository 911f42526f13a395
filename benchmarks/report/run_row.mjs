// The first row of a run: when, in which form, on what, and with which versions of what kedge is measured beside.
//   node benchmarks/report/run_row.mjs FORM KEDGE [BUN]
import { execFileSync } from "node:child_process";
import { cpus, release, totalmem } from "node:os";
import { readFileSync } from "node:fs";

const [form, kedge, bun] = process.argv.slice(2);
if (kedge === undefined) {
  process.stderr.write("usage: run_row.mjs FORM KEDGE [BUN]\n");
  process.exit(2);
}

// The first number with a point in what a program says of itself; nothing where there is no such program.
function versionOf(program, ...words) {
  try {
    return /\d+(\.\d+)+/.exec(execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))?.[0];
  } catch {
    return undefined;
  }
}

function pinned(folder, name) {
  const asked = JSON.parse(readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), "utf8"));
  return asked.dependencies[name];
}

function commit() {
  try {
    return execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

const model = cpus()[0]?.model ?? "unknown";
const versions = {
  git: versionOf("git", "--version"),
  patch: versionOf("patch", "--version"),
  sed: versionOf("sed", "--version"),
  node: process.versions.node,
  bun: bun ? versionOf(bun, "--version") : undefined,
  "@oh-my-pi/hashline": pinned("benchmarks/peers", "@oh-my-pi/hashline"),
  "@modelcontextprotocol/server-filesystem": pinned("tests/peers", "@modelcontextprotocol/server-filesystem"),
};
const run = {
  at: `${new Date().toISOString().slice(0, 19)}Z`,
  form,
  version: versionOf(kedge, "--version"),
  commit: commit(),
  machine: `${cpus().length} cores (${model === "unknown" ? process.arch : model}), ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}`,
  versions,
};
process.stdout.write(`${JSON.stringify({ run })}\n`);
