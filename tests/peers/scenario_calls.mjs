// The scenarios of tests/scenarios as calls of tools: what they put into files, and each run of read, search, edit, write and undo
// as a client would send it. What only a command line can say is left out.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const toolOf = {
  read: { patch: 'read', anchors: 'read_file', hashline: 'open' },
  search: {},
  write: { anchors: 'write_file' },
  edit: { apply_patch: 'apply_patch' },
  undo: {},
};
const textDialects = new Set(['patch', 'apply_patch', 'udiff', 'blocks']);
const dialects = new Set([...textDialects, 'anchors', 'hashline', 'replace']);

function unescaped(row) {
  return row.replace(/\\(x[0-9a-fA-F]{2}|[rnt0\\])/g, (_, what) =>
    what[0] === 'x' ? String.fromCharCode(parseInt(what.slice(1), 16)) : { r: '\r', n: '\n', t: '\t', 0: '\0', '\\': '\\' }[what]);
}

// As bytes: a scenario may hold what is no UTF-8.
function contentOf(rows, options, fixtures) {
  if (options[0] === 'from') return readFileSync(join(fixtures, options[1]));
  const plain = rows.map((row) => row.replace(/^\\(\\*--- )/, '$1'));
  if (options.includes('escaped')) {
    const text = plain.map((row) => Buffer.from(row, 'utf8').toString('latin1')).map((row) =>
      /(^|[^\\])(\\\\)*\\$/.test(row) ? unescaped(row.slice(0, -1)) : `${unescaped(row)}\n`).join('');
    return Buffer.from(text, 'latin1');
  }
  const text = plain.map((row) => `${row}\n`).join('');
  return Buffer.from(options.includes('no-final-newline') ? text.slice(0, -1) : text, 'utf8');
}

// Words as a shell would split them; nothing if there is more to it than that.
function wordsOf(text) {
  const words = [];
  for (const [, single, double, bare] of text.matchAll(/'([^']*)'|"([^"\\]*)"|([^\s'"]+)/g)) words.push(single ?? double ?? bare);
  return words;
}

function blocksOf(text) {
  const blocks = [];
  for (const row of text.split('\n')) {
    if (row.startsWith('--- ')) blocks.push({ head: row.slice(4), rows: [] });
    else if (blocks.length > 0) blocks.at(-1).rows.push(row);
  }
  if (blocks.at(-1)?.rows.at(-1) === '') blocks.at(-1).rows.pop();  // behind the last newline
  return blocks;
}

function argumentsOf(command, words, stdin, dialect) {
  const flags = new Set();
  const places = [];
  for (let i = 0; i < words.length; ++i) {
    if (words[i] === '--dialect') ++i;
    else if (words[i] === '--dry-run' || words[i] === '--json' || words[i] === '--strict') flags.add(words[i]);
    else if (words[i].startsWith('--')) return undefined;
    else places.push(words[i]);
  }
  const dry = flags.has('--dry-run') ? { dry_run: true } : {};
  const path = dialect === 'hashline' ? 'file' : 'path';
  switch (command) {
    case 'read': {
      const [, name, first, last] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/.exec(places[0] ?? '');
      const [start, end] = dialect === 'anchors' ? ['start_line', 'end_line'] : ['start', 'end'];
      const range = first ? { [start]: Number(first), [end]: Number(last ?? first) } : {};
      return { [path]: name, ...range, ...(dialect === 'anchors' ? { hashes: true } : {}) };
    }
    case 'search':
      return places.length === 1 ? { pattern: places[0] } : undefined;
    case 'write':
      return { path: places[0], content: stdin.toString('utf8'), ...dry };
    case 'undo':
      return {};
    default:
      if (textDialects.has(dialect)) return { input: stdin.toString('utf8'), ...dry };
      try {
        return { ...JSON.parse(stdin.toString('utf8')), ...dry };
      } catch {
        return undefined;  // what is no JSON never gets as far as a tool
      }
  }
}

// [{ file, content }] and [{ dialect, strict, tool, arguments }], in the order of the scenario.
function stepsOf(text, fixtures) {
  const blocks = blocksOf(text);
  const steps = [];
  for (const [i, { head, rows }] of blocks.entries()) {
    const [kind, ...rest] = wordsOf(head);
    if (kind === 'file') steps.push({ file: rest[0], content: contentOf(rows, rest.slice(1), fixtures) });
    if (kind !== 'run' || rest[0] !== 'kedge' || toolOf[rest[1]] === undefined) continue;
    const [, command, ...words] = rest;
    const dialect = words.includes('--dialect') ? words[words.indexOf('--dialect') + 1] : 'patch';
    if (!dialects.has(dialect) || (dialect === 'hashline' && command === 'write')) continue;
    const next = blocks[i + 1];
    const [nextKind, ...options] = next ? wordsOf(next.head) : [];
    const stdin = nextKind === 'stdin' ? contentOf(next.rows, options, fixtures) : Buffer.alloc(0);
    const given = argumentsOf(command, words, stdin, dialect);
    if (given === undefined) continue;
    steps.push({ dialect, strict: words.includes('--strict'), command, tool: toolOf[command][dialect] ?? command, arguments: given });
  }
  return steps;
}

export function scenariosIn(folder, served) {
  const scenarios = [];
  for (const suite of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const name of readdirSync(join(folder, suite.name)).filter((each) => each.endsWith('.scenario')).sort()) {
      const text = readFileSync(join(folder, suite.name, name), 'utf8');
      const forms = suite.name === 'every_dialect' ? served : [''];
      for (const dialect of forms) {
        const steps = stepsOf(text.replaceAll('{dialect}', dialect), join(folder, 'fixtures'));
        if (steps.some((step) => step.tool)) scenarios.push({ name: `${suite.name}/${name}${dialect ? ` (${dialect})` : ''}`, steps });
      }
    }
  }
  return scenarios;
}
