// The tools in the shapes of the SDKs that harnesses are written with: the AI SDK calls them, and a server of the MCP SDK offers them.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const peers = createRequire(join(process.env.KEDGE_PEERS, 'package.json'));
const load = (name) => import(pathToFileURL(peers.resolve(name)));
const here = dirname(fileURLToPath(import.meta.url));
const { Workspace } = await import(join(here, '../../build/embed/node/node_modules/kedge/index.mjs'));

async function inWorkspace(work) {
  const folder = mkdtempSync(join(tmpdir(), 'kedge-sdks-'));
  mkdirSync(join(folder, 'root'));
  writeFileSync(join(folder, 'root/server.conf'), 'port = 80\n');
  const workspace = new Workspace({ root: join(folder, 'root'), state: join(folder, 'state'), dialect: 'replace' });
  try {
    await work(workspace, () => readFileSync(join(folder, 'root/server.conf'), 'utf8'));
  } finally {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a model of the AI SDK edits with them', () => inWorkspace(async (workspace, content) => {
  const { generateText, jsonSchema, stepCountIs } = await load('ai');
  const { MockLanguageModelV4, MockLanguageModelV3 } = await load('ai/test');
  const Model = MockLanguageModelV4 ?? MockLanguageModelV3;
  const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
  const calls = [
    ['read', { path: 'server.conf' }],
    ['edit', { path: 'server.conf', old_string: 'port = 80', new_string: 'port = 8080' }],
  ];
  const results = [];
  // What a real model would say, by a script; the SDK, the tools and the files are the real ones.
  const model = new Model({
    doGenerate: async ({ prompt, tools }) => {
      assert.ok(tools.some((tool) => tool.name === 'edit' && tool.inputSchema.properties.old_string));
      results.push(prompt.at(-1));
      const next = calls.shift();
      return next === undefined
        ? { content: [{ type: 'text', text: 'done' }], finishReason: { unified: 'stop', raw: 'stop' }, usage, warnings: [] }
        : { content: [{ type: 'tool-call', toolCallId: `${calls.length}`, toolName: next[0], input: JSON.stringify(next[1]) }],
            finishReason: { unified: 'tool-calls', raw: 'tool_use' }, usage, warnings: [] };
    },
  });
  const { text } = await generateText({ model, tools: workspace.aiTools({ jsonSchema }), prompt: 'change the port', stopWhen: stepCountIs(5) });
  assert.equal(text, 'done');
  assert.match(JSON.stringify(results), /port = 80/);
  assert.equal(content(), 'port = 8080\n');
}));

test('a server of the MCP SDK offers them', () => inWorkspace(async (workspace, content) => {
  const { Server } = await load('@modelcontextprotocol/sdk/server/index.js');
  const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
  const { InMemoryTransport } = await load('@modelcontextprotocol/sdk/inMemory.js');
  const { CallToolRequestSchema, ListToolsRequestSchema } = await load('@modelcontextprotocol/sdk/types.js');
  const server = new Server({ name: 'a harness', version: '1' }, { capabilities: { tools: {} } });
  const { list, call } = workspace.mcpTools();
  server.setRequestHandler(ListToolsRequestSchema, list);
  server.setRequestHandler(CallToolRequestSchema, call);
  const client = new Client({ name: 'a client', version: '1' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  assert.ok((await client.listTools()).tools.some((tool) => tool.name === 'edit'));
  await client.callTool({ name: 'read', arguments: { path: 'server.conf' } });
  const made = await client.callTool({ name: 'edit', arguments: { path: 'server.conf', old_string: '80', new_string: '81' } });
  assert.equal(made.isError, undefined);
  assert.ok(made.structuredContent, 'which the client has held against its schema');
  assert.equal(content(), 'port = 81\n');
  await client.close();
}));

test('a call is cancelled by its signal', () => inWorkspace(async (workspace, content) => {
  const given = new AbortController();
  given.abort();
  await assert.rejects(workspace.edit({ path: 'server.conf', old_string: '80', new_string: '81' }, { signal: given.signal }));
  assert.equal(content(), 'port = 80\n');
}));
