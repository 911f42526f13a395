// What a refusal's text says, taken apart mechanically: sections of a batch, numbered rows of the file, a body without its prefixes,
// a whole edit to send instead.
const section = /^(?:edit|part|operation) (\d+): /;
const row = /^\s*(\d+)(?:[:#]([0-9a-fA-F]{2,16})(?: ?\[([a-z]+)\])?\||:|\t)(.*)$/s;
const header = /^(?:¶.+#([0-9A-Za-z]{2,32})|\[.+#([0-9A-Za-z]{2,32})\])\s*$/;

// The sections of a batch's refusal, by the number of the edit from 0; a text without numbers is all about the first one. What stands
// before the first number is about all of them.
export function sectionsOf(text) {
  const sections = new Map();
  const lines = text.split('\n');
  const first = lines.findIndex((line) => section.test(line));
  let current = 0;
  for (const line of lines.slice(Math.max(0, first))) {
    const start = section.exec(line);
    if (start) current = Number(start[1]) - 1;
    if (!sections.has(current)) sections.set(current, []);
    sections.get(current).push(start ? line.slice(start[0].length) : line);
  }
  return sections;
}

// Runs of consecutive numbered rows: [{ first, rows: [{ line, hash, entropy, text }] }].
export function rowGroups(lines) {
  const groups = [];
  let last = null;
  for (const line of lines) {
    const found = row.exec(line);
    if (!found) {
      last = null;
      continue;
    }
    const shown = { line: Number(found[1]), hash: found[2] ?? null, entropy: found[3] ?? null, text: found[4] };
    if (last === null || shown.line !== last.line + 1) groups.push({ first: shown.line, rows: [] });
    groups[groups.length - 1].rows.push(shown);
    last = shown;
  }
  return groups;
}

export function headerOf(lines) {
  const line = lines.find((each) => header.test(each));
  if (line === undefined) return null;
  const found = header.exec(line);
  return { header: line.trim(), tag: found[1] ?? found[2] };
}

// The lines that follow the first one which ends in these words.
export function linesAfterWords(lines, words) {
  const at = lines.findIndex((line) => line.endsWith(words));
  return at < 0 ? null : lines.slice(at + 1);
}

export const says = (lines, words) => lines.some((line) => line.includes(words));

// Bodies that were sent with the prefixes of rows, each with the row that the refusal names and the clean lines after it. How many
// lines there are is the sender's knowledge, so all that follow are given.
export function cleanedBodies(lines) {
  const bodies = [];
  for (const [index, line] of lines.entries()) {
    const found = /as in row (.*)\. Without them it is:$/s.exec(line);
    if (found) bodies.push({ pastedRow: found[1], lines: lines.slice(index + 1) });
  }
  return bodies;
}

// The pattern of what stands before the text: its digits may be others.
export function prefixPattern(sent, text) {
  if (text === undefined || !sent.endsWith(text)) return null;
  const prefix = sent.slice(0, sent.length - text.length);
  if (!/\d/.test(prefix)) return null;
  const literal = prefix.trimStart().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^\\s*${literal.replace(/[0-9a-f]+/g, '[0-9a-f]+')}`);
}

const named = String.raw`lines? (?<first>\d+)(?:\.\.(?<last>\d+))?`;
const found = String.raw`lines? (?<from>\d+)(?:\.\.(?<to>\d+))?`;
const gap = String.raw`(?:between lines (?<above>\d+) and \d+|after line (?<end>\d+)|before line (?<top>1))`;
const done = String.raw`\.(?<done> This part of the edit is done already\.)?`;
const sentences = [
  String.raw`\breads? like ${named} (?:is|are) at ${found} now${done}`,
  String.raw`\b${named} (?:is|are) ${found} now${done}`,
  String.raw`\b${named} (?:was|were) changed: in (?:its|their) place (?:is|are) ${found} now${done}`,
  String.raw`\b${named} (?:was|were) removed: nothing is in (?:its|their) place now, ${gap}${done}`,
].map((text) => new RegExp(text, 'gi'));

// What a refusal says of the edges of the file, for rows to be added there: [{ isTop, start, isDone }].
export function edgesTold(lines) {
  const prose = lines.filter((line) => !row.test(line)).join('\n');
  const sentence = new RegExp(String.raw`\b(?:Line (\d+) is the (first|last) of the file now|The file is empty now)${done}`, 'g');
  return [...prose.matchAll(sentence)].map(([, line, which, isDone]) => {
    return { isTop: which !== 'last', start: which === 'last' ? Number(line) + 1 : 1, isDone: isDone !== undefined };
  });
}

// What a refusal says in words of the lines that an edit names: [{ first, last, start, end, isDone }]. Where nothing is in their
// place, the end is the line above it.
export function placesTold(lines) {
  const prose = lines.filter((line) => !row.test(line)).join('\n');
  return sentences.flatMap((sentence) => [...prose.matchAll(sentence)]).map(({ groups }) => {
    const above = groups.top ? 0 : Number(groups.above ?? groups.end);
    const start = Number(groups.from ?? above + 1);
    const end = groups.from ? Number(groups.to ?? groups.from) : above;
    const first = Number(groups.first);
    return { first, last: Number(groups.last ?? first), start, end, isDone: groups.done !== undefined };
  });
}
