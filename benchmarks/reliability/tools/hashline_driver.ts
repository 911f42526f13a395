// Answers {"read": path} and {"edit": patch} on standard input, one JSON object a line, with what hashline says. Every read starts a
// session of its own: an attempt must not profit from what an earlier one was shown.
import { createInterface } from "node:readline";

const peer = await import(`${process.env.KEDGE_BENCH_PEERS}/@oh-my-pi/hashline/src/index.ts`);

function newSession() {
  const fs = new peer.NodeFilesystem();
  const snapshots = new peer.InMemorySnapshotStore();
  return { fs, snapshots, patcher: new peer.Patcher({ fs, snapshots }) };
}

let session = newSession();

async function read(path: string) {
  session = newSession();
  const text = peer.normalizeToLF(peer.stripBom(await session.fs.readText(path)).text);
  const lines: string[] = peer.splitAddressableFileLines(text);
  const numbers = lines.map((_, index) => index + 1);
  const tag = session.snapshots.record(session.fs.canonicalPath(path), text, numbers);
  const rows = lines.map((line, index) => peer.formatNumberedLine(index + 1, line));
  return { ok: true, text: [peer.formatHashlineHeader(path, tag), rows.join("\n")].join("\n") };
}

async function edit(patch: string) {
  const { sections } = await session.patcher.apply(peer.Patch.parse(patch));
  const { op, warnings } = sections[0];
  // hashline's own edit tool reports an edit without effect as an error.
  return op === "noop" ? { ok: false, text: "the edit changes nothing" } : { ok: true, text: [op, ...warnings].join("; ") };
}

for await (const line of createInterface({ input: process.stdin, terminal: false })) {
  const request = JSON.parse(line);
  let answer;
  try {
    answer = "read" in request ? await read(request.read) : await edit(request.edit);
  } catch (error) {
    answer = { ok: false, text: error instanceof Error ? error.message : String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
