// What kedge wants to be, and whether the rows say that it is. Every goal is a ratio of rows of one run, or a count.
import { factor, figure, number, percent } from "./numbers.mjs";
import { bestPeer, find, sizesOf } from "./select.mjs";

const million = 1000000;
const memoryOfFile = ": memory beside the file's size"; // how its rows are named
const inMemory = "kedge, dry run"; // what the peers do in memory alone
const growthTolerance = 1.2; // what noise may add

/** [{id, what, goal, measured, verdict: "met" | "not met" | "not measured"}], in the order of the list. */
export function judged(rows) {
  return goals.map((goal) => {
    const result = goal.measure(rows);
    if (result === undefined) return { id: goal.id, what: goal.what, goal: goal.goal, measured: "", verdict: "not measured" };
    return { id: goal.id, what: goal.what, goal: goal.goal, measured: result.text, verdict: result.met ? "met" : "not met" };
  });
}

// ---- counts

const ofKedge = (rows) => rows.reliability.filter((row) => row.tool === "kedge");
const sum = (rows, field) => rows.reduce((total, row) => total + row[field], 0);

function silentWrong(rows) {
  const all = ofKedge(rows);
  if (all.length === 0) return undefined;
  const wrong = sum(all, "silent_wrong") - sum(all, "undetectable");
  const apart = sum(all, "undetectable");
  const text = `${number(wrong)} of ${number(sum(all, "n"))} attempts${apart === 0 ? "" : `; ${number(apart)} that nobody could notice`}`;
  return { met: wrong === 0, text };
}

/** The row with the smallest share must have at least `least` of it, without rounding. */
function worstShare(chosen, part, least) {
  const measured = chosen.filter((row) => row.n > 0);
  if (measured.length === 0) return undefined;
  const worst = measured.reduce((a, b) => (b[part] * a.n < a[part] * b.n ? b : a));
  const all = `${percent(sum(measured, part), sum(measured, "n"))} of ${number(sum(measured, "n"))}`;
  const met = worst[part] >= least * worst.n;
  return {
    met,
    text:
      met && worst[part] === worst.n
        ? all
        : `${all}; least: ${worst.dialect} ${worst.perturbation} ${percent(worst[part], worst.n)}`,
  };
}

const undisturbed = (row) =>
  row.perturbation === "none" || row.perturbation === "payload_crlf" || row.perturbation.startsWith("lookalike");
const provable = (row) => row.perturbation === "stale_clean" && /^(patch|anchors|hashline|replace)\b/.test(row.dialect);
const repairable = (row) => /^(stale_|misrecall_|prefix_pasted$)/.test(row.perturbation);

function repairs(rows) {
  const chosen = ofKedge(rows).filter(repairable);
  const rejected = sum(chosen, "rejected");
  if (rejected === 0) return undefined;
  const repaired = sum(chosen, "repaired");
  return { met: repaired >= 0.8 * rejected, text: `${percent(repaired, rejected)} of ${number(rejected)}` };
}

// ---- ratios

/** kedge against `other` (a tool, or the best peer): at most `most` times as much. */
function atMost(group, what, size, other, most, ours = "kedge") {
  return (rows) => {
    const mine = find(rows, group, what, ours, size);
    const theirs = other === "best peer" ? bestPeer(rows, group, what, size) : find(rows, group, what, other, size);
    if (mine === undefined || theirs === undefined || theirs.median === 0) return undefined;
    const ratio = mine.median / theirs.median;
    return { met: ratio <= most, text: `${factor(ratio)}: ${beside(mine, theirs)}` };
  };
}

/** kedge against the best peer: at least `least` times as fast, or as many per second. */
function faster(group, what, size, least, ours = "kedge") {
  return (rows) => {
    const mine = find(rows, group, what, ours, size);
    const theirs = bestPeer(rows, group, what, size);
    if (mine === undefined || theirs === undefined || mine.median === 0 || theirs.median === 0) return undefined;
    const ratio = mine.unit === "per s" ? mine.median / theirs.median : theirs.median / mine.median;
    return { met: ratio >= least, text: `${factor(ratio)}: ${beside(mine, theirs)}` };
  };
}

const endings = [".txt", ".py", ".cpp", ".ts", ".go", ".rs"];

const worstOf = (measured) => measured.reduce((a, b) => (a === undefined || b.ratio > a.ratio ? b : a), undefined);
const ofFile = ({ ending, size }) => `${ending} of ${number(size)} lines`;

/** kedge's edits of every ending and size against those of another: the worst of them counts. */
function everyday({ ours = "kedge", other, least, most }) {
  return (rows) => {
    const measured = endings.flatMap((ending) => {
      const what = `edit of ${ending}`;
      return sizesOf(rows, "everyday", what, ours).flatMap((size) => {
        const mine = find(rows, "everyday", what, ours, size);
        const theirs = other === "best peer" ? bestPeer(rows, "everyday", what, size) : find(rows, "everyday", what, other, size);
        return theirs === undefined || theirs.median === 0 ? [] : [{ ending, size, mine, theirs, ratio: mine.median / theirs.median }];
      });
    });
    const worst = worstOf(measured);
    if (worst === undefined) return undefined;
    const of = `${beside(worst.mine, worst.theirs)}, ${ofFile(worst)}`;
    if (least === undefined) return { met: worst.ratio <= most, text: `at most ${factor(worst.ratio)}: ${of}` };
    return { met: 1 / worst.ratio >= least, text: `at least ${factor(1 / worst.ratio)}: ${of}` };
  };
}

/** kedge's edits of every language and size, against what `allowed` makes of an edit of text and of one parse. */
function ofSource(when, allowed, most) {
  return (rows) => {
    const measured = endings.slice(1).flatMap((ending) =>
      sizesOf(rows, "everyday", `one parse of ${ending}`).flatMap((size) => {
        const [edit, text, parse] = [`edit of ${ending}${when}`, `edit of .txt${when}`, `one parse of ${ending}`].map(
          (what) => find(rows, "everyday", what, "kedge", size)?.median,
        );
        return edit > 0 && text > 0 && parse > 0 ? [{ ending, size, ratio: edit / allowed(text, parse) }] : [];
      }),
    );
    const worst = worstOf(measured);
    if (worst === undefined) return undefined;
    const meeting = measured.filter((each) => each.ratio <= most).length;
    return { met: worst.ratio <= most, text: `${meeting} of ${measured.length} files; at most ${factor(worst.ratio)}: ${ofFile(worst)}` };
  };
}

/** At least `least` times as many per second as kedge makes in another way. */
function share(group, what, other, least) {
  return (rows) => {
    const mine = find(rows, group, what, "kedge", undefined);
    const theirs = find(rows, group, what, other, undefined);
    if (mine === undefined || theirs === undefined || theirs.median === 0) return undefined;
    const ratio = mine.median / theirs.median;
    return { met: ratio >= least, text: `${factor(ratio)}: ${beside(mine, theirs)}` };
  };
}

const beside = (mine, theirs) => `${figure(mine.median)} ${mine.unit} beside ${figure(theirs.median)} of ${theirs.tool}`;

function searches(rows) {
  const ratios = rows.perf
    .filter((row) => row.group === "search" && row.tool === "kedge" && row.unit === "ms")
    .flatMap((mine) => {
      const theirs = find(rows, "search", mine.what, "git grep", mine.size);
      return theirs === undefined || theirs.median === 0
        ? []
        : [{ what: mine.what, mine, theirs, ratio: mine.median / theirs.median }];
    });
  if (ratios.length === 0) return undefined;
  const worst = ratios.reduce((a, b) => (b.ratio > a.ratio ? b : a));
  const slower = ratios.filter((each) => each.ratio > 1).length;
  return {
    met: slower === 0,
    text: `${ratios.length - slower} of ${ratios.length} searches not slower; worst: ${worst.what}, ${factor(worst.ratio)}`,
  };
}

function history(rows) {
  const ratios = rows.perf.filter((row) => row.group === "history" && row.unit === "ratio");
  if (ratios.length === 0) return undefined;
  const worst = ratios.reduce((a, b) => (b.median > a.median ? b : a));
  return { met: worst.median <= 1.2, text: `at most ${factor(worst.median)} of ${ratios.length}: ${worst.what.split(": ")[1]}` };
}

function memory(rows) {
  const used = rows.perf.filter((row) => row.unit === "ratio" && row.size === million && row.what.endsWith(memoryOfFile));
  if (used.length === 0) return undefined;
  const worst = used.reduce((a, b) => (b.median > a.median ? b : a));
  return { met: worst.median <= 3, text: `at most ${factor(worst.median)} of ${used.length}: ${worst.what.slice(0, -memoryOfFile.length)}` };
}

/** Growth of each step of sizes from 10,000 lines on, as [{what, from, to, times, most}]. Linear is fine, or what the floor of the
 *  operation itself grows by when a file falls out of a cache. */
export function growthSteps(rows) {
  const steps = [];
  const names = new Set(
    rows.perf
      .filter((row) => row.tool === "kedge" && row.unit === "ms" && row.size >= 10000)
      .map((row) => `${row.group}\n${row.what}`),
  );
  for (const name of names) {
    const [group, what] = name.split("\n");
    const sizes = sizesOf(rows, group, what, "kedge").filter((size) => size >= 10000);
    for (let i = 1; i < sizes.length; i += 1) {
      const growth = (tool) => {
        const [before, after] = [find(rows, group, what, tool, sizes[i - 1]), find(rows, group, what, tool, sizes[i])];
        return before === undefined || after === undefined || before.median === 0 ? undefined : after.median / before.median;
      };
      const times = growth("kedge");
      const linear = sizes[i] / sizes[i - 1];
      if (times !== undefined)
        steps.push({
          group,
          what,
          from: sizes[i - 1],
          to: sizes[i],
          times,
          most: Math.max(linear, growth("floor") ?? 0) * growthTolerance,
        });
    }
  }
  return steps;
}

function growth(rows) {
  const steps = growthSteps(rows);
  if (!steps.some((step) => step.to >= million)) return undefined;
  const steep = steps.filter((step) => step.times > step.most);
  const worst = steps.reduce((a, b) => (b.times / b.most > a.times / a.most ? b : a));
  const operations = new Set(steps.map((step) => `${step.group}\n${step.what}`)).size;
  return {
    met: steep.length === 0,
    text: `${operations} operations; steepest: ${worst.what}, ${factor(worst.times)} from ${number(worst.from)} to ${number(worst.to)} lines`,
  };
}

const goals = [
  {
    id: "silent_wrong",
    what: "silent wrong, every dialect and perturbation (`patch`/`off_by_one` apart)",
    goal: "0",
    measure: silentWrong,
  },
  {
    id: "undisturbed",
    what: "`none`, `payload_crlf`, `lookalike_content` intended",
    goal: "100 %",
    measure: (rows) => worstShare(ofKedge(rows).filter(undisturbed), "intended", 1),
  },
  {
    id: "stale_clean",
    what: "`stale_clean` intended: `patch`, `anchors`, `hashline`, `replace`",
    goal: "≥ 95 %",
    measure: (rows) => worstShare(ofKedge(rows).filter(provable), "intended", 0.95),
  },
  {
    id: "repairs",
    what: "rejected `stale_*`, `misrecall_*`, `prefix_pasted` that land after one mechanical repair",
    goal: "≥ 80 %",
    measure: repairs,
  },
  {
    id: "read_floor",
    what: "read, tag and format, 1M lines, store on, against the floor (scan, number, copy)",
    goal: "≤ 1.5×",
    measure: atMost("patch", "read", million, "floor", 1.5),
  },
  { id: "read_peer", what: "the same against the best peer", goal: "≥ 5× faster", measure: faster("patch", "read", million, 5) },
  {
    id: "one_hunk",
    what: "one hunk, 1M lines, in memory, against the best peer",
    goal: "≥ 10× faster",
    measure: faster("patch", "one hunk", million, 10, inMemory),
  },
  { id: "hundred_hunks", what: "100 hunks, the same", goal: "≥ 10× faster", measure: faster("patch", "100 hunks", million, 10, inMemory) },
  { id: "stale_edit", what: "stale recovery, the same", goal: "≥ 20× faster", measure: faster("patch", "stale edit", million, 20, inMemory) },
  {
    id: "durable",
    what: "durable commit against a C program with the same fsyncs and renames",
    goal: "≤ 1.2×",
    measure: atMost("durable", "replace a file", undefined, "C program", 1.2),
  },
  {
    id: "hash",
    what: "line hashing against the instruction floor, where the CPU has SHA instructions",
    goal: "≤ 1.2×",
    measure: atMost("growth", "sha256: each line, best kernel", million, "floor", 1.2),
  },
  {
    id: "one_shot",
    what: "one-shot `kedge edit`, 1,000 lines, time against the best peer of its kind made durable",
    goal: "≤ 1/8",
    measure: atMost("one shot", "durable edit", 1000, "hashline", 1 / 8),
  },
  {
    id: "one_shot_memory",
    what: "the same, memory",
    goal: "≤ 1/4",
    measure: atMost("one shot", "memory of it", 1000, "hashline", 1 / 4),
  },
  {
    id: "mcp_edits",
    what: "MCP edits one by one, files of 50 to 5,000 lines, text and five languages, against server-filesystem",
    goal: "≥ 4× faster",
    measure: everyday({ other: "best peer", least: 4 }),
  },
  {
    id: "mcp_edits_unsynced",
    what: "the same with `--durability none`: like the peer, without syncs",
    goal: "≥ 8× faster",
    measure: everyday({ ours: "kedge --durability none", other: "best peer", least: 8 }),
  },
  {
    id: "mcp_edits_floor",
    what: "the same with syncs, against a C program that is called in the same way and makes the same two rounds of syncs",
    goal: "≤ 1.3×",
    measure: everyday({ other: "floor", most: 1.3 }),
  },
  {
    id: "mcp_edits_16",
    what: "MCP edits per second, 16 at a time, the same",
    goal: "≥ 5×",
    measure: faster("mcp", "edits 16 at a time", undefined, 5),
  },
  {
    id: "mcp_edits_16_synced",
    what: "16 at a time with syncs against the same without",
    goal: "≥ 0.7×",
    measure: share("mcp", "edits 16 at a time", "kedge --durability none", 0.7),
  },
  {
    id: "mcp_edits_of_source",
    what: "MCP edits of a file with a grammar, 300 ms after the read, against edits of text",
    goal: "≤ 1.5×",
    measure: ofSource("", (text) => text, 1.5),
  },
  {
    id: "mcp_edits_at_once",
    what: "the same at once after the read, against edits of text and 1.2 × one parse of the file",
    goal: "≤ 1×",
    measure: ofSource(", at once after the read", (text, parse) => text + 1.2 * parse, 1),
  },
  {
    id: "system_calls",
    what: "system calls of one durable edit of a known file",
    goal: "≤ 45",
    measure: (rows) => {
      const calls = find(rows, "everyday", "system calls of an edit of .txt", "kedge", undefined);
      return calls && { met: calls.median <= 45, text: figure(calls.median) };
    },
  },
  {
    id: "state_bytes",
    what: "bytes written to the state by an edit of a file of 36 KB",
    goal: "≤ 16 KB",
    measure: (rows) => {
      const written = find(rows, "everyday", "written to the state by an edit of .txt", "kedge", undefined);
      return written && { met: written.median <= 16, text: `${figure(written.median)} KB` };
    },
  },
  {
    id: "mcp_start",
    what: "MCP start to first answer, the same",
    goal: "≤ 1/20",
    measure: atMost("mcp", "start to first answer", undefined, "best peer", 1 / 20),
  },
  {
    id: "history",
    what: "the 1,000th edit of a file beside the 2nd, every dialect",
    goal: "≤ 1.2×",
    measure: history,
  },
  { id: "search", what: "search of a tree against `git grep`", goal: "not slower", measure: searches },
  { id: "memory", what: "memory at 1M lines against the file's size", goal: "≤ 3×", measure: memory },
  { id: "growth", what: "growth from 10,000 to 1M lines, every operation", goal: "at most linear", measure: growth },
];

export const goalIds = goals.map((goal) => goal.id);
