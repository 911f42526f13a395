// Every answer of every scenario, refusals included, is held against the schema that the server gives its clients, in every form of
// results, and against the length that a client passes on. Under tests/by_turns, a part of the scenarios.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scenariosIn } from './scenario_calls.mjs';

const require = createRequire(join(process.env.KEDGE_PEERS, 'package.json'));
const Ajv = require('ajv/dist/2020').default;
const kedge = process.env.KEDGE_BINARY;
const dialects = ['patch', 'anchors', 'hashline', 'replace', 'apply_patch', 'udiff', 'blocks'];
const page = 10_000;  // of a client that nobody knows
const changesFiles = new Set(['edit', 'write', 'undo']);

const parts = Number(process.env.GTEST_TOTAL_SHARDS ?? 1);  // by_turns speaks to every test as it does to GoogleTest
const turn = Number(process.env.GTEST_SHARD_INDEX ?? 0);
const all = scenariosIn(join(dirname(fileURLToPath(import.meta.url)), '../scenarios'), dialects);
const scenarios = all.filter((_, i) => i % parts === turn);

class Server {
  constructor(folder, dialect, strict, form) {
    // What an answer says does not depend on what would survive a power cut, and a sync takes its time.
    const options = ['--root', join(folder, 'root'), '--dialect', dialect, '--results', form, '--durability', 'none'];
    if (strict) options.push('--strict');
    this.child = spawn(kedge, ['mcp', ...options], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, HOME: folder, KEDGE_STATE: join(folder, 'state') },
    });
    this.waiting = new Map();
    this.lastId = 0;
    this.ended = new Promise((resolve) => this.child.on('exit', resolve));
    this.ended.then(() => this.waiting.forEach(({ reject }) => reject(new Error('the server has ended'))));
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      this.waiting.get(message.id)?.resolve(message);
      this.waiting.delete(message.id);
    });
  }
  ask(method, params) {
    const id = ++this.lastId;
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }
  async open() {
    await this.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a client', version: '1' } });
    return (await this.ask('tools/list', {})).result.tools;
  }
  async end() {
    this.child.stdin.end();
    await this.ended;
  }
}

const schemas = new Map();
function validatorOf(tools, dialect, name) {
  const key = `${dialect} ${name}`;
  if (!schemas.has(key)) {
    const { outputSchema } = tools.find((tool) => tool.name === name);
    schemas.set(key, new Ajv({ strict: true, allowUnionTypes: true }).compile(outputSchema));
  }
  return schemas.get(key);
}

function check(result, step, tools, form) {
  const text = result.content[0].text;
  // `hashline` shows an empty file as nothing.
  assert.ok(text.length > 0 || step.tool === 'open');
  // A client shows its model the text or the data.
  for (const shown of [text, JSON.stringify(result.structuredContent ?? '')]) {
    assert.ok(Buffer.byteLength(shown) <= page, `an answer of ${Buffer.byteLength(shown)} bytes`);
  }
  if (form === 'text') assert.equal(result.structuredContent, undefined);
  const changes = changesFiles.has(step.command);
  if (result.isError) {
    assert.match(text, changes ? /^(Refused \([a-z_]+\), nothing was written|Failed \(indeterminate\).*):\n/ : /^Refused \([a-z_]+\):\n/);
  } else {
    assert.doesNotMatch(text, /^Refused/);
  }
  if (form === 'text' || !changes) return;
  const valid = validatorOf(tools, step.dialect, step.tool);
  assert.ok(valid(result.structuredContent), JSON.stringify({ errors: valid.errors, data: result.structuredContent }));
  if (form === 'structured' && !result.isError) assert.deepEqual(JSON.parse(text), result.structuredContent);
  if (result.isError) assert.match(text, new RegExp(`^(Refused|Failed) \\(${result.structuredContent.error}\\)`));
}

async function answersOf({ name, steps }, form, counts) {
  const folder = mkdtempSync(join(tmpdir(), 'kedge-answers-'));
  const servers = new Map();
  try {
    mkdirSync(join(folder, 'root'));
    for (const step of steps) {
      if (step.file !== undefined) {
        mkdirSync(dirname(join(folder, 'root', step.file)), { recursive: true });
        writeFileSync(join(folder, 'root', step.file), step.content);
        continue;
      }
      const key = `${step.dialect} ${step.strict}`;
      if (!servers.has(key)) {
        const server = new Server(folder, step.dialect, step.strict, form);
        servers.set(key, { server, tools: await server.open() });
      }
      const { server, tools } = servers.get(key);
      const answer = await server.ask('tools/call', { name: step.tool, arguments: step.arguments });
      assert.ok(answer.result, `${name}: ${JSON.stringify(answer)}`);
      counts.answers += 1;
      counts.refusals += answer.result.isError ? 1 : 0;
      try {
        check(answer.result, step, tools, form);
      } catch (problem) {
        problem.message = `${name}: ${step.tool} ${JSON.stringify(step.arguments)}: ${problem.message}`;
        throw problem;
      }
    }
  } finally {
    for (const { server } of servers.values()) await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const form of ['text', 'structured', 'both']) {
  test(`every answer of ${scenarios.length} scenarios is valid, as ${form}`, async () => {
    const counts = { answers: 0, refusals: 0 };
    const left = scenarios.values();
    const some = async () => {
      for (const scenario of left) await answersOf(scenario, form, counts);
    };
    await Promise.all([some(), some(), some(), some()]);
    console.log(`${form}: ${counts.answers} answers, ${counts.refusals} of them refusals`);
    assert.ok(counts.answers > 0 && counts.refusals > 0, 'nothing was held against anything');
  });
}
