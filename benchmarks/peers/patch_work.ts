// Answers one line for each line of input: a read or an edit by hashline, in memory.
//   in   read|edit \t BEFORE \t NOW \t RESULT \t PATCH \t NAME    files as shown and as they are, where to write, the hunks, the name
//   out  milliseconds; or why it was refused
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { InMemoryFilesystem, InMemorySnapshotStore, Patch, Patcher } from "@oh-my-pi/hashline";

let kept = ""; // so that what was formatted is not optimised away

async function work(request: string): Promise<string> {
  const [kind, before, now, result, patch, name] = request.split("\t");
  const shown = readFileSync(before, "utf8");
  const files = new InMemoryFilesystem([[name, readFileSync(now, "utf8")]]);
  const snapshots = new InMemorySnapshotStore({ maxTotalBytes: 2 ** 30 });
  const patcher = new Patcher({ fs: files, snapshots });
  const hunks = readFileSync(patch, "utf8");
  Bun.gc(true);

  const start = performance.now();
  const tag = snapshots.record(name, shown);
  if (kind === "read") {
    const lines = shown.split("\n");
    for (let i = 0; i < lines.length; i++) lines[i] = `${i + 1}:${lines[i]}`;
    kept = `[${name}#${tag}]\n${lines.join("\n")}`;
    return `${performance.now() - start} ${kept.length}`;
  }
  const recorded = performance.now();
  const done = await patcher.apply(Patch.parse(`[${name}#${tag}]\n${hunks}`));
  const end = performance.now();
  if (done.sections[0].op !== "update") return `it made no update but: ${done.sections[0].op}`;
  writeFileSync(result, await files.readText(name));
  return `${end - recorded}`;
}

for await (const request of createInterface({ input: process.stdin })) {
  const answer = await work(request).catch((error) => `refused: ${error?.message ?? error}`);
  process.stdout.write(answer.replaceAll("\n", " ") + "\n");
}
