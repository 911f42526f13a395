// One edit by hashline in a process of its own, made durable: FILE LINE ROW.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { InMemoryFilesystem, InMemorySnapshotStore, Patch, Patcher } from "@oh-my-pi/hashline";

const [file, line, row] = process.argv.slice(2);
const path = "file.txt";
const shown = readFileSync(file, "utf8");
const files = new InMemoryFilesystem([[path, shown]]);
const snapshots = new InMemorySnapshotStore();
const tag = snapshots.record(path, shown);
const done = await new Patcher({ fs: files, snapshots }).apply(Patch.parse(`[${path}#${tag}]\nPUT ${line}.=${line}:\n+${row}`));
if (done.sections[0].op !== "update") throw new Error(`no update but: ${done.sections[0].op}`);

const staged = openSync(`${file}.new`, "w");
writeSync(staged, await files.readText(path));
fsyncSync(staged);
closeSync(staged);
renameSync(`${file}.new`, file);
const folder = openSync(dirname(file), "r");
fsyncSync(folder);
closeSync(folder);
