// What a read and an edit cost a model.
import { cheapestSafe, isSafe } from "../tokens/safe.mjs";
import { number } from "./numbers.mjs";
import { bars, coloursOf } from "./plots.mjs";
import { distinct } from "./select.mjs";

const whats = ["read line", "edit", "edit with its read", "answer"];
const title = {
  "read line": "a line read",
  edit: "an edit",
  "edit with its read": "an edit with its read",
  answer: "the answer to an edit",
};
const each = (row) => (row === undefined || row.n === 0 ? "" : (row.tokens / row.n).toFixed(row.what === "read line" ? 2 : 1));
const verdicts = new Map([
  [true, "yes"],
  [false, "no"],
  [undefined, "not measured"],
]);

export function tokens(rows) {
  const blocks = [{ kind: "heading", level: 2, text: "Tokens" }];
  if (rows.tokens.length === 0) return [...blocks, { kind: "text", markup: "Not measured in this run." }];
  blocks.push({
    kind: "text",
    markup:
      "Tokens that a model reads or writes, on average. An edit is the JSON of the arguments of all its calls. The read before it " +
      "shows 20 lines above and below each change (`server-filesystem` can only show the first or the last lines of a file; a whole " +
      "file is rewritten from a whole file). All formats express the same edits; those of kedge were carried out and gave the " +
      "intended bytes. Safe: no silent wrong result ([above](#reliability)).",
  });
  const everything = [...rows.tokens, ...rows.reliability];
  for (const corpus of distinct(rows.tokens, "corpus")) {
    for (const tokenizer of distinct(
      rows.tokens.filter((row) => row.corpus === corpus),
      "tokenizer",
    )) {
      const measured = rows.tokens.filter((row) => row.corpus === corpus && row.tokenizer === tokenizer);
      blocks.push(
        { kind: "heading", level: 3, text: `${tokenizer}, corpus: ${corpus}` },
        { kind: "text", markup: verdict(everything, corpus, tokenizer) },
        { kind: "figures", svgs: plots(measured) },
        table(measured, everything),
      );
    }
  }
  return blocks;
}

function verdict(rows, corpus, tokenizer) {
  const best = cheapestSafe(rows, corpus, tokenizer);
  if (best === undefined) return "Which dialect is the cheapest safe one is open: no safe dialect has rows of reliability here.";
  return `The cheapest safe dialect is **${best.format}** of ${best.tool}: ${each(best)} tokens for an edit with its read.`;
}

function plots(measured) {
  const colours = coloursOf(distinct(measured, "tool"));
  return ["read line", "edit", "edit with its read"].flatMap((what) => {
    // A whole file is so much dearer that the other bars could not be told apart beside it.
    const shown = measured
      .filter((row) => row.what === what && row.n > 0 && !(row.format === "write_file" && what !== "read line"))
      .sort((a, b) => a.tokens / a.n - b.tokens / b.n);
    if (shown.length === 0) return [];
    return [
      bars(
        `Tokens for ${title[what]}`,
        shown.map((row) => ({
          label: `${row.tool}: ${row.format}`,
          value: row.tokens / row.n,
          text: each(row),
          colour: colours.get(row.tool),
        })),
      ),
    ];
  });
}

function table(measured, everything) {
  const present = whats.filter((what) => measured.some((row) => row.what === what));
  const others = distinct(measured, "what").filter((what) => !whats.includes(what));
  const shown = [...present, ...others];
  return {
    kind: "table",
    columns: [
      { name: "tool" },
      { name: "format" },
      ...shown.map((what) => ({ name: title[what] ?? what, number: true })),
      { name: "edits", number: true },
      { name: "safe" },
    ],
    rows: distinct(measured, "tool").flatMap((tool) =>
      distinct(
        measured.filter((row) => row.tool === tool),
        "format",
      ).map((format) => {
        const of = (what) => measured.find((row) => row.tool === tool && row.format === format && row.what === what);
        return [
          tool,
          format,
          ...shown.map((what) => each(of(what))),
          of("edit") === undefined ? "" : number(of("edit").n),
          verdicts.get(isSafe(everything, tool, format)),
        ];
      }),
    ),
  };
}
