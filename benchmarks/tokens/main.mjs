// What it costs a model to read a line and to say an edit, in tokens, in the dialects of kedge and in the formats of others.
//   node main.mjs --kedge BINARY --packages FOLDER --corpus FILE.jsonl [--name NAME] [--limit N]
// Every edit in a dialect of kedge is sent to the program itself: what does not make the very bytes that were meant is not counted.
// KEDGE_RESULTS names the file that rows are appended to; rows of reliability in it say which dialects are safe.
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { evenly, readCorpus } from "../reliability/corpus.mjs";
import { formats } from "../reliability/formats.mjs";
import { shownLines } from "../reliability/text.mjs";
import { verbs } from "../reliability/tools/kedge.mjs";
import { McpClient } from "../reliability/tools/mcp_client.mjs";
import { expressed } from "./expressed.mjs";
import { cheapestSafe } from "./safe.mjs";
import { tools } from "./tools.mjs";

const around = 20; // lines above and below a change that are read before it is made

const text = { type: "string" };
const { values: options } = parseArgs({ options: { kedge: text, packages: text, corpus: text, name: text, limit: text } });
if (options.kedge === undefined || options.packages === undefined || options.corpus === undefined) {
  process.stderr.write("usage: main.mjs --kedge BINARY --packages FOLDER --corpus FILE.jsonl [--name NAME] [--limit N]\n");
  process.exit(2);
}
const packaged = createRequire(path.resolve(options.packages, "package.json"));
const tokenizers = Object.fromEntries(
  ["o200k_base", "cl100k_base"].map((name) => [name, packaged(`gpt-tokenizer/encoding/${name}`)]),
);
const corpus = options.name ?? path.basename(options.corpus, ".jsonl");
const edits = evenly(readCorpus(options.corpus), Number(options.limit ?? 0));

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "kedge-tokens-"));
const root = path.join(folder, "root");
fs.mkdirSync(root);
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const isKedge = (format) => tools[format].tool === "kedge";
const dialectOf = (format) => formats[tools[format].like].dialect;
const dialects = [...new Set(Object.keys(tools).filter(isKedge).map(dialectOf))];
const server = await McpClient.start(path.resolve(options.kedge), [
  "mcp",
  "--root",
  root,
  "--state",
  path.join(folder, "state"),
  "--dialect",
  dialects.join(","),
  "--results",
  "text",
  "--durability",
  "none",
  "--allow",
  "**",
]);
const call = (format, verb, args) => server.callTool(`${dialectOf(format)}_${verb}`, args);

// ---- what a model reads and writes

/** The lines that are read before an edit: around each of its hunks, in one piece where two of them meet. */
function windows({ hunks, before }) {
  const count = shownLines(before).length;
  const found = [];
  for (const hunk of hunks) {
    const from = Math.max(1, hunk.start - around);
    const to = Math.min(count, Math.max(hunk.end, hunk.start) + around);
    if (found.length > 0 && from <= found.at(-1).to + 1) found.at(-1).to = Math.max(found.at(-1).to, to);
    else found.push({ from, to });
  }
  return found;
}

async function read(format, edit, { from, to }) {
  const tool = tools[format];
  if (tool.shows !== undefined) return tool.shows(edit.path, edit.before, from, to);
  const verb = verbs[tool.like];
  const answer = await call(format, verb.read, { ...verb.readArguments(edit.path), ...tool.lines(from, to) });
  if (!answer.ok) throw new Error(`${format}: ${answer.text}`);
  return answer.text;
}

/** The answers of kedge to the calls; undefined if they do not make what was meant. */
async function answered(format, edit, calls) {
  const answers = [];
  for (const each of calls) {
    const answer = await call(format, verbs[tools[format].like].edit, each);
    if (!answer.ok) return undefined;
    answers.push(answer.text);
  }
  return fs.readFileSync(path.join(root, edit.path), "utf8") === edit.after ? answers : undefined;
}

/** Texts of one edit in one format; without `calls` where it could not be said or did not land. */
async function texts(format, edit) {
  const file = path.join(root, edit.path);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, edit.before);
  const all = await read(format, edit, { from: 1, to: shownLines(edit.before).length });
  const seen = [];
  if (tools[format].whole) seen.push(all);
  else for (const window of windows(edit)) seen.push(await read(format, edit, window));
  const calls = expressed(edit, format, all);
  if (calls === undefined) return { all };
  const answers = isKedge(format) ? await answered(format, edit, calls) : [];
  return answers === undefined ? { all } : { all, seen, calls: calls.map((each) => JSON.stringify(each)), answers };
}

// ---- counting

// One row for each format, tokenizer and `what`.
const rows = new Map();
function count(format, what, n, pieces) {
  for (const [tokenizer, { countTokens }] of Object.entries(tokenizers)) {
    const key = `${format}\n${tokenizer}\n${what}`;
    const row = rows.get(key) ?? {
      bench: "tokens",
      corpus,
      tokenizer,
      format,
      tool: tools[format].tool,
      what,
      n: 0,
      tokens: 0,
      bytes: 0,
    };
    row.n += n;
    for (const piece of pieces) {
      row.tokens += countTokens(piece, { disallowedSpecial: new Set() }); // <|endoftext|> in a file is text like any other
      row.bytes += Buffer.byteLength(piece);
    }
    rows.set(key, row);
  }
}

const leftOut = new Map();
let counted = 0;
for (const edit of edits) {
  const said = new Map();
  for (const format of Object.keys(tools)) said.set(format, await texts(format, edit));
  fs.rmSync(path.join(root, edit.path.split("/")[0]), { recursive: true });

  for (const [format, { all }] of said) count(format, "read line", shownLines(edit.before).length, [all]);
  const missing = [...said].filter(([, { calls }]) => calls === undefined).map(([format]) => format);
  for (const format of missing) leftOut.set(format, (leftOut.get(format) ?? 0) + 1);
  if (missing.length > 0) continue; // all formats are compared on the same edits
  counted += 1;
  for (const [format, { seen, calls, answers }] of said) {
    count(format, "edit", 1, calls);
    count(format, "edit with its read", 1, [...seen, ...calls]);
    if (isKedge(format)) count(format, "answer", 1, answers);
  }
}
await server.stop();

// ---- telling

const columns = ["read line", "edit", "edit with its read", "answer"];
const average = (row) => (row === undefined ? "" : (row.tokens / row.n).toFixed(row.what === "read line" ? 2 : 1));
const out = [];
for (const tokenizer of Object.keys(tokenizers)) {
  out.push(
    "",
    `tokens (${tokenizer}), corpus ${corpus}: ${counted} of ${edits.length} edits`,
    `${"tool".padEnd(20)}${"format".padEnd(18)}${columns.map((what) => what.padStart(20)).join("")}`,
  );
  for (const [format, { tool }] of Object.entries(tools)) {
    const cells = columns.map((what) => average(rows.get(`${format}\n${tokenizer}\n${what}`)).padStart(20));
    out.push(`${tool.padEnd(20)}${format.padEnd(18)}${cells.join("")}`.trimEnd());
  }
}
const without = [...leftOut].map(([format, n]) => `${n} in ${format}`).join(", ");
if (without !== "") out.push("", `left out for all, because they could not be said or did not land: ${without}`);

const results = process.env.KEDGE_RESULTS;
if (results) {
  fs.appendFileSync(results, [...rows.values()].map((row) => `${JSON.stringify(row)}\n`).join(""));
  const known = fs
    .readFileSync(results, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  for (const tokenizer of Object.keys(tokenizers)) {
    const cheapest = cheapestSafe(known, corpus, tokenizer);
    if (cheapest !== undefined)
      out.push("", `cheapest safe dialect by ${tokenizer}: ${cheapest.format}, ${average(cheapest)} tokens an edit with its read`);
  }
}
process.stdout.write(`${out.join("\n")}\n`);
