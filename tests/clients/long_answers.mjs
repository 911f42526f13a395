// A server of MCP with a tool that answers with as many characters as it is asked for: to find out from where on a client cuts an
// answer before its model sees it. It says nothing that the one who measures could not write down as well (`answer`).
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

// `rows`: rows of forty characters. `short rows`: of two. `line`: one row. `wide`: rows of forty characters of three bytes each.
// Rows are numbered, so that what is missing can be told.
export function answer(form, characters) {
  const width = form === 'short rows' ? 2 : form === 'line' ? characters + 1 : 40;
  const filler = form === 'wide' ? '—' : '.';
  let text = '';
  for (let number = 1; text.length < characters; ++number) {
    const label = form === 'rows' || form === 'wide' ? `${number}:` : '';
    text += `${label.padEnd(width - 1, filler)}\n`;
  }
  return `${text.slice(0, characters - 1)}$`;
}

const inputSchema = {
  type: 'object',
  properties: {
    form: { type: 'string' },
    characters: { type: 'integer' },
    error: { type: 'boolean' },
    structured: { type: 'boolean' },
    text: { type: 'string' },
  },
};
const tools = [
  { name: 'say', description: 'Says what it is asked to say.', inputSchema },
  { name: 'say_more', description: 'Says more.', inputSchema, _meta: { 'anthropic/maxResultSizeChars': 200000 } },
  { name: 'say_always', description: 'Says it at any time.', inputSchema, _meta: { 'anthropic/alwaysLoad': true } },
  { name: 'say_data', description: 'Says it as data, too.', inputSchema,
    outputSchema: { type: 'object', properties: { data: { type: 'string' } } } },
  { name: 'say_checked', description: 'Says data that is wrong.', inputSchema,
    outputSchema: { type: 'object', properties: { data: { type: 'string' } }, required: ['data'] } },
];

// With the argument 2026-07-28 it is a server of that revision, otherwise one that begins with `initialize`.
const isModern = process.argv[2] === '2026-07-28';
const instructions = 'These are the instructions of the server.';
const serverInfo = { name: 'long-answers', version: '1' };

function answerTo({ method, params }) {
  if (method === 'server/discover' && isModern) {
    return { supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, instructions };
  }
  if (method === 'initialize') {
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo, instructions };
  }
  if (method === 'tools/list') return { tools };
  if (method === 'tools/call') {
    const { form = 'rows', characters = 10, error, structured, text } = params.arguments;
    const result = { content: [{ type: 'text', text: text ?? answer(form, characters) }] };
    if (error) result.isError = true;
    if (structured || params.name === 'say_data') result.structuredContent = { data: 'this is the data' };
    if (params.name === 'say_checked') result.structuredContent = { other: 1 };
    return result;
  }
  return undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  createInterface({ input: process.stdin }).on('line', (row) => {
    const message = JSON.parse(row);
    if (message.id === undefined) return;
    const result = answerTo(message);
    const era = isModern ? { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } } : {};
    const outcome = result ? { result: { ...result, ...era } } : { error: { code: -32601, message: 'there is no such method' } };
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...outcome })}\n`);
  });
}
