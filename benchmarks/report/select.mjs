// Finding rows of time and memory.

/** The row of a tool; of the largest size where none is asked for. */
export function find(rows, group, what, tool, size) {
  const fitting = rows.perf.filter(
    (row) => row.group === group && row.what === what && row.tool === tool && (size === undefined || row.size === size),
  );
  return fitting.reduce((best, row) => (best === undefined || row.size > best.size ? row : best), undefined);
}

// Not programs that somebody would use instead.
const yardsticks = /^(floor|C program)\b/;
// kedge is measured in more than one way: "kedge, dry run", "kedge --durability none".
export const isPeer = (tool) => !/^kedge\b/.test(tool) && !yardsticks.test(tool);

/** Is less of it better? */
export const lessIsBetter = (unit) => unit !== "per s";

/** The row of the peer that does best. */
export function bestPeer(rows, group, what, size) {
  const tools = new Set(
    rows.perf.filter((row) => row.group === group && row.what === what && isPeer(row.tool)).map((row) => row.tool),
  );
  const found = [...tools].map((tool) => find(rows, group, what, tool, size)).filter((row) => row !== undefined);
  return found.reduce((best, row) => {
    if (best === undefined) return row;
    return (lessIsBetter(row.unit) ? row.median < best.median : row.median > best.median) ? row : best;
  }, undefined);
}

/** Sizes of an operation in order. */
export function sizesOf(rows, group, what, tool) {
  const sizes = rows.perf
    .filter((row) => row.group === group && row.what === what && (tool === undefined || row.tool === tool))
    .map((row) => row.size);
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/** Names in the order in which they first come up. */
export const distinct = (rows, field) => [...new Set(rows.map((row) => row[field]))];
