// Answers one line for each line of input: a stale one-line edit by hashline, in memory.
//   in   BEFORE \t NOW \t RESULT \t LINE \t ROW     files as shown and as they are, where to write, what to replace
//   out  milliseconds to record the shown version, milliseconds for the edit; or why it was refused
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { InMemoryFilesystem, InMemorySnapshotStore, Patch, Patcher } from "@oh-my-pi/hashline";

const path = "file.txt"; // no language, so no syntax probes

async function staleEdit(request: string): Promise<string> {
  const [before, now, result, line, row] = request.split("\t");
  const shown = readFileSync(before, "utf8");
  const files = new InMemoryFilesystem([[path, readFileSync(now, "utf8")]]);
  const snapshots = new InMemorySnapshotStore({ maxTotalBytes: 2 ** 30 });
  const patcher = new Patcher({ fs: files, snapshots });
  Bun.gc(true);

  const start = performance.now();
  const tag = snapshots.record(path, shown);
  const recorded = performance.now();
  const done = await patcher.apply(Patch.parse(`[${path}#${tag}]\nPUT ${line}.=${line}:\n+${row}`));
  const end = performance.now();

  if (done.sections[0].op !== "update") return `it made no update but: ${done.sections[0].op}`;
  writeFileSync(result, await files.readText(path));
  return `${recorded - start} ${end - recorded}`;
}

for await (const request of createInterface({ input: process.stdin })) {
  const answer = await staleEdit(request).catch((error) => `refused: ${error?.message ?? error}`);
  process.stdout.write(answer.replaceAll("\n", " ") + "\n");
}
