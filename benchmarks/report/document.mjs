// The report as a list of blocks, which markdown.mjs and html.mjs write down.
import { judged } from "./goals.mjs";
import { performance } from "./performance.mjs";
import { refusals, reliability } from "./reliability.mjs";
import { tokens } from "./tokens.mjs";

const marks = { met: "met", "not met": "missed", "not measured": "open" };

/** `reasons`: why a goal is not met, by its id; written by hand. */
export function document(rows, reasons) {
  return [
    ...opening(rows),
    ...goals(rows, reasons),
    ...reliability(rows),
    ...refusals(rows),
    ...performance(rows),
    ...tokens(rows),
    ...howToRun,
    ...machine(rows),
  ];
}

function opening({ run }) {
  const form = run.form === "full" ? "A full run" : `A run of the form ${run.form}`;
  return [
    { kind: "heading", level: 1, text: "Benchmarks" },
    {
      kind: "text",
      markup:
        "What kedge does with edits that go wrong, how long it takes, and what it costs a model, side by side with other tools " +
        "in one run. This page is made by `./bench report` from the rows of a run and nothing else.",
    },
    {
      kind: "text",
      markup: `${form} of ${run.at.slice(0, 10)}, version ${run.version} (\`${run.commit.slice(0, 12)}\`), on ${run.machine}.`,
    },
    ...(run.remark === undefined ? [] : [{ kind: "text", markup: run.remark }]),
  ];
}

function goals(rows, reasons) {
  const all = judged(rows);
  const count = (verdict) => all.filter((goal) => goal.verdict === verdict).length;
  return [
    { kind: "heading", level: 2, text: "Goals" },
    {
      kind: "text",
      markup:
        `${count("met")} of ${all.length} met, ${count("not met")} not met, ${count("not measured")} not measured. ` +
        "Every goal is a count or a ratio within the run.",
    },
    {
      kind: "table",
      columns: [
        { name: "what", width: "wide" },
        { name: "goal", width: "short" },
        { name: "" },
        { name: "measured", width: "wide" },
        { name: "why not", width: "wide" },
      ],
      rows: all.map((goal) => [
        { markup: goal.what },
        goal.goal,
        { markup: goal.verdict === "not met" ? "**not met**" : goal.verdict, mark: marks[goal.verdict] },
        goal.measured,
        goal.verdict === "met" ? "" : (reasons[goal.id] ?? (goal.verdict === "not met" ? "not known yet" : "")),
      ]),
    },
  ];
}

const howToRun = [
  { kind: "heading", level: 2, text: "How to run it" },
  {
    kind: "table",
    columns: [{ name: "command" }, { name: "what" }],
    rows: [
      ["./bench --full", "everything, as on this page; the rows go to `build/bench/results.jsonl`, the pages to `build/bench`"],
      ["./bench", "everything in a short form"],
      ["./bench perf", "time, memory and growth"],
      ["./bench reliability", "what is on the disk after disturbed edits"],
      ["./bench tokens", "what a read and an edit cost a model"],
      ["./bench report docs/benchmarks.jsonl", "this page and the page of plots again, in `build/bench`"],
    ].map(([command, what]) => [{ markup: `\`${command}\`` }, { markup: what }]),
  },
];

function machine({ run }) {
  const versions = Object.entries(run.versions ?? {});
  return [
    { kind: "heading", level: 2, text: "Machine and versions" },
    {
      kind: "table",
      columns: [{ name: "what" }, { name: "version" }],
      rows: [
        ["machine", run.machine],
        ["run", run.at],
        ["form", run.form],
        ["kedge", `${run.version} ${run.commit}`],
        ...versions.map(([name, version]) => [name, String(version)]),
      ],
    },
  ];
}
