// What the report says of rows that are made up: goals at their borders, rows that are refused, text that stays text.
import assert from "node:assert/strict";
import test from "node:test";
import { document } from "./document.mjs";
import { goalIds, judged } from "./goals.mjs";
import { html } from "./html.mjs";
import { escaped, markdown } from "./markdown.mjs";
import { factor, figure, number, percent } from "./numbers.mjs";
import { parseRows } from "./rows.mjs";

const run = {
  run: {
    at: "2026-11-16T08:00:00Z",
    form: "full",
    version: "0.1.0",
    commit: "0123456789abcdef",
    machine: "a machine",
    versions: { git: "2.39.5" },
  },
};
const perf = (group, what, tool, median, size = 1000000, unit = "ms") => ({
  bench: "perf",
  group,
  what,
  tool,
  size,
  unit,
  median,
  low: median,
  high: median,
  runs: 9,
});
const tried = (fields) => ({
  bench: "reliability",
  corpus: "made up",
  tool: "kedge",
  dialect: "patch",
  perturbation: "none",
  n: 0,
  intended: 0,
  rejected: 0,
  lucky: 0,
  silent_wrong: 0,
  undetectable: 0,
  noop_ok: 0,
  wrote_error: 0,
  inexpressible: 0,
  repaired: 0,
  ...fields,
});
const cost = (fields) => ({
  bench: "tokens",
  corpus: "made up",
  tokenizer: "o200k_base",
  format: "patch",
  tool: "kedge",
  what: "edit with its read",
  n: 10,
  tokens: 1000,
  bytes: 3000,
  ...fields,
});

const rowsOf = (...rows) => parseRows([run, ...rows].map((row) => JSON.stringify(row)).join("\n"));
const verdict = (id, ...rows) => judged(rowsOf(...rows)).find((goal) => goal.id === id).verdict;

test("without rows nothing is measured, and nothing is met", () => {
  assert.deepEqual([...new Set(judged(rowsOf()).map((goal) => goal.verdict))], ["not measured"]);
});

test("a ratio at its border is met, and one beyond it is not", () => {
  const borders = [
    ["read_floor", ["patch", "read", "floor"], 100, 150, 150.1],
    ["read_peer", ["patch", "read", "hashline"], 500, 100, 100.1],
    ["one_hunk", ["patch", "one hunk", "hashline"], 1000, 100, 100.1, "kedge, dry run"],
    ["hundred_hunks", ["patch", "100 hunks", "hashline"], 1000, 100, 100.1, "kedge, dry run"],
    ["stale_edit", ["patch", "stale edit", "hashline"], 2000, 100, 100.1, "kedge, dry run"],
    ["durable", ["durable", "replace a file", "C program"], 100, 120, 120.1],
    ["hash", ["growth", "sha256: each line, best kernel", "floor"], 100, 120, 120.1],
    ["mcp_start", ["mcp", "start to first answer", "server-filesystem"], 200, 10, 10.1],
    ["search", ["search", "tree: pattern", "git grep"], 10, 10, 10.1],
  ];
  for (const [id, [group, what, other], theirs, enough, tooMuch, ours = "kedge"] of borders) {
    assert.equal(verdict(id, perf(group, what, other, theirs), perf(group, what, ours, enough)), "met", id);
    assert.equal(verdict(id, perf(group, what, other, theirs), perf(group, what, ours, tooMuch)), "not met", id);
    assert.equal(verdict(id, perf(group, what, ours, enough)), "not measured", id);
  }
});

test("an edit of a program that is started for it is held against the peer of its kind", () => {
  const rows = (what, theirs, ours) => [perf("one shot", what, "hashline", theirs, 1000), perf("one shot", what, "kedge", ours, 1000)];
  assert.equal(verdict("one_shot", ...rows("durable edit", 80, 10), perf("one shot", "durable edit", "sed -i", 1, 1000)), "met");
  assert.equal(verdict("one_shot", ...rows("durable edit", 80, 10.1)), "not met");
  assert.equal(verdict("one_shot_memory", ...rows("memory of it", 40, 10)), "met");
  assert.equal(verdict("one_shot_memory", ...rows("memory of it", 40, 10.1)), "not met");
});

test("of what is counted per second, more is better", () => {
  const edits = (tool, many) => perf("mcp", "edits 16 at a time", tool, many, 0, "per s");
  assert.equal(verdict("mcp_edits_16", edits("kedge", 500), edits("server-filesystem", 100)), "met");
  assert.equal(verdict("mcp_edits_16", edits("kedge", 499), edits("server-filesystem", 100)), "not met");
});

test("of everyday edits the worst one counts, whatever its language and size", () => {
  const edits = (tool, ...times) => times.map((time, i) => perf("everyday", `edit of ${i % 2 ? ".py" : ".txt"}`, tool, time, i < 2 ? 50 : 500));
  const peer = edits("server-filesystem", 40, 40, 80, 80);
  assert.equal(verdict("mcp_edits", ...edits("kedge", 10, 10, 20, 20), ...peer), "met");
  assert.equal(verdict("mcp_edits", ...edits("kedge", 10, 10, 20, 20.1), ...peer), "not met");
  assert.equal(verdict("mcp_edits_unsynced", ...edits("kedge --durability none", 5, 5, 10, 10), ...peer), "met");
  assert.equal(verdict("mcp_edits_unsynced", ...edits("kedge --durability none", 5.1, 5, 10, 10), ...peer), "not met");
  assert.equal(verdict("mcp_edits_floor", ...edits("kedge", 13, 13, 26, 26), ...edits("floor", 10, 10, 20, 20)), "met");
  assert.equal(verdict("mcp_edits_floor", ...edits("kedge", 13, 13.1, 26, 26), ...edits("floor", 10, 10, 20, 20)), "not met");
  assert.equal(verdict("mcp_edits", ...edits("kedge", 10), ...edits("floor --durability none", 40)), "not measured");
});

test("edits of source are held against edits of text, and at once after the read they may wait for one parse", () => {
  const edits = (how, ...times) => times.map((time, i) => perf("everyday", `edit of ${i ? ".go" : ".txt"}${how}`, "kedge", time, 50));
  const parse = perf("everyday", "one parse of .go", "kedge", 10, 50);
  assert.equal(verdict("mcp_edits_of_source", ...edits("", 2, 3), parse), "met");
  assert.equal(verdict("mcp_edits_of_source", ...edits("", 2, 3.1), parse), "not met");
  const later = ", at once after the read";
  assert.equal(verdict("mcp_edits_at_once", ...edits(later, 2, 14), parse), "met");
  assert.equal(verdict("mcp_edits_at_once", ...edits(later, 2, 14.1), parse), "not met");
  const calls = (many) => perf("everyday", "system calls of an edit of .txt", "kedge", many, 1400, "calls");
  assert.equal(verdict("system_calls", calls(45)), "met");
  assert.equal(verdict("system_calls", calls(45.1)), "not met");
  const written = (size) => perf("everyday", "written to the state by an edit of .txt", "kedge", size, 1400, "KB");
  assert.equal(verdict("state_bytes", written(16)), "met");
  assert.equal(verdict("state_bytes", written(16.1)), "not met");
});

test("the best of the peers counts, and the floor is none", () => {
  const rows = [perf("patch", "read", "kedge", 100), perf("patch", "read", "slow", 900), perf("patch", "read", "floor", 90)];
  assert.equal(verdict("read_peer", ...rows), "met");
  assert.equal(verdict("read_peer", ...rows, perf("patch", "read", "quick", 400)), "not met");
});

test("memory is measured against the file", () => {
  const used = (what, ratio) => perf("patch", `${what}: memory beside the file's size`, "kedge", ratio, 1000000, "ratio");
  assert.equal(verdict("memory", used("read", 1), used("one hunk", 3)), "met");
  assert.equal(verdict("memory", used("read", 1), used("one hunk", 3.01)), "not met");
});

test("the thousandth edit is held against the second in every dialect", () => {
  const ratio = (dialect, times) => perf("history", `edit 1000 beside edit 2: ${dialect}`, "kedge", times, 2000, "ratio");
  assert.equal(verdict("history", ratio("patch", 0.9), ratio("replace", 1.2)), "met");
  assert.equal(verdict("history", ratio("patch", 0.9), ratio("replace", 1.21)), "not met");
});

test("growth may be linear with some noise, or that of the floor, and below 10,000 lines anything", () => {
  const grows = (...times) => times.map((time, i) => perf("growth", "text: split", "kedge", time, 1000 * 10 ** i));
  assert.equal(verdict("growth", ...grows(1, 100, 1000, 12000)), "met");
  assert.equal(verdict("growth", ...grows(1, 100, 1000, 12001)), "not met");
  assert.equal(verdict("growth", ...grows(1, 2, 3)), "not measured");
  assert.equal(
    verdict(
      "growth",
      ...grows(1, 100, 1000, 15000),
      perf("growth", "text: split", "floor", 10, 100000),
      perf("growth", "text: split", "floor", 150),
    ),
    "met",
  );
});

test("one silent wrong is too much, unless nobody could notice it", () => {
  assert.equal(verdict("silent_wrong", tried({ n: 10, intended: 10 })), "met");
  assert.equal(verdict("silent_wrong", tried({ n: 10, intended: 9, silent_wrong: 1 })), "not met");
  assert.equal(
    verdict("silent_wrong", tried({ n: 10, intended: 9, silent_wrong: 1, undetectable: 1, perturbation: "off_by_one" })),
    "met",
  );
  assert.equal(verdict("silent_wrong", tried({ n: 10, intended: 9, silent_wrong: 1, tool: "hashline" })), "not measured");
});

test("shares are those of the worst dialect, without rounding", () => {
  const stale = (dialect, intended) =>
    tried({ dialect, perturbation: "stale_clean", n: 1000, intended, rejected: 1000 - intended });
  assert.equal(verdict("stale_clean", stale("patch", 950), stale("replace (batch)", 1000)), "met");
  assert.equal(verdict("stale_clean", stale("patch", 1000), stale("replace (batch)", 949)), "not met");
  assert.equal(verdict("stale_clean", stale("patch", 950), stale("udiff", 10)), "met");
  assert.equal(verdict("undisturbed", tried({ n: 100000, intended: 99999, rejected: 1 })), "not met");
  assert.equal(verdict("repairs", tried({ perturbation: "misrecall_old", n: 10, rejected: 10, repaired: 8 })), "met");
  assert.equal(verdict("repairs", tried({ perturbation: "misrecall_old", n: 10, rejected: 10, repaired: 7 })), "not met");
});

test("a row that is not understood is refused with its line", () => {
  const refused = (line, why) => assert.throws(() => parseRows(`${JSON.stringify(run)}\n\n${line}\n`), why);
  refused("{", /line 3: not a JSON object/);
  refused("[]", /line 3: not a JSON object/);
  refused('{"bench":"weather"}', /line 3: unknown bench "weather"/);
  refused('{"bench":"toString"}', /line 3: unknown bench/);
  const { median, ...without } = perf("a", "b", "kedge", 1);
  assert.equal(median, 1);
  refused(JSON.stringify(without), /line 3: `median` is missing/);
  refused(JSON.stringify({ ...perf("a", "b", "kedge", 1), median: "1" }), /line 3: `median` cannot be "1"/);
  refused(JSON.stringify({ ...perf("a", "b", "kedge", 1), low: 2 }), /line 3: `low`, `median` and `high` are not in order/);
  refused(JSON.stringify(tried({ n: 2, intended: 1 })), /line 3: the outcomes add up to 1, not to `n`/);
  refused(JSON.stringify(cost({ tokens: -1 })), /line 3: `tokens` cannot be -1/);
  assert.throws(() => parseRows(""), /no line with `run`/);
});

test("a row that is measured again takes the place of the older one", () => {
  const rows = rowsOf(perf("a", "b", "kedge", 1), perf("a", "b", "kedge", 2));
  assert.deepEqual(
    rows.perf.map((row) => row.median),
    [2],
  );
});

const hostile = '<script>alert("1")</script> | `x` & *y* [z](w)';
const everything = () =>
  rowsOf(
    perf("patch", "read", "kedge", 1, 1000),
    perf("patch", "read", "kedge", 10, 10000),
    perf("patch", "read", hostile, 20, 10000),
    perf("patch", "read", "floor", 1, 10000),
    perf(hostile, hostile, "kedge", 1),
    perf(hostile, hostile, hostile, 0),
    perf("growth", hostile, "kedge", 0, 1000),
    perf("growth", hostile, "kedge", 2, 10000),
    tried({ n: 10, intended: 8, rejected: 2, repaired: 1, perturbation: "stale_clean" }),
    tried({ n: 2, silent_wrong: 2, tool: hostile, dialect: hostile, perturbation: hostile, corpus: hostile }),
    cost({}),
    cost({ format: "replace", tokens: 900 }),
    cost({ format: hostile, tool: hostile, what: hostile }),
  );

test("what rows say stays text", () => {
  const blocks = document(everything(), {});
  const page = html(blocks, "title");
  assert.ok(!page.includes("<script"));
  assert.ok(page.includes("&lt;script&gt;"));
  assert.ok(!/(?<!\\)<script/.test(markdown(blocks)));
  assert.equal(escaped("a_b _c_ a|b <i> &amp; `x`"), "a_b \\_c\\_ a\\|b \\<i> &amp;amp; \\`x\\`");
});

test("tags of the page are closed in order, and it asks for nothing from elsewhere", () => {
  const page = html(document(everything(), {}), "title");
  const open = [];
  for (const [, end, name, own] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*?(\/?)>/g)) {
    if (own === "/" || name === "meta") continue;
    if (end === "") open.push(name);
    else assert.equal(open.pop(), name);
  }
  assert.deepEqual(open, []);
  assert.ok(!/\b(src|href)="(?!#)/.test(page) && !page.includes("url(") && !page.includes("@import"));
  assert.ok(!page.includes("NaN") && !page.includes("undefined") && !page.includes("Infinity"));
});

test("every row of a Markdown table has as many cells as its head", () => {
  let columns;
  for (const line of markdown(document(everything(), {})).split("\n")) {
    if (!line.startsWith("|")) {
      columns = undefined;
      continue;
    }
    const cells = line.replace(/\\\|/g, "").split("|").length;
    columns ??= cells;
    assert.equal(cells, columns, line);
  }
});

test("the cheapest dialect counts only if it is safe", () => {
  const said = (...rows) => markdown(document(rowsOf(cost({}), cost({ format: "replace", tokens: 900 }), ...rows), {}));
  const safe = (dialect) => tried({ dialect, n: 1, intended: 1 });
  assert.match(said(), /cheapest safe one is open/);
  assert.match(said(safe("patch"), safe("replace")), /cheapest safe dialect is \*\*replace\*\*/);
  assert.match(said(safe("patch"), tried({ dialect: "replace", n: 1, silent_wrong: 1 })), /cheapest safe dialect is \*\*patch\*\*/);
});

test("a goal that is not met has its reason beside it", () => {
  const rows = rowsOf(perf("durable", "replace a file", "kedge", 2, 0), perf("durable", "replace a file", "C program", 1, 0));
  assert.match(markdown(document(rows, { durable: "one fsync more" })), /\*\*not met\*\* \| 2\.00×[^|]* \| one fsync more \|/);
  assert.match(markdown(document(rows, {})), /\*\*not met\*\* \| 2\.00×[^|]* \| not known yet \|/);
  assert.ok(goalIds.includes("durable"));
});

test("figures have three digits, and all is said only of all", () => {
  assert.deepEqual([0, 0.01234, 0.1, 1.234, 12.34, 123.4, 1234567].map(figure), [
    "0",
    "0.0123",
    "0.100",
    "1.23",
    "12.3",
    "123",
    "1,234,567",
  ]);
  assert.deepEqual(
    [percent(1, 1), percent(99999, 100000), percent(1, 100000), percent(0, 5), percent(0, 0)],
    ["100 %", "99.9 %", "0.1 %", "0 %", ""],
  );
  assert.equal(number(1234567), "1,234,567");
  assert.deepEqual([factor(0.05), factor(0.9), factor(12.34)], ["1/20.0", "0.900×", "12.3×"]);
});
