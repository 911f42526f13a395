// Which dialect is the cheapest of those that never wrote anything wrong without a word.

// What the bench of reliability calls the formats of peers: by the dialect that they are like.
const likeDialect = { "PUT/CUT": "patch", edit_file: "replace (batch)" };

/** Did this tool in this format write nothing wrong silently, those slips apart that no reader of the format could notice?
 *  undefined where that was not measured. */
export function isSafe(rows, tool, format) {
  const dialect = likeDialect[format] ?? format;
  const measured = rows.filter((row) => row.bench === "reliability" && row.tool === tool && row.dialect === dialect);
  if (measured.length === 0) return undefined;
  return measured.every((row) => row.silent_wrong === row.undetectable);
}

/** Rows of "edit with its read", the cheapest first. */
export function byPrice(rows, corpus, tokenizer) {
  return rows
    .filter(
      (row) => row.bench === "tokens" && row.what === "edit with its read" && row.corpus === corpus && row.tokenizer === tokenizer,
    )
    .sort((a, b) => a.tokens / a.n - b.tokens / b.n);
}

/** The cheapest row of a dialect that is safe; undefined if of none that is known. */
export function cheapestSafe(rows, corpus, tokenizer) {
  return byPrice(rows, corpus, tokenizer).find((row) => isSafe(rows, row.tool, row.format));
}
