// The same as work.c by the package for Node (`embedded`), or by a server that is asked over a pipe (`server PROGRAM`): work.mjs ROOT DURABILITY WAY…
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [root, durability, way, program] = process.argv.slice(2);

async function embedded() {
  const { Workspace } = await import('kedge/embed');
  const workspace = new Workspace({ root, dialect: 'replace', durability });
  return { call: async (tool, args) => (await workspace.call(tool, args)).result, end: () => workspace.close() };
}

async function served() {
  const child = spawn(program, ['mcp', '--root', root, '--dialect', 'replace', '--results', 'both', '--durability', durability],
    { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let last = 0;
  let rest = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message.result);
      waiting.delete(message.id);
    }
  });
  const ask = (method, params) => new Promise((resolve) => {
    waiting.set(++last, resolve);
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
  });
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } });
  return { call: (name, args) => ask('tools/call', { name, arguments: args }), end: () => child.stdin.end() };
}

const kedge = await (way === 'server' ? served() : embedded());
let made = 0;
for await (const row of createInterface({ input: process.stdin })) {
  const [kind, calls] = row.split(' ');
  const start = performance.now();
  for (let i = 0; i < Number(calls); ++i) {
    const line = made % 1000;
    const turn = Math.floor(made / 1000);
    const result = kind === 'reads'
      ? await kedge.call('read', { path: 'file.txt', start: (i % 900) + 1, end: (i % 900) + 50 })
      : await kedge.call('edit', { path: 'file.txt', old_string: `value ${line} = ${turn};`, new_string: `value ${line} = ${turn + 1};` });
    if (kind !== 'reads') made += 1;
    if (result.isError) throw new Error(result.content[0].text);
  }
  console.log(performance.now() - start);
}
await kedge.end();
