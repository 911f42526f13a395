// The report as Markdown. Plots are left to the page of plots: a table says the same here.

/** Text of rows, which may hold anything, as text and nothing else. */
export function escaped(text) {
  return String(text)
    .replace(/\s+/g, " ")
    .replace(/[\\`*[\]<|~#]/g, "\\$&")
    .replace(/(?<!\w)_|_(?!\w)/g, "\\_")
    .replace(/&(?=#?\w+;)/g, "&amp;");
}

const width = 132;

const cell = (value) => (value.markup === undefined ? escaped(value) : value.markup.replaceAll("|", "\\|"));

export function markdown(blocks) {
  return `${blocks
    .map(block)
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

function block(each) {
  switch (each.kind) {
    case "heading":
      return `${"#".repeat(each.level)} ${escaped(each.text)}`;
    case "text":
      return wrapped(each.markup);
    case "list":
      return each.items.map((item) => `- ${wrapped(item).replaceAll("\n", "\n  ")}`).join("\n");
    case "code":
      return `\`\`\`sh\n${each.text}\n\`\`\``;
    case "table":
      return table(each);
    case "figures":
      return "";
    case "details":
      return each.blocks
        .map(block)
        .filter((part) => part !== "")
        .join("\n\n");
    default:
      throw new Error(`a block of kind ${each.kind}`);
  }
}

function wrapped(text) {
  const rows = [""];
  for (const word of text.split(" ")) {
    if (rows.at(-1) === "") rows[rows.length - 1] = word;
    else if (rows.at(-1).length + word.length < width) rows[rows.length - 1] += ` ${word}`;
    else rows.push(word);
  }
  return rows.join("\n");
}

function table({ columns, rows }) {
  const row = (cells) => `| ${cells.join(" | ")} |`.replace(/ {2,}\|/g, " |");
  return [
    row(columns.map((column) => escaped(column.name))),
    `|${columns.map((column) => (column.number ? "---:" : "---")).join("|")}|`,
    ...rows.map((cells) => row(cells.map(cell))),
  ].join("\n");
}
