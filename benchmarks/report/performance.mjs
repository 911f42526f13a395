// Time, memory and growth, side by side.
import { factor, figure, lines, number } from "./numbers.mjs";
import { bars, coloursOf, curves, groupedBars } from "./plots.mjs";
import { bestPeer, distinct, find, isPeer, lessIsBetter, sizesOf } from "./select.mjs";

const sections = {
  patch: [
    "Reads and edits",
    "The `patch` dialect on an in-memory file system, from 100 lines on. kedge updates its store and history and commits; hashline " +
      "works in its own memory and has neither, so the dry run is the fair comparison. The floor of a read is the least that must be " +
      "done: scan, number, copy.",
  ],
  "patch, a file with syntax": [
    "Reads and edits of a file with a grammar",
    "The same with a `.cpp` file, which is parsed before it is written.",
  ],
  recovery: ["Stale edits", "Replaces one line in memory after somebody else has changed the file."],
  durable: [
    "Durable commit",
    "Replaces one file durably, compared with a C program that makes the same fsyncs and renames.",
  ],
  "one shot": [
    "One-shot edits",
    "A program starts, edits one line, and exits; the file and its folder are synced. kedge also writes its history. The standard " +
      "tools know nothing about what was shown, races or undo; they are listed for scale.",
  ],
  everyday: [
    "The everyday edit",
    "A client edits one line of a file over MCP, ten times in a row, 300 ms after it was read; then a new file at once after it was " +
      "read. The floor is a C program that is called in the same way: it reads the file, writes the same bytes, exchanges the names, appends " +
      "a record as large as kedge's, and makes the same two rounds of syncs; `@modelcontextprotocol/server-filesystem` makes none. " +
      "What one sync costs on this disk, and how many an edit makes, is in the table. `kedge at` a commit is an earlier build beside it.",
  ],
  mcp: ["Over MCP", "A client and a server, compared with `@modelcontextprotocol/server-filesystem`, which syncs nothing; with " +
      "`--durability none` kedge promises as little about a power cut."],
  history: [
    "Many edits of one file",
    "A file of 2,000 lines is read once, and then its lines are edited one by one over MCP, without syncs. What a session did before " +
      "should not make its next edit slower.",
  ],
  search: ["Search", "`kedge search` and `git grep` find the same lines in the same trees."],
  growth: [
    "Growth",
    "Every operation of the engine from a hundred lines to a million. Growth is per step of size: 10 for ten times the lines is linear.",
  ],
};

const mostSingleBars = 6; // more of them are easier to read in one plot

const header = (group) => sections[group] ?? [group.replace(/^./, (first) => first.toUpperCase()), undefined];

export function performance(rows) {
  const blocks = [{ kind: "heading", level: 2, text: "Performance" }];
  if (rows.perf.length === 0) return [...blocks, { kind: "text", markup: "Not measured in this run." }];
  blocks.push({
    kind: "text",
    markup:
      "Medians, with the first and third quartile in brackets. The best peer is the best one in that row; a factor above 1 means " +
      "that kedge is better.",
  });
  const present = distinct(rows.perf, "group");
  const known = Object.keys(sections);
  const groups = [...known.filter((group) => present.includes(group)), ...present.filter((group) => !known.includes(group))];
  for (const group of groups) {
    const [title, about] = header(group);
    blocks.push({ kind: "heading", level: 3, text: title });
    if (about !== undefined) blocks.push({ kind: "text", markup: about });
    const measured = rows.perf.filter((row) => row.group === group);
    if (group === "growth") blocks.push(...growth(rows, measured));
    else blocks.push(...sideBySide(rows, group, measured));
  }
  return blocks;
}

function spread(row) {
  if (row === undefined) return "";
  return row.low === row.high ? figure(row.median) : `${figure(row.median)} (${figure(row.low)}–${figure(row.high)})`;
}

const isCurve = (rows, group, what) => sizesOf(rows, group, what).filter((size) => size > 0).length > 1;

/** The ratio in favour of kedge: above 1 kedge does better. */
function advantage(mine, theirs) {
  if (mine === undefined || theirs === undefined || mine.median === 0 || theirs.median === 0) return "";
  return factor(lessIsBetter(mine.unit) ? theirs.median / mine.median : mine.median / theirs.median);
}

function sideBySide(rows, group, measured) {
  const tools = distinct(measured, "tool");
  const colours = coloursOf(tools);
  const whats = distinct(measured, "what");
  const figures = plots(rows, group, measured, whats, colours);
  const withPeers = tools.some(isPeer);
  const floors = tools.filter((tool) => tool === "floor" || tool === "C program");
  const columns = [
    { name: "what" },
    { name: "lines", number: true },
    { name: "unit" },
    ...tools.map((name) => ({ name, number: true })),
    ...(withPeers ? [{ name: "against the best peer", number: true }] : []),
    ...floors.map((tool) => ({ name: `kedge ÷ ${tool}`, number: true })),
  ];
  const table = withoutEmptyColumns({
    kind: "table",
    columns,
    rows: whats.flatMap((what) =>
      sizesOf(rows, group, what).map((size) => {
        const of = (tool) => find(rows, group, what, tool, size);
        const mine = of("kedge");
        const unit = measured.find((row) => row.what === what && row.size === size).unit;
        return [
          what,
          lines(size),
          unit,
          ...tools.map((tool) => spread(of(tool))),
          ...(withPeers ? [advantage(mine, bestPeer(rows, group, what, size))] : []),
          ...floors.map((tool) =>
            mine === undefined || of(tool) === undefined || of(tool).median === 0 ? "" : factor(mine.median / of(tool).median),
          ),
        ];
      }),
    ),
  });
  return [...figures, table];
}

function withoutEmptyColumns({ columns, rows, ...rest }) {
  const used = columns.map((_, i) => rows.some((cells) => cells[i] !== ""));
  return { ...rest, columns: columns.filter((_, i) => used[i]), rows: rows.map((cells) => cells.filter((_, i) => used[i])) };
}

function plots(rows, group, measured, whats, colours) {
  const of = (what) => measured.filter((row) => row.what === what);
  const units = distinct(measured, "unit");
  const single = whats.every((what) => !isCurve(rows, group, what));
  if (single && whats.length > mostSingleBars && units.length === 1) {
    const groups = whats.map((what) => ({
      label: what,
      entries: of(what).map((row) => ({ tool: row.tool, value: row.median, text: figure(row.median) })),
    }));
    return [{ kind: "figures", wide: true, svgs: [groupedBars(`${header(group)[0]} (${units[0]})`, groups, colours)] }];
  }
  const svgs = whats.flatMap((what) => plot(rows, group, what, of(what), colours));
  return svgs.length > 0 ? [{ kind: "figures", svgs }] : [];
}

function plot(rows, group, what, measured, colours) {
  const tools = distinct(measured, "tool");
  const { unit } = measured[0];
  if (isCurve(rows, group, what)) {
    const series = tools
      .map((tool) => ({
        tool,
        points: measured.filter((row) => row.tool === tool && row.median > 0 && row.size > 0).sort((a, b) => a.size - b.size),
      }))
      .filter(({ points }) => points.length > 0);
    return series.length === 0 ? [] : [curves(what, unit, series, colours)];
  }
  if (tools.length < 2) return [];
  return [
    bars(
      `${what} (${unit}${lessIsBetter(unit) ? "" : ", more is better"})`,
      measured.map((row) => ({ label: row.tool, value: row.median, text: figure(row.median), colour: colours.get(row.tool) })),
    ),
  ];
}

function growth(rows, measured) {
  const sizes = [...new Set(measured.map((row) => row.size))].sort((a, b) => a - b);
  const whats = distinct(measured, "what");
  const colours = coloursOf(distinct(measured, "tool"));
  const figures = plots(rows, "growth", measured, whats, colours);
  const steps = sizes.slice(1).map((size, i) => [sizes[i], size]);
  const table = withoutEmptyColumns({
    kind: "table",
    columns: [
      { name: "operation (ms)" },
      ...sizes.map((size) => ({ name: number(size), number: true })),
      ...steps.map(([from, to]) => ({ name: `${number(from)} → ${number(to)}`, number: true })),
      { name: "÷ floor at the largest", number: true },
    ],
    rows: whats.map((what) => {
      const of = (size, tool = "kedge") => find(rows, "growth", what, tool, size);
      const times = ([from, to]) =>
        of(from) === undefined || of(to) === undefined || of(from).median === 0 ? "" : factor(of(to).median / of(from).median);
      const [largest, floor] = [of(sizes.at(-1)), of(sizes.at(-1), "floor")];
      return [
        what,
        ...sizes.map((size) => (of(size) === undefined ? "" : figure(of(size).median))),
        ...steps.map(times),
        largest === undefined || floor === undefined || floor.median === 0 ? "" : factor(largest.median / floor.median),
      ];
    }),
  });
  return [
    table,
    ...(figures.length > 0 ? [{ kind: "details", summary: `Curves of ${whats.length} operations`, blocks: figures }] : []),
  ];
}
