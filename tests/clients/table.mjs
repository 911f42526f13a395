// Runs the conversation of session.mjs with every client, one after the other, and prints two tables in Markdown: what holds, and how many
// characters and tokens reach the model. With the names of clients: only those. --json FILE keeps everything that the models saw.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { clientNamed, clients } from './clients.mjs';
import { install } from './run.mjs';
import { checks, session } from './session.mjs';

const names = process.argv.slice(2);
const at = names.indexOf('--json');
const [, file] = at < 0 ? [] : names.splice(at, 2);

// One tokenizer for all, so that clients can be compared; the model of a client may well count otherwise.
const encoding = 'o200k_base';
const tokenizer = install({ name: 'tokenizer', program: 'node_modules/gpt-tokenizer/package.json' });
const { countTokens } = tokenizer.reason ? {} : createRequire(join(tokenizer.folder, 'package.json'))(`gpt-tokenizer/encoding/${encoding}`);
const sizes = (text) => ({ characters: text.length, tokens: countTokens?.(text, { disallowedSpecial: new Set() }) });

const results = [];
for (const client of names.length > 0 ? names.map(clientNamed) : clients) {
  const { reason } = install(client);
  try {
    results.push({ title: client.title, whole: client.whole, ...(reason ? { reason } : await session(client)) });
  } catch (error) {
    results.push({ title: client.title, reason: error.message.split('\n')[0], output: error.message });
  }
}

const row = (cells) => `| ${cells.join(' | ')} |`;
const head = (cells) => `${row(cells)}\n${row(cells.map(() => '---'))}`;
const ran = results.filter(({ problems }) => problems);
const keys = Object.keys(checks);
console.log(head(['client', 'clientInfo', 'protocol', 'arrives whole', ...Object.values(checks)]));
for (const { title, clientInfo, era, whole, problems } of ran) {
  const held = keys.map((key) => (problems[key] === '' ? 'yes' : 'no'));
  console.log(row([title, `\`${clientInfo?.name}\` ${clientInfo?.version}`, era, whole, ...held]));
}

const said = (number) => number?.toLocaleString('en') ?? 'not counted';
const cell = ({ characters, tokens }) => (characters > 0 ? `${said(characters)} / ${said(tokens)}` : 'not seen');
console.log(`\nCharacters / tokens (${encoding}) that reach the model:\n`);
console.log(head(['client', 'tools', 'instructions', 'read of 200 lines', 'edit', 'refusal', 'read of 3,000 lines: sent', 'arrived']));
for (const result of ran) {
  const { title, texts, long } = result;
  result.sizes = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, sizes(text)]));
  const { tools, instructions, read, edit, refusal } = result.sizes;
  const arrived = `${cell(result.sizes.long)}${long.whole ? '' : ', cut'}`;
  console.log(row([title, ...[tools, instructions, read, edit, refusal].map(cell), said(long.sent), arrived]));
}
if (tokenizer.reason) console.log(`\nNo tokens: ${tokenizer.reason}`);

for (const { title, reason } of results.filter((result) => result.reason)) console.log(`\n${title} was left out: ${reason}`);
const missed = ran.flatMap(({ title, problems }) =>
  keys.filter((key) => problems[key]).map((key) => `- ${title}, ${checks[key]}: ${problems[key]}`));
if (missed.length > 0) console.log(`\nWhat does not hold:\n\n${missed.join('\n')}`);
if (file) writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
