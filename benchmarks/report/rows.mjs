// Rows as the benches leave them behind (benchmarks/README.md). What is not understood is refused with its line: a report that
// silently leaves rows out would look better than what was measured.

const outcomes = ["intended", "rejected", "lucky", "silent_wrong", "noop_ok", "wrote_error"];

const text = (value) => typeof value === "string" && value !== "";
const amount = (value) => typeof value === "number" && Number.isFinite(value) && value >= 0;
const count = (value) => Number.isInteger(value) && value >= 0;

const shapes = {
  perf: { group: text, what: text, tool: text, size: count, unit: text, median: amount, low: amount, high: amount, runs: count },
  reliability: {
    corpus: text,
    tool: text,
    dialect: text,
    perturbation: text,
    n: count,
    undetectable: count,
    inexpressible: count,
    repaired: count,
    ...Object.fromEntries(outcomes.map((name) => [name, count])),
  },
  tokens: { corpus: text, tokenizer: text, format: text, tool: text, what: text, n: count, tokens: count, bytes: count },
};
const runShape = { at: text, form: text, version: text, commit: text, machine: text };

// A row of these fields that is measured again takes the place of the older one.
const keys = {
  perf: ["group", "what", "tool", "size"],
  reliability: ["corpus", "tool", "dialect", "perturbation"],
  tokens: ["corpus", "tokenizer", "format", "tool", "what"],
};

export class BadRow extends Error {}

/** {run, perf, reliability, tokens} from the text of a results file; throws BadRow with the number of the line. */
export function parseRows(content) {
  const found = { run: undefined, runs: [], perf: new Map(), reliability: new Map(), tokens: new Map() };
  for (const [i, line] of content.split("\n").entries()) {
    if (line.trim() === "") continue;
    const refuse = (why) => {
      throw new BadRow(`line ${i + 1}: ${why}: ${line.length > 160 ? `${line.slice(0, 160)}…` : line}`);
    };
    let row;
    try {
      row = JSON.parse(line);
    } catch {
      refuse("not a JSON object");
    }
    if (row === null || typeof row !== "object" || Array.isArray(row)) refuse("not a JSON object");
    if (row.run !== undefined) {
      check(row.run, runShape, refuse);
      if (row.run.versions !== undefined && (row.run.versions === null || !Object.values(row.run.versions).every(text))) {
        refuse("`versions` are not all texts");
      }
      if (!/^\d{4}-\d\d-\d\dT/.test(row.run.at)) refuse("`at` is not a date and time");
      found.runs.push(row.run);
      found.run = row.run;
      continue;
    }
    if (!Object.hasOwn(shapes, row.bench)) refuse(`unknown bench ${JSON.stringify(row.bench)}`);
    check(row, shapes[row.bench], refuse);
    consistent(row, refuse);
    found[row.bench].set(keys[row.bench].map((key) => row[key]).join("\n"), row);
  }
  if (found.run === undefined) throw new BadRow("no line with `run`: when, where and of what the rows are is not known");
  return {
    run: found.run,
    perf: [...found.perf.values()],
    reliability: [...found.reliability.values()],
    tokens: [...found.tokens.values()],
  };
}

function check(row, shape, refuse) {
  if (row === null || typeof row !== "object") refuse("not an object");
  for (const [field, fits] of Object.entries(shape)) {
    if (!Object.hasOwn(row, field)) refuse(`\`${field}\` is missing`);
    if (!fits(row[field])) refuse(`\`${field}\` cannot be ${JSON.stringify(row[field])}`);
  }
}

function consistent(row, refuse) {
  if (row.bench === "perf" && !(row.low <= row.median && row.median <= row.high))
    refuse("`low`, `median` and `high` are not in order");
  if (row.bench !== "reliability") return;
  const sum = outcomes.reduce((total, name) => total + row[name], 0);
  if (sum !== row.n) refuse(`the outcomes add up to ${sum}, not to \`n\``);
  if (row.undetectable > row.silent_wrong) refuse("more undetectable than silent wrong");
  if (row.repaired > row.rejected) refuse("more repaired than rejected");
}
