// Counts outcomes; the table for people, the rows for the report.
import { formats } from './formats.mjs';

const columns = {
  intended: ['intended'],
  rejected: ['rejected', 'rejected_after_partial', 'intended_but_error'],
  lucky: ['lucky'],
  silent_wrong: ['wrong'],
  noop_ok: ['noop_ok'],
  wrote_error: ['error_but_wrote'],
  inexpressible: ['inexpressible', 'unjudged'],
};

export class Tally {
  #cells = new Map();

  add({ tool, format, perturbation, outcome, undetectable, repair }) {
    const key = JSON.stringify([tool, format, perturbation]);
    if (!this.#cells.has(key)) this.#cells.set(key, emptyCell(tool, format, perturbation));
    const cell = this.#cells.get(key);
    const column = Object.keys(columns).find((name) => columns[name].includes(outcome));
    ++cell[column];
    if (column !== 'inexpressible') ++cell.n;
    if (undetectable) ++cell.undetectable;
    if (repair === 'no place') ++cell.placeless;
    else if (repair !== undefined) ++cell.repairable;
    if (repair === 'repaired') ++cell.repaired;
  }

  cells() {
    return [...this.#cells.values()];
  }
}

function emptyCell(tool, format, perturbation) {
  const counts = Object.fromEntries(Object.keys(columns).map((name) => [name, 0]));
  return { tool, format, perturbation, n: 0, ...counts, undetectable: 0, repairable: 0, repaired: 0, placeless: 0 };
}

export function rowOf(corpus, { tool, format, perturbation, repairable, placeless, ...counts }) {
  return { bench: 'reliability', corpus, tool, dialect: formats[format].named, perturbation, ...counts };
}

const shown = ['n', 'intended', 'rejected', 'lucky', 'silent_wrong', 'noop_ok', 'wrote_error', 'inexpressible'];

export function tableOf(cells, perturbations) {
  const parts = [];
  for (const key of new Set(cells.map(({ tool, format }) => JSON.stringify([tool, format])))) {
    const [tool, format] = JSON.parse(key);
    const own = cells.filter((cell) => cell.tool === tool && cell.format === format);
    const rows = perturbations.map((name) => own.find((cell) => cell.perturbation === name)).filter(Boolean);
    parts.push(dialectTable(`${tool}: ${formats[format].named}`, rows));
  }
  return parts.join('\n');
}

function dialectTable(title, cells) {
  const sum = (field) => cells.reduce((total, cell) => total + cell[field], 0);
  const all = { perturbation: 'all', ...Object.fromEntries([...shown, 'repairable', 'repaired', 'placeless'].map((field) => [field, sum(field)])) };
  const head = ['', ...shown.map((name) => name.replace('_', ' ')), 'repaired'];
  const lines = [...cells, all].map((cell) => [
    cell.perturbation,
    ...shown.map((field) => String(cell[field])),
    cell.repairable > 0 ? `${cell.repaired} of ${cell.repairable}${cell.placeless > 0 ? `, ${cell.placeless} without a place` : ''}` : '',
  ]);
  const widths = head.map((name, i) => Math.max(name.length, ...lines.map((line) => line[i].length)));
  const text = (line) => line.map((item, i) => (i === 0 ? item.padEnd(widths[i]) : item.padStart(widths[i]))).join('  ').trimEnd();
  const wrong = sum('silent_wrong') - sum('undetectable');
  const percent = (count) => `${((100 * count) / Math.max(1, all.n)).toFixed(2)} %`;
  const also = sum('undetectable') > 0 ? `, besides ${sum('undetectable')} that the format cannot show` : '';
  return `${title}\n${[head, ...lines].map(text).join('\n')}\nsilent wrong ${wrong} of ${all.n} (${percent(wrong)})${also}\n`;
}

// How often a refusal led to the right file, over all dialects of a tool.
export function repairTable(cells) {
  const lines = [];
  for (const tool of new Set(cells.map((cell) => cell.tool))) {
    const own = cells.filter((cell) => cell.tool === tool && cell.repairable > 0);
    for (const perturbation of new Set(own.map((cell) => cell.perturbation))) {
      const row = own.filter((cell) => cell.perturbation === perturbation);
      lines.push([tool, perturbation, row]);
    }
    if (own.length > 0) lines.push([tool, 'all', own]);
  }
  if (lines.length === 0) return '';
  const share = (row) => {
    const repaired = row.reduce((total, cell) => total + cell.repaired, 0);
    const all = row.reduce((total, cell) => total + cell.repairable, 0);
    return `${repaired} of ${all} (${((100 * repaired) / all).toFixed(1)} %)`;
  };
  const text = lines.map(([tool, perturbation, row]) => `${tool}  ${perturbation.padEnd(16)} ${share(row)}`);
  return `Refused, then right after one mechanical repair by the message alone\n${text.join('\n')}\n`;
}
