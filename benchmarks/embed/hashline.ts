// The same work by the npm package hashline in its own process: hashline.ts ROOT DURABILITY. It writes the file as programs commonly do: a new one,
// renamed over the old; synced if it is to survive a power cut.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { InMemoryFilesystem, InMemorySnapshotStore, Patch, Patcher } from "@oh-my-pi/hashline";

const [root, durability] = process.argv.slice(2);
const path = "file.txt";
const file = `${root}/${path}`;
const snapshots = new InMemorySnapshotStore({ maxTotalBytes: 2 ** 30 });
let made = 0;
let kept = "";

function save(text: string): void {
  const staged = openSync(`${file}.new`, "w");
  writeSync(staged, text);
  if (durability === "full") fsyncSync(staged);
  closeSync(staged);
  renameSync(`${file}.new`, file);
  if (durability !== "full") return;
  const folder = openSync(root, "r");
  fsyncSync(folder);
  closeSync(folder);
}

for await (const row of createInterface({ input: process.stdin })) {
  const [kind, calls] = row.split(" ");
  const start = performance.now();
  for (let i = 0; i < Number(calls); i++) {
    const shown = readFileSync(file, "utf8");
    const tag = snapshots.record(path, shown);
    if (kind === "reads") {
      const lines = shown.split("\n");
      const from = i % 900;
      kept = `[${path}#${tag}]\n${lines.slice(from, from + 50).map((line, at) => `${from + at + 1}:${line}`).join("\n")}`;
      continue;
    }
    const line = made % 1000;
    const turn = Math.floor(made / 1000);
    const files = new InMemoryFilesystem([[path, shown]]);
    const patch = `[${path}#${tag}]\nPUT ${line + 1}.=${line + 1}:\n+value ${line} = ${turn + 1}; // of a file that somebody edits`;
    await new Patcher({ fs: files, snapshots }).apply(Patch.parse(patch));
    save(await files.readText(path));
    made += 1;
  }
  process.stdout.write(`${performance.now() - start}\n`);
}
if (kept === "never") process.stdout.write(kept);
