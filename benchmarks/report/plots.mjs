// Plots as SVG. Colours are classes, so that the page can be light or dark.
import { escapedHtml } from "./escape.mjs";
import { figure, number } from "./numbers.mjs";

let plots = 0; // ids of titles have to differ within a page

function svg(width, height, title, description, parts) {
  plots += 1;
  const [titleId, descriptionId] = [`t${plots}`, `d${plots}`];
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${titleId} ${descriptionId}">
<title id="${titleId}">${escapedHtml(title)}</title><desc id="${descriptionId}">${escapedHtml(description)}</desc>
${parts.join("\n")}
</svg>`;
}

const at = (value) => value.toFixed(1).replace(/\.0$/, "");
const text = (x, y, content, more = "") => `<text x="${at(x)}" y="${at(y)}"${more}>${escapedHtml(content)}</text>`;
const clipped = (content, most) => (content.length > most ? `${content.slice(0, most - 1)}…` : content);

/** The colour of each tool: kedge and the floor always have theirs, the others take turns. */
export function coloursOf(tools) {
  const colours = new Map([
    ["kedge", "s0"],
    ["floor", "floor"],
  ]);
  let next = 1;
  for (const tool of tools) {
    if (colours.has(tool)) continue;
    colours.set(tool, `s${next}`);
    next = next === 5 ? 1 : next + 1;
  }
  return colours;
}

// ---- curves over sizes, both axes logarithmic

const curveWidth = 400;
const curveHeight = 270;
const area = { left: 52, right: 18, top: 54, bottom: 42 };

/** `series`: [{tool, points: [{size, median, low, high}]}]; one curve each. */
export function curves(title, unit, series, colours) {
  const points = series.flatMap((each) => each.points).filter((point) => point.median > 0 && point.size > 0);
  const xs = decades(points.map((point) => point.size));
  const ys = decades(points.map((point) => point.median));
  const x = (size) => area.left + ((Math.log10(size) - xs.from) / (xs.to - xs.from)) * (curveWidth - area.left - area.right);
  const y = (value) =>
    curveHeight - area.bottom - ((Math.log10(value) - ys.from) / (ys.to - ys.from)) * (curveHeight - area.top - area.bottom);

  const parts = [text(12, 20, `${clipped(title, 44)} (${unit})`, ' class="title"')];
  for (const decade of range(xs.from, xs.to)) {
    const size = 10 ** decade;
    parts.push(
      `<line class="grid" x1="${at(x(size))}" x2="${at(x(size))}" y1="${area.top}" y2="${curveHeight - area.bottom}"/>`,
      text(x(size), curveHeight - area.bottom + 16, short(size), ' class="faint" text-anchor="middle"'),
    );
  }
  for (const decade of thinned(range(ys.from, ys.to))) {
    const value = 10 ** decade;
    parts.push(
      `<line class="grid" x1="${area.left}" x2="${curveWidth - area.right}" y1="${at(y(value))}" y2="${at(y(value))}"/>`,
      text(
        area.left - 6,
        y(value) + 4,
        decade < -3 ? `1e${decade}` : number(+value.toFixed(3)),
        ' class="faint" text-anchor="end"',
      ),
    );
  }
  parts.push(text((area.left + curveWidth - area.right) / 2, curveHeight - 8, "lines", ' class="faint" text-anchor="middle"'));

  for (const { tool, points: each } of series) {
    const colour = colours.get(tool);
    const drawn = each.filter((point) => point.median > 0 && point.size > 0);
    parts.push(
      `<polyline class="curve stroke-${colour}" points="${drawn.map((point) => `${at(x(point.size))},${at(y(point.median))}`).join(" ")}"/>`,
    );
    for (const point of drawn) {
      if (point.low > 0)
        parts.push(
          `<line class="stroke-${colour}" x1="${at(x(point.size))}" x2="${at(x(point.size))}" y1="${at(clamp(y(point.low)))}" y2="${at(clamp(y(point.high)))}"/>`,
        );
      parts.push(
        `<circle class="fill-${colour}" cx="${at(x(point.size))}" cy="${at(y(point.median))}" r="3"><title>` +
          `${escapedHtml(`${tool}, ${number(point.size)} lines: ${figure(point.median)} ${unit}`)}</title></circle>`,
      );
    }
  }
  parts.push(
    legend(
      12,
      area.top - 14,
      series.map(({ tool }) => tool),
      colours,
    ),
  );
  const description = series
    .map(
      ({ tool, points: each }) =>
        `${tool}: ${each.map((point) => `${figure(point.median)} ${unit} at ${number(point.size)} lines`).join(", ")}`,
    )
    .join("; ");
  return svg(curveWidth, curveHeight, title, description, parts);
}

const clamp = (y) => Math.min(curveHeight - area.bottom, Math.max(area.top, y));
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const thinned = (all) => (all.length > 6 ? all.filter((each) => (all.at(-1) - each) % 2 === 0) : all);
const short = (size) => (size >= 1000000 ? `${size / 1000000}M` : size >= 1000 ? `${size / 1000}k` : String(size));

function decades(values) {
  const from = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const to = Math.ceil(Math.log10(Math.max(...values)) - 1e-9);
  return { from, to: Math.max(to, from + 1) };
}

function legend(left, y, names, colours) {
  let x = left;
  return names
    .map((each) => {
      const colour = colours.get(each);
      const part = `<line class="curve stroke-${colour}" x1="${x}" x2="${x + 18}" y1="${y - 4}" y2="${y - 4}"/>${text(x + 23, y, each)}`;
      x += 36 + 6.6 * each.length;
      return part;
    })
    .join("");
}

// ---- bars from zero, on a linear axis: lengths can be compared

const barWidth = 400;

/** `entries`: [{label, value, text, colour}]; the text stands behind its bar. */
export function bars(title, entries) {
  const labels = 12 + 6.6 * Math.max(...entries.map((entry) => Math.min(entry.label.length, 32)));
  const texts = 14 + 6.8 * Math.max(...entries.map((entry) => entry.text.length));
  const room = barWidth - labels - 8 - texts;
  const most = Math.max(...entries.map((entry) => entry.value));
  const height = 40 + entries.length * 24;
  const parts = [text(12, 20, clipped(title, 56), ' class="title"')];
  for (const [i, entry] of entries.entries()) {
    const top = 34 + i * 24;
    const length = most === 0 ? 0 : Math.max(1, (entry.value / most) * room);
    parts.push(
      text(labels, top + 12, clipped(entry.label, 32), ' text-anchor="end"'),
      `<rect class="fill-${entry.colour}" x="${at(labels + 8)}" y="${top}" width="${at(length)}" height="16" rx="2"/>`,
      text(labels + 8 + length + 6, top + 12, entry.text, ' class="faint"'),
    );
  }
  return svg(barWidth, height, title, entries.map((entry) => `${entry.label}: ${entry.text}`).join("; "), parts);
}

const groupWidth = 720;

/** Bars of several tools for each of many rows, on one scale: [{label, entries: [{tool, value, text}]}]. */
export function groupedBars(title, groups, colours) {
  const tools = [...new Set(groups.flatMap((group) => group.entries.map((entry) => entry.tool)))];
  const labels = 12 + 6.6 * Math.max(...groups.map((group) => Math.min(group.label.length, 40)));
  const entries = groups.flatMap((group) => group.entries);
  const room = groupWidth - labels - 8 - 14 - 6.8 * Math.max(...entries.map((entry) => entry.text.length));
  const most = Math.max(...entries.map((entry) => entry.value));
  const parts = [text(12, 20, title, ' class="title"'), legend(12, 42, tools, colours)];
  let top = 56;
  for (const group of groups) {
    parts.push(text(labels, top + (group.entries.length * 12) / 2 + 4, clipped(group.label, 40), ' text-anchor="end"'));
    for (const entry of group.entries) {
      const length = most === 0 ? 0 : Math.max(1, (entry.value / most) * room);
      parts.push(
        `<rect class="fill-${colours.get(entry.tool)}" x="${at(labels + 8)}" y="${top}" width="${at(length)}" height="10" rx="1"/>`,
        text(labels + 8 + length + 6, top + 9, entry.text, ' class="faint small"'),
      );
      top += 12;
    }
    top += 9;
  }
  const description = groups
    .map((group) => `${group.label}: ${group.entries.map((entry) => `${entry.tool} ${entry.text}`).join(", ")}`)
    .join("; ");
  return svg(groupWidth, top + 6, title, description, parts);
}

// ---- shares of a whole

const shareWidth = 720;

/** `entries`: [{label, parts: [{name, value, colour}]}]; every bar is as long as the others. */
export function shares(title, entries) {
  const labels = 14 + 6.6 * Math.max(...entries.map((entry) => Math.min(entry.label.length, 36)));
  const room = shareWidth - labels - 22;
  const height = 64 + entries.length * 22;
  const parts = [text(12, 20, title, ' class="title"')];
  let x = 12;
  for (const { name, colour } of entries[0].parts) {
    parts.push(`<rect class="fill-${colour}" x="${at(x)}" y="31" width="11" height="11" rx="2"/>`, text(x + 16, 41, name));
    x += 34 + 6.6 * name.length;
  }
  for (const [i, entry] of entries.entries()) {
    const top = 54 + i * 22;
    const whole = entry.parts.reduce((total, part) => total + part.value, 0);
    parts.push(text(labels, top + 12, clipped(entry.label, 36), ' text-anchor="end"'));
    let left = labels + 8;
    for (const part of entry.parts) {
      if (part.value === 0) continue;
      const length = Math.max(1.5, (part.value / whole) * room); // one in ten thousand is to be seen, too
      parts.push(
        `<rect class="fill-${part.colour}" x="${at(left)}" y="${top}" width="${at(length)}" height="15"><title>` +
          `${escapedHtml(`${entry.label}: ${part.name} ${number(part.value)} of ${number(whole)}`)}</title></rect>`,
      );
      left += length;
    }
  }
  const description = entries
    .map((entry) => `${entry.label}: ${entry.parts.map((part) => `${part.name} ${number(part.value)}`).join(", ")}`)
    .join("; ");
  return svg(shareWidth, height, title, description, parts);
}
