// Makes the report of the rows of a run: node main.mjs RESULTS.jsonl [--markdown OUT] [--html OUT]
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { document } from "./document.mjs";
import { goalIds } from "./goals.mjs";
import { html } from "./html.mjs";
import { markdown } from "./markdown.mjs";
import { BadRow, parseRows } from "./rows.mjs";

function fail(message, status) {
  process.stderr.write(`report: ${message}\n`);
  process.exit(status);
}

const usage = "usage: main.mjs RESULTS.jsonl [--markdown OUT] [--html OUT]";
let given;
try {
  given = parseArgs({ allowPositionals: true, options: { markdown: { type: "string" }, html: { type: "string" } } });
} catch (error) {
  fail(`${error.message}\n${usage}`, 2);
}
const [file] = given.positionals;
if (given.positionals.length !== 1 || (given.values.markdown === undefined && given.values.html === undefined)) fail(usage, 2);

const reasons = JSON.parse(fs.readFileSync(new URL("reasons.json", import.meta.url), "utf8"));
for (const id of Object.keys(reasons)) {
  if (!goalIds.includes(id)) fail(`reasons.json explains ${id}, which is no goal`, 1);
}
try {
  const blocks = document(parseRows(fs.readFileSync(file, "utf8")), reasons);
  for (const [out, content] of [
    [given.values.markdown, markdown(blocks)],
    [given.values.html, html(blocks, "kedge: benchmarks")],
  ]) {
    if (out === undefined) continue;
    fs.mkdirSync(path.dirname(out), { recursive: true });
    fs.writeFileSync(out, content);
  }
} catch (error) {
  if (!(error instanceof BadRow) && error.code === undefined) throw error;
  fail(`${file}: ${error.message}`, 1);
}
