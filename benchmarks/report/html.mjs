// The report as one page that needs nothing else: no script, no font, no other file.
import { escapedHtml } from "./escape.mjs";
import { style } from "./style.mjs";

// The few marks that hand-written text has: `code`, **strong**, [text](link).
const inline = (markup) =>
  escapedHtml(markup)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, '<a href="$2">$1</a>');

const name = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export function html(blocks, title) {
  const sections = blocks
    .filter((each) => each.kind === "heading" && each.level === 2)
    .map((each) => `<a href="#${name(each.text)}">${escapedHtml(each.text)}</a>`);
  const [first, ...rest] = blocks.map(block);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapedHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${first}
<nav aria-label="Sections">${sections.join("\n")}</nav>
${rest.join("\n")}
</main>
</body>
</html>
`;
}

function block(each) {
  switch (each.kind) {
    case "heading":
      return `<h${each.level} id="${name(each.text)}">${escapedHtml(each.text)}</h${each.level}>`;
    case "text":
      return `<p>${inline(each.markup)}</p>`;
    case "list":
      return `<ul>${each.items.map((item) => `<li>${inline(item)}</li>`).join("")}</ul>`;
    case "code":
      return `<pre><code>${escapedHtml(each.text)}</code></pre>`;
    case "table":
      return table(each);
    case "figures":
      return `<div class="figures${each.wide ? " wide" : ""}">${each.svgs.join("\n")}</div>`;
    case "details":
      return `<details><summary>${escapedHtml(each.summary)}</summary>\n${each.blocks.map(block).join("\n")}\n</details>`;
    default:
      throw new Error(`a block of kind ${each.kind}`);
  }
}

// A cell of figures may be broken before a bracket and nowhere else.
const kept = (content) => content.replace(/ (?!\()/g, "&nbsp;").replaceAll("–", "&#8288;–&#8288;");

function table({ columns, rows }) {
  const kind = (i) =>
    columns[i].number ? ' class="number"' : columns[i].width === undefined ? "" : ` class="${columns[i].width}"`;
  const head = columns.map((column, i) => `<th scope="col"${kind(i)}>${escapedHtml(column.name)}</th>`).join("");
  const body = rows
    .map(
      (cells) =>
        `<tr>${cells
          .map((value, i) => {
            const content = value.markup === undefined ? escapedHtml(value) : inline(value.markup);
            const mark = value.mark === undefined ? kind(i) : ` class="${value.mark}"`;
            return `<td${mark}>${columns[i].number ? kept(content) : content}</td>`;
          })
          .join("")}</tr>`,
    )
    .join("\n");
  const whole = `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody></table>`;
  return `<div class="table" tabindex="0" role="region" aria-label="table">${whole}</div>`;
}
