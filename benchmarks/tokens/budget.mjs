// What a model pays for kedge before it has done anything: the tools and the instructions of each dialect, in tokens. Fails if one of them
// is over its budget.
//   node budget.mjs --kedge BINARY --packages FOLDER
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

const budget = { tools: 1300, instructions: 250 };
const encoding = "o200k_base";

const text = { type: "string" };
const { values: options } = parseArgs({ options: { kedge: text, packages: text } });
if (options.kedge === undefined || options.packages === undefined) {
  process.stderr.write("usage: budget.mjs --kedge BINARY --packages FOLDER\n");
  process.exit(2);
}
const { countTokens } = createRequire(path.resolve(options.packages, "package.json"))(`gpt-tokenizer/encoding/${encoding}`);
const kedge = (words, input) => execFileSync(path.resolve(options.kedge), words, { encoding: "utf8", input });

/** What a server says to a client when it is asked for its tools. */
function served(dialect, folder) {
  const client = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "budget", version: "1" } };
  const requests = [
    { id: 1, method: "initialize", params: client },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list", params: {} },
  ];
  const lines = requests.map((request) => `${JSON.stringify({ jsonrpc: "2.0", ...request })}\n`).join("");
  const words = ["mcp", "--root", folder, "--state", path.join(folder, "state"), "--dialect", dialect, "--results", "text"];
  const answers = kedge(words, lines).trim().split("\n").map((line) => JSON.parse(line));
  const result = (id) => answers.find((answer) => answer.id === id).result;
  return { instructions: result(1).instructions, tools: result(2).tools };
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "kedge-budget-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const dialects = ["patch", "anchors", "hashline", "replace", "apply_patch", "udiff", "blocks"];
const over = [];
console.log(`| dialect | tools (at most ${budget.tools} tokens) | instructions (at most ${budget.instructions}) |\n|---|---:|---:|`);
for (const dialect of dialects) {
  const { instructions, tools } = served(dialect, folder);
  const listed = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema })).join("\n");
  const tokens = { tools: countTokens(listed), instructions: countTokens(instructions) };
  console.log(`| ${dialect} | ${tokens.tools} | ${tokens.instructions} |`);
  for (const part of Object.keys(budget)) if (tokens[part] > budget[part]) over.push(`${dialect}: ${part}`);
}
if (over.length > 0) {
  process.stderr.write(`over budget: ${over.join(", ")}\n`);
  process.exit(1);
}
