// Files as lines. A whole file is a JavaScript string that keeps its BOM and its line ends, so encoding it gives its bytes back;
// shown lines are what a reader of the file sees: no line end, no BOM. A hunk replaces the shown lines start … end (from 1,
// both included) by `new_lines`; one with end = start - 1 inserts before start.
export const byteOrderMark = '\ufeff';

// What Python calls blank: JavaScript's own trim() also takes a BOM and leaves the separators of ASCII.
const blanks = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const leadingBlanks = new RegExp(`^[${blanks}]+`);
const trailingBlanks = new RegExp(`[${blanks}]+$`);

export const trimStart = (text) => text.replace(leadingBlanks, '');
export const trimEnd = (text) => text.replace(trailingBlanks, '');
export const isBlank = (text) => trimStart(text) === '';
export const indentOf = (text) => text.slice(0, text.length - trimStart(text).length);

export function usualLineEnd(file) {
  const all = occurrences(file, '\n');
  const pairs = occurrences(file, '\r\n');
  return pairs > all - pairs ? '\r\n' : '\n';
}

// Lines with their ends; only the last one may have none.
export function rawLines(file) {
  return file.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export function shownLines(file) {
  const lines = withoutMark(file).split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

export function inOrder(hunks) {
  return [...hunks].sort((a, b) => a.start - b.start || a.end - b.end);
}

// The first line of a file may be quoted with its BOM, which is no part of the line.
export function withoutMarks(hunk) {
  if (hunk.start !== 1 || hunk.new_lines.length === 0) return hunk;
  const [first, ...rest] = hunk.new_lines;
  return { ...hunk, new_lines: [first.replace(/^\ufeff+/, ''), ...rest] };
}

// Kept lines keep their own bytes; new ones end as most of the file's do; whether the last line ends does not change.
export function applyHunks(file, hunks) {
  const end = usualLineEnd(file);
  const mark = file.startsWith(byteOrderMark) ? byteOrderMark : '';
  const lines = rawLines(file.slice(mark.length));
  const result = [];
  let next = 0;
  for (const hunk of inOrder(hunks).map(withoutMarks)) {
    result.push(...lines.slice(next, hunk.start - 1), ...hunk.new_lines.map((line) => line + end));
    next = Math.max(next, hunk.end);
  }
  result.push(...lines.slice(next));
  if (file === '' || file.endsWith('\n') || result.length === 0) return mark + result.join('');
  const last = result.pop();
  const ended = result.map((line) => (line.endsWith('\n') ? line : line + end));
  return mark + ended.join('') + (last.endsWith(end) ? last.slice(0, -end.length) : last.replace(/\n+$/, ''));
}

// The shown lines lo … hi with the hunks made in them.
export function linesAfter(lines, hunks, lo, hi) {
  const result = [];
  let next = lo;
  for (const hunk of inOrder(hunks)) {
    result.push(...lines.slice(next - 1, hunk.start - 1), ...hunk.new_lines);
    next = Math.max(next, hunk.end + 1);
  }
  return [...result, ...lines.slice(next - 1, hi)];
}

// A file of these lines that ends and begins as the other one does.
export function fileLike(other, lines) {
  const end = usualLineEnd(other);
  return (other.startsWith(byteOrderMark) ? byteOrderMark : '') + lines.join(end) + (other.endsWith('\n') ? end : '');
}

export function flipLineEnds(file) {
  return usualLineEnd(file) === '\r\n' ? file.replaceAll('\r\n', '\n') : file.replaceAll('\n', '\r\n');
}

export function startsOfBlock(lines, block) {
  const starts = [];
  for (let at = 0; block.length > 0 && at + block.length <= lines.length; ++at) {
    if (block.every((line, i) => lines[at + i] === line)) starts.push(at);
  }
  return starts;
}

// Places where the text occurs, overlapping ones too; never more than two, because nobody asks how many more.
export function upToTwoPlaces(text, part) {
  const first = text.indexOf(part);
  if (first < 0) return 0;
  return text.indexOf(part, first + 1) < 0 ? 1 : 2;
}

function withoutMark(file) {
  return file.startsWith(byteOrderMark) ? file.slice(1) : file;
}

function occurrences(text, part) {
  return text.split(part).length - 1;
}
