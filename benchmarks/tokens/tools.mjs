// How each format shows a file, what it is `like` in the bench of reliability, and, if a model would send something else than what
// that bench sends, what is `sent`. Formats that no dialect of kedge has are those of others: what they show is written down here
// as their programs print it, because a model pays for the text alone.
import { createHash } from "node:crypto";
import { shownLines } from "../reliability/text.mjs";

const lines = (from, to) => ({ start: from, end: to });
const asItIs = (payload) => payload;
const asInput = (payload) => ({ input: payload });

export const tools = {
  patch: { tool: "kedge", like: "hl_patch", lines, sent: (payload) => asInput(`*** Begin Patch\n${payload}*** End Patch\n`) },
  anchors: { tool: "kedge", like: "ops_json", lines: (from, to) => ({ start_line: from, end_line: to }), sent: withoutAdvice },
  hashline: { tool: "kedge", like: "anchors", lines },
  replace: { tool: "kedge", like: "str_replace", lines },
  "replace (batch)": { tool: "kedge", like: "mcp_edits", lines },
  apply_patch: { tool: "kedge", like: "codex", lines },
  udiff: { tool: "kedge", like: "udiff", lines },
  blocks: { tool: "kedge", like: "sr_block", lines },
  "PUT/CUT": { tool: "hashline", like: "hl_patch", spelling: "symbols", shows: hashlineRows, sent: asInput },
  edit_file: { tool: "server-filesystem", like: "mcp_edits", shows: headOrTail, sent: asItIs },
  write_file: { tool: "server-filesystem", shows: headOrTail, whole: true },
  str_replace: { tool: "cat -n", like: "str_replace", shows: catRows },
};

// A line number beside a hash is advice, and only needed to tell lines of one hash apart.
function withoutAdvice({ path, operations }) {
  return { path, operations: operations.map(({ line, ...rest }) => ("occurrence" in rest ? { ...rest, line } : rest)) };
}

// The tag of the peer is another hash of the same four digits; what it costs is the same.
function hashlineRows(path, text, from, to) {
  const tag = createHash("sha256").update(text).digest("hex").slice(0, 4).toUpperCase();
  const rows = shownLines(text)
    .slice(from - 1, to)
    .map((line, i) => `${from + i}:${line}`);
  return `[${path}#${tag}]\n${rows.join("\n")}`;
}

// read_text_file knows the first lines of a file or the last, so that a window in the middle is had with all above or all below it.
function headOrTail(path, text, from, to) {
  const all = text.split("\n");
  return (to <= all.length - from ? all.slice(0, to) : all.slice(from - 1)).join("\n");
}

function catRows(path, text, from, to) {
  return shownLines(text)
    .slice(from - 1, to)
    .map((line, i) => `${String(from + i).padStart(6)}\t${line}\n`)
    .join("");
}
