// Writes the table of clients into docs/clients.md: the rows of setup, as the program lists them, with what the tests have found out about
// each (verified.json) and why it gets its dialect (evidence.mjs). With --check: says whether the page has it, and writes nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { evidence } from './evidence.mjs';

const page = new URL('../../docs/clients.md', import.meta.url);
const begin = '<!-- The table is written by tests/clients/setup_table.mjs. -->\n';
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

const rows = clients.map(({ client, title, dialect }) =>
  `| \`${client}\` | ${title} | \`${dialect}\` | ${evidence[client].why} | ${howVerified(client)} |\n`);
const table = `| client | | dialect | why | setup verified by |\n|---|---|---|---|---|\n${rows.join('')}`;

const text = readFileSync(page, 'utf8');
const [head, rest] = text.split(begin);
const [, tail] = (rest ?? '').split(end);
if (tail === undefined) throw new Error('docs/clients.md has no place for the table');
const wanted = `${head}${begin}${table}${end}${tail}`;
if (process.argv.includes('--check')) {
  if (wanted !== text) {
    console.error('docs/clients.md does not have the table of today: run tests/clients/setup_table.mjs');
    process.exit(1);
  }
} else {
  writeFileSync(page, wanted);
}
