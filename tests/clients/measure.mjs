// From where on does a client cut an answer before its model sees it, and what else does it do to answers?
//   measure.mjs CLIENT [FORM…]          e.g. rows, "rows as error", or shapes for what is no matter of length
// Looks for the longest answer that arrives whole, for each form that long_answers.mjs can give, and prints one JSON object.
// MEASURE_ERA=2026-07-28: as a server of the revision without sessions. MEASURE_LOUD=1: tells how it goes.
import { fileURLToPath } from 'node:url';
import { clientNamed } from './clients.mjs';
import { answer } from './long_answers.mjs';
import { converse, makePlace } from './run.mjs';

const largest = 400_000;
const program = fileURLToPath(new URL('long_answers.mjs', import.meta.url));
const server = { command: process.execPath, args: [program, process.env.MEASURE_ERA ?? 'initialize'] };

async function conversation(client, script) {
  const place = makePlace({ 'a.txt': 'one\n' });
  try {
    const all = await converse(client, place, { server, script, timeout: 300_000 });
    if (all.model.problems.length > 0) throw all.model.problems[0];
    if (all.model.seen === undefined) throw new Error(`the model was not asked\n${all.run.output.slice(-3000)}`);
    return all;
  } finally {
    place.remove();
  }
}

// Doubles until an answer is cut, then halves the distance. What the cut one looked like is kept.
async function longestWhole(client, form, tool, error) {
  let whole = 0;
  let cut;
  let sample;
  let asked = 1000;
  const judge = ({ last }) => {
    const wanted = answer(form, asked);
    // Some clients pass an error on as JSON within their own words.
    if (last.text.includes(wanted) || last.text.includes(JSON.stringify(wanted).slice(1, -1))) {
      whole = asked;
      tell('whole');
    } else {
      cut = asked;
      tell(`cut: ${last.text.length}`);
      sample = { asked, arrived: last.text.length, head: last.text.slice(0, 300), tail: last.text.slice(-300) };
    }
    asked = cut === undefined ? asked * 2 : Math.floor((whole + cut) / 2);
  };
  const tell = (word) => process.env.MEASURE_LOUD && console.error(`${new Date().toISOString()} ${form} ${asked} ${word}`);
  const call = () => (asked > largest || asked === whole ? { text: 'Done.' } : { tool, arguments: { form, characters: asked, error } });
  const script = [call, ...Array.from({ length: 40 }, () => (seen) => {
    judge(seen);
    return call();
  })];
  const { run, model } = await conversation(client, script);
  const longest = answer(form, whole);
  return { form, tool, error, whole, cut, bytes: Buffer.byteLength(longest), rows: longest.split('\n').length, sample,
           asides: [...new Set(model.requests.map(({ path }) => path))], ended: run.how };
}

function howInstructionsAreSeen({ system, said, tools, loaded }) {
  const words = 'These are the instructions of the server.';
  if (system.includes(words)) return 'system prompt';
  if (said.some((text) => text.includes(words))) return 'message';
  if (JSON.stringify(tools).includes(words)) return 'with the tools';
  return loaded?.text.includes(words) ? 'with the tools that were asked for' : 'no';
}

async function shapes(client) {
  const calls = [
    ['plain', 'say', { text: 'the text' }],
    ['error', 'say', { text: 'the text', error: true }],
    ['structured', 'say', { text: 'the text', structured: true }],
    ['structured with schema', 'say_data', { text: 'the text' }],
    ['error, structured with schema', 'say_data', { text: 'the text', error: true }],
    ['structured against the schema', 'say_checked', { text: 'the text' }],
    ['error, structured against the schema', 'say_checked', { text: 'the text', error: true }],
  ];
  const { model, beginning } = await conversation(client, calls.map(([, tool, given]) => () => ({ tool, arguments: given })));
  const { seen } = model;
  return {
    beginning,
    shapes: Object.fromEntries(calls.map(([name], i) => [name, seen.results[i]?.raw])),
    instructions: howInstructionsAreSeen(seen),
    loaded: seen.loaded !== undefined,
    tools: seen.tools.filter((tool) => client.named.isOurs(tool)).map(({ inputSchema, input_schema, parameters, ...rest }) => rest),
    atOnce: model.turns[0].tools.filter((tool) => client.named.isOurs(tool)).map(({ name }) => name),
  };
}

const [name, ...forms] = process.argv.slice(2);
const client = clientNamed(name);
const found = { client: name };
if (forms.length === 0 || forms.includes('shapes')) Object.assign(found, await shapes(client));
found.longest = [];
const usual = ['rows', 'line', 'short rows', 'wide', 'rows with _meta', 'rows as error'];
for (const form of forms.length > 0 ? forms.filter((each) => each !== 'shapes') : usual) {
  const [plain, kind] = form.split(/ (?=with _meta|as error)/);
  found.longest.push(await longestWhole(client, plain, kind === 'with _meta' ? 'say_more' : 'say', kind === 'as error'));
}
console.log(JSON.stringify(found, null, 2));
