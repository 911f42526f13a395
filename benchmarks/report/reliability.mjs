// What is on the disk after edits that are stale, mistyped or misremembered.
import { number, percent } from "./numbers.mjs";
import { shares } from "./plots.mjs";
import { distinct } from "./select.mjs";

const sum = (rows, field) => rows.reduce((total, row) => total + row[field], 0);
const strongUnlessZero = (value) => (value === 0 ? "0" : { markup: `**${number(value)}**` });
const repairable = (row) => /^(stale_|misrecall_|prefix_pasted$)/.test(row.perturbation);

// Rows come in the order in which edits happened to be disturbed; undisturbed ones stand first here.
const inOrder = (names) => names.sort((a, b) => (b === "none") - (a === "none") || (a < b ? -1 : 1));

/** Tools in the order of their rows, kedge first. */
function toolsOf(rows) {
  return distinct(rows, "tool").sort((a, b) => (b === "kedge") - (a === "kedge"));
}

export function reliability(rows) {
  const blocks = [{ kind: "heading", level: 2, text: "Reliability" }];
  if (rows.reliability.length === 0) return [...blocks, { kind: "text", markup: "Not measured in this run." }];
  blocks.push({
    kind: "text",
    markup:
      "Each edit is sent as it is, and with the disturbances that models and other writers cause; then the bytes on disk " +
      "are compared with those that were intended. **Silent wrong**: the tool reports success, and the file has other bytes. " +
      "Undetectable: of these, the ones that no tool could notice in this format (a line number that is off by one). Lucky: right, " +
      "although it should have been refused.",
  });
  for (const corpus of distinct(rows.reliability, "corpus")) {
    const measured = rows.reliability.filter((row) => row.corpus === corpus);
    blocks.push(
      { kind: "heading", level: 3, text: `Corpus: ${corpus}` },
      { kind: "figures", wide: true, svgs: [plot(measured, corpus)] },
      totals(measured),
      ...matrix(measured.filter((row) => row.tool === "kedge")),
    );
  }
  return blocks;
}

function groups(measured) {
  return toolsOf(measured).flatMap((tool) =>
    distinct(
      measured.filter((row) => row.tool === tool),
      "dialect",
    ).map((dialect) => ({ tool, dialect, all: measured.filter((row) => row.tool === tool && row.dialect === dialect) })),
  );
}

function plot(measured, corpus) {
  return shares(
    `Outcomes, corpus ${corpus}`,
    groups(measured).map(({ tool, dialect, all }) => {
      const [intended, rejected, wrong] = ["intended", "rejected", "silent_wrong"].map((field) => sum(all, field));
      return {
        label: dialect === tool ? tool : `${tool}: ${dialect}`,
        parts: [
          { name: "intended", value: intended, colour: "good" },
          { name: "rejected", value: rejected, colour: "safe" },
          { name: "silent wrong", value: wrong, colour: "bad" },
          { name: "other", value: sum(all, "n") - intended - rejected - wrong, colour: "other" },
        ],
      };
    }),
  );
}

function totals(measured) {
  return {
    kind: "table",
    columns: [
      { name: "tool" },
      { name: "dialect" },
      ...[
        "attempts",
        "intended",
        "rejected",
        "silent wrong",
        "of them undetectable",
        "wrote and error",
        "claims success, no change",
        "lucky",
        "cannot be said",
      ].map((name) => ({ name, number: true })),
    ],
    rows: groups(measured).map(({ tool, dialect, all }) => {
      const n = sum(all, "n");
      return [
        tool,
        dialect,
        number(n),
        `${number(sum(all, "intended"))} (${percent(sum(all, "intended"), n)})`,
        number(sum(all, "rejected")),
        strongUnlessZero(sum(all, "silent_wrong")),
        number(sum(all, "undetectable")),
        strongUnlessZero(sum(all, "wrote_error")),
        strongUnlessZero(sum(all, "noop_ok")),
        number(sum(all, "lucky")),
        number(sum(all, "inexpressible")),
      ];
    }),
  };
}

function matrix(measured) {
  if (measured.length === 0) return [];
  const dialects = distinct(measured, "dialect");
  return [
    { kind: "text", markup: "kedge by perturbation: intended / rejected / silent wrong." },
    {
      kind: "table",
      columns: [{ name: "perturbation" }, ...dialects.map((name) => ({ name, number: true }))],
      rows: inOrder(distinct(measured, "perturbation")).map((perturbation) => [
        perturbation,
        ...dialects.map((dialect) => {
          const row = measured.find((each) => each.dialect === dialect && each.perturbation === perturbation);
          if (row === undefined || row.n === 0) return "";
          const shown = (wrong) => `${number(row.intended)} / ${number(row.rejected)} / ${wrong}`;
          return row.silent_wrong === 0 ? shown("0") : { markup: shown(`**${number(row.silent_wrong)}**`) };
        }),
      ]),
    },
  ];
}

export function refusals(rows) {
  const blocks = [{ kind: "heading", level: 2, text: "Refusals" }];
  const measured = rows.reliability.filter((row) => row.tool === "kedge" && repairable(row) && row.rejected > 0);
  if (measured.length === 0) return [...blocks, { kind: "text", markup: "Not measured in this run." }];
  blocks.push({
    kind: "text",
    markup:
      "How useful the refusals are: of the rejected edits, those that succeeded after one automatic repair based only on the " +
      "message.",
  });
  const perturbations = inOrder(distinct(measured, "perturbation"));
  const share = (some) =>
    sum(some, "rejected") === 0
      ? ""
      : `${number(sum(some, "repaired"))} of ${number(sum(some, "rejected"))} (${percent(sum(some, "repaired"), sum(some, "rejected"))})`;
  for (const corpus of distinct(measured, "corpus")) {
    const here = measured.filter((row) => row.corpus === corpus);
    const row = (name, some) => [
      name,
      ...perturbations.map((perturbation) => share(some.filter((each) => each.perturbation === perturbation))),
      share(some),
    ];
    blocks.push(
      { kind: "heading", level: 3, text: `Repaired, corpus: ${corpus}` },
      {
        kind: "table",
        columns: [{ name: "dialect" }, ...perturbations.map((name) => ({ name, number: true })), { name: "all", number: true }],
        rows: [
          ...distinct(here, "dialect").map((dialect) =>
            row(
              dialect,
              here.filter((each) => each.dialect === dialect),
            ),
          ),
          row("all", here),
        ],
      },
    );
  }
  return blocks;
}
