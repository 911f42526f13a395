// One conversation of a client with kedge, as a model has it that makes the usual mistakes, and what came of it. Judged by the bytes on
// disk and by what the client sent to its model; what kedge answered is only compared with that.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { converse, makePlace } from './run.mjs';

export const checks = {
  name: 'says who it is',
  tools: 'tools listed with full text',
  edit: 'edit landed',
  refusal: 'refusal reached the model with code and advice',
  corrected: 'corrected edit landed',
  undo: 'undo',
  pages: '3,000 lines in pages, edited beyond the first',
  unseen: 'unseen row refused',
  added: 'a call with what the client adds to it',
};

const rows = (name, count) => Array.from({ length: count }, (_, i) => `${`${name} ${i + 1} `.padEnd(39, 'abcdefghij ')}\n`);
const patch = (header, ...hunks) => ['*** Begin Patch', header, ...hunks, '*** End Patch', ''].join('\n');
const headerIn = (text, name) => [...text.matchAll(new RegExp(`¶${name}\\.txt#[0-9A-Fa-f]+`, 'g'))].at(-1)?.[0] ?? `¶${name}.txt#0000`;
const textOf = (result) => (result?.content ?? []).map((item) => item.text).join('');
const escaped = (text) => JSON.stringify(text).slice(1, -1);
// Some clients pass an error on as JSON within their own words.
const holds = (seen, text) => text.trim() !== '' && (seen.includes(text.trim()) || seen.includes(escaped(text.trim())));

export async function session(client) {
  const long = rows('long', 3000);
  const place = makePlace({
    'small.txt': 'one\ntwo\nthree\nfour\n',
    'middle.txt': rows('middle', 200).join(''),
    'long.txt': long.join(''),
    'unseen.txt': rows('unseen', 50).join(''),
  });
  const read = (name) => readFileSync(join(place.root, `${name}.txt`), 'utf8');
  const disk = {};  // what there was after each step that writes, or is to write nothing
  let header;
  let page;

  const steps = {
    read: () => ({ tool: 'read', arguments: { path: 'small.txt' } }),
    edit({ last }) {
      header = headerIn(last.text, 'small');
      return { tool: 'edit', arguments: { input: patch(header, 'replace 2..2:', '+TWO') } };
    },
    stale() {
      disk.edit = read('small');
      writeFileSync(join(place.root, 'small.txt'), disk.edit.replace('three', 'drei'));  // by somebody else
      return { tool: 'edit', arguments: { input: patch(header, 'replace 3..3:', '+THREE') } };
    },
    corrected({ last }) {
      disk.stale = read('small');
      return { tool: 'edit', arguments: { input: patch(headerIn(last.text, 'small'), 'replace 3..3:', '+DREI') } };
    },
    undo() {
      disk.corrected = read('small');
      return { tool: 'undo', arguments: {} };
    },
    readMiddle() {
      disk.undo = read('small');
      return { tool: 'read', arguments: { path: 'middle.txt', ...client.adds } };
    },
    readLong: () => ({ tool: 'read', arguments: { path: 'long.txt' } }),
    readOn({ last }) {
      page = Number(/go on with start=(\d+)/.exec(last.text)?.[1] ?? 0);
      return { tool: 'read', arguments: { path: 'long.txt', start: page || 2001 } };
    },
    editBeyond({ last }) {
      const number = (page || 2001) + 5;
      return { tool: 'edit', arguments: { input: patch(headerIn(last.text, 'long'), `replace ${number}..${number}:`, '+changed') } };
    },
    readSome() {
      disk.beyond = read('long');
      return { tool: 'read', arguments: { path: 'unseen.txt', start: 1, end: 5 } };
    },
    editUnseen: ({ last }) =>
      ({ tool: 'edit', arguments: { input: patch(headerIn(last.text, 'unseen'), 'replace 40..40:', '+changed') } }),
    end() {
      disk.unseen = read('unseen');
      return { text: 'Done.' };
    },
  };

  const names = Object.keys(steps);
  const more = (process.env.KEDGE_MCP_ARGUMENTS ?? '').split(' ').filter(Boolean);
  const server = {
    command: process.env.KEDGE_BINARY,
    args: ['mcp', '--root', place.root, '--dialect', 'patch', ...more],
    env: { KEDGE_STATE: join(place.folder, 'state') },
  };
  try {
    const all = await converse(client, place, { server, script: Object.values(steps) });
    if (all.model.problems.length > 0) throw all.model.problems[0];
    if (!all.model.seen) throw new Error(`the model was not asked:\n${all.run.output.slice(-3000)}`);
    const arrived = (name) => all.model.seen.results[names.indexOf(name)]?.text ?? '';
    const sent = (name) => textOf(all.answers[names.indexOf(name)]);
    const isWhole = (name) => holds(arrived(name), sent(name));

    const refused = (name, codes) => {
      const found = /Refused \((\w+)\), nothing was written:/.exec(arrived(name));
      const advice = sent(name).trim().split('\n').at(-1);
      if (!found) return `the model does not see "Refused (CODE), nothing was written:" in ${JSON.stringify(arrived(name).slice(0, 200))}`;
      if (!codes.includes(found[1])) return `the code is ${found[1]}`;
      return holds(arrived(name), advice) ? '' : `the advice is missing: ${advice}`;
    };
    const is = (got, wanted) => (got === wanted ? '' : `on disk: ${JSON.stringify(got?.slice(0, 200))}`);

    const listed = all.wire.map(({ message }) => message?.result?.tools).find(Boolean) ?? [];
    const instructions = all.wire.map(({ message }) => message?.result?.instructions).find(Boolean) ?? '';
    const theirs = client.named.listed?.(all.model.seen) ?? all.model.seen.tools.filter((tool) => client.named.isOurs(tool));
    const tools = () => {
      if (listed.length === 0) return 'kedge was not asked for its tools';
      for (const { name, description, inputSchema } of listed) {
        const shown = theirs.find((tool) => client.named.fromModel(tool) === name);
        if (!shown) return `${name} is missing`;
        if (!shown.description?.includes(description)) return `the description of ${name} is cut`;
        const words = JSON.stringify(shown);
        for (const [property, schema] of Object.entries(inputSchema.properties)) {
          if (!words.includes(property)) return `${name} lacks ${property}`;
          if (schema.description && !words.includes(escaped(schema.description))) return `${name}.${property} has lost its description`;
        }
      }
      return '';
    };
    const pages = () => {
      if (!isWhole('readLong')) return `${arrived('readLong').length} of ${sent('readLong').length} characters of the first page arrived`;
      if (!page) return 'the first page does not say "go on with start=N"';
      if (!isWhole('readOn')) return `${arrived('readOn').length} of ${sent('readOn').length} characters of the next page arrived`;
      return is(disk.beyond, long.with(page + 4, 'changed\n').join(''));
    };

    const { seen } = all.model;
    // Clients indent and escape the instructions.
    const squeezed = (text) => text.replace(/(\\+n|\s)+/g, ' ');
    const around = squeezed(seen.system + seen.said.join('\n') + JSON.stringify([seen.tools, seen.loaded ?? '']));
    return {
      client: client.name,
      clientInfo: all.beginning.clientInfo,
      era: all.beginning.protocolVersion,
      problems: {
        name: all.beginning.clientInfo?.name === client.says ? '' : `it says ${JSON.stringify(all.beginning.clientInfo)}`,
        tools: tools(),
        edit: is(disk.edit, 'one\nTWO\nthree\nfour\n'),
        refusal: is(disk.stale, 'one\nTWO\ndrei\nfour\n') || refused('stale', ['snapshot_stale']),
        corrected: is(disk.corrected, 'one\nTWO\nDREI\nfour\n'),
        undo: is(disk.undo, 'one\nTWO\ndrei\nfour\n'),
        pages: pages(),
        unseen: is(disk.unseen, rows('unseen', 50).join('')) || refused('editUnseen', ['lines_not_shown']),
        added: holds(arrived('readMiddle'), '200:middle 200') ? '' : `the answer is ${JSON.stringify(arrived('readMiddle').slice(-300))}`,
      },
      // What the model is given to read, and pays for.
      texts: {
        tools: JSON.stringify(theirs),
        instructions: holds(around, squeezed(instructions)) ? instructions : '',
        read: arrived('readMiddle'),
        edit: arrived('edit'),
        refusal: arrived('stale'),
        long: arrived('readLong'),
      },
      long: { sent: sent('readLong').length, whole: isWhole('readLong'), page },
      form: { edit: isWhole('edit') ? 'text' : 'not its text', refusal: isWhole('stale') ? 'text' : 'not its text' },
      seen: Object.fromEntries(names.map((name) => [name, arrived(name)])),
      output: all.run.output,
    };
  } finally {
    place.remove();
  }
}
