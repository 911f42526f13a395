// Writes what the documentation says of each client: the table in docs/clients.md and a page in docs/clients/. It comes from the rows of
// setup as the program lists them, what setup would write in a fresh project, what the tests have found out (verified.json), and
// why a client gets its dialect (evidence.mjs). With --check: says whether the pages have it, and writes nothing.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evidence } from './evidence.mjs';

const docs = new URL('../../docs/', import.meta.url);
const begin = '<!-- The table is written by tests/clients/pages.mjs. -->\n';
const end = '<!-- End of the table. -->\n';

const kedge = process.env.KEDGE_BINARY;
if (!kedge) throw new Error('KEDGE_BINARY has to name the program');
const { clients } = JSON.parse(execFileSync(kedge, ['setup', '--json'], { encoding: 'utf8' }));
const verified = JSON.parse(readFileSync(new URL('verified.json', import.meta.url), 'utf8'));

function howVerified(client) {
  const facts = verified[client];
  if (!facts) return `[documentation](${evidence[client].documented})`;
  return `run, ${facts.version}${facts.byHand ? `, with ${facts.byHand}` : ''}${facts.listed ? '; it lists the server' : ''}`;
}

const clientsPage = readFileSync(new URL('clients.md', docs), 'utf8');

function clientsPageWithTable() {
  const rows = clients.map(({ client, title, dialect }) =>
    `| [\`${client}\`](clients/${client}.md) | ${title} | \`${dialect}\` | ${evidence[client].why} | ${howVerified(client)} |\n`);
  const table = `| client | | dialect | why | setup verified by |\n|---|---|---|---|---|\n${rows.join('')}`;
  const [head, rest] = clientsPage.split(begin);
  const [, tail] = (rest ?? '').split(end);
  if (tail === undefined) throw new Error('docs/clients.md has no place for the table');
  return `${head}${begin}${table}${end}${tail}`;
}

// What setup shows in a fresh project of a fresh home: the files, and its remarks.
function preview(client) {
  const place = mkdtempSync(join(tmpdir(), 'kedge-pages-'));
  try {
    const [home, project] = [join(place, 'home'), join(place, 'app')];
    mkdirSync(home);
    mkdirSync(project);
    const env = { PATH: process.env.PATH, HOME: home };
    const shown = execFileSync(kedge, ['setup', client, '--command', 'kedge', '--dry-run'], { cwd: project, env, encoding: 'utf8' });
    const [files, remarks] = shown.replaceAll(project, '/home/ann/app').split('Preview, nothing written.\n');
    return { files, remarks };
  } finally {
    rmSync(place, { recursive: true });
  }
}

// What the measured table of docs/clients.md says of it, by the heads of its columns.
function measured(title) {
  const rows = clientsPage.split('\n').filter((row) => row.startsWith('| ')).map((row) => row.split('|').slice(1, -1).map((cell) => cell.trim()));
  const head = rows.find((row) => row[0] === 'client' && row.includes('error flag'));
  const row = rows.find((each) => each.length === head.length && [title, `${title} CLI`].includes(each[0]));
  const labels = { version: 'measured on version', 'passes on uncut': 'answers that it passes on uncut', refusals: 'refusals that it passes on uncut' };
  return row && head.slice(1).map((name, at) => [labels[name] ?? name, row[at + 1]]);
}

function page({ client, title, dialect }) {
  const { files, remarks } = preview(client);
  const facts = verified[client];
  const passed = measured(title);
  // A command that a remark quotes is indented, and stays so.
  const told = remarks.trim() ? `\n${remarks.trim().split('\n').map((row) => (row.startsWith('  ') ? `\n      ${row.trim()}\n` : row)).join('\n').trim()}\n` : '';
  return `# ${title}

\`\`\`sh
kedge setup ${client}      # in the folder of your project
kedge doctor
\`\`\`

Then start ${title} anew. \`kedge setup ${client} --remove\` puts back what was there before.

| | |
|---|---|
| verified | ${facts
    ? `on version ${facts.version}: set up in a fresh home, ${title} itself made an edit, and \`--remove\` left every file as it was`
    : `not run by a test; the files follow its [documentation](${evidence[client].documented})`} |
| dialect | [\`${dialect}\`](../${dialect === 'blocks' ? 'search_replace' : dialect}.md): ${evidence[client].why} |
${passed ? passed.map(([name, value]) => `| ${name} | ${value} |\n`).join('') : ''}
## What setup writes

In a fresh project; what your files have beside it stays as it is.

\`\`\`diff
${files}\`\`\`
${told}
[setup](../setup.md) explains the options, [clients](../clients.md) what clients do to an answer.
`;
}

const wanted = new Map([['clients.md', clientsPageWithTable()], ...clients.map((each) => [`clients/${each.client}.md`, page(each)])]);
const stray = existsSync(new URL('clients/', docs))
  ? readdirSync(new URL('clients/', docs)).map((name) => `clients/${name}`).filter((name) => !wanted.has(name))
  : [];
if (process.argv.includes('--check')) {
  const wrong = [...wanted].filter(([name, text]) => {
    const file = new URL(name, docs);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  }).map(([name]) => name).concat(stray);
  if (wrong.length > 0) {
    console.error(`docs/: ${wrong.join(', ')}: not what the program and the tests say today: run tests/clients/pages.mjs`);
    process.exit(1);
  }
} else {
  mkdirSync(new URL('clients/', docs), { recursive: true });
  for (const name of stray) rmSync(new URL(name, docs));
  for (const [name, text] of wanted) writeFileSync(new URL(name, docs), text);
}
