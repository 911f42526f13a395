// Every scenario of a dialect, made through the functions of kedge.h, gives the answers of the server, byte for byte, and the same files.
// Under tests/by_turns, a part of the scenarios.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scenariosIn } from '../peers/scenario_calls.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const dialect = 'replace';
const parts = Number(process.env.GTEST_TOTAL_SHARDS ?? 1);
const turn = Number(process.env.GTEST_SHARD_INDEX ?? 0);
const all = scenariosIn(join(here, '../scenarios'), [dialect])
  .filter(({ steps }) => steps.filter((step) => step.tool).every((step) => step.dialect === dialect));
const scenarios = all.filter((_, i) => i % parts === turn);

// A program that answers each line with one.
class Lines {
  constructor(program, words, folder) {
    this.child = spawn(program, words, {
      stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env.PATH, HOME: folder, KEDGE_STATE: join(folder, 'state') } });
    this.waiting = [];
    this.ended = new Promise((resolve) => this.child.on('exit', resolve));
    createInterface({ input: this.child.stdout }).on('line', (line) => this.waiting.shift()?.(JSON.parse(line)));
  }
  say(line) {
    this.child.stdin.write(`${line}\n`);
    return new Promise((resolve) => this.waiting.push(resolve));
  }
  async end() {
    this.child.stdin.end();
    await this.ended;
  }
}

class Server {
  constructor(folder, strict) {
    const options = ['mcp', '--root', join(folder, 'root'), '--dialect', dialect, '--results', 'both', '--durability', 'none'];
    this.lines = new Lines(process.env.KEDGE_BINARY, strict ? [...options, '--strict'] : options, folder);
    this.last = 0;
  }
  ask(method, params) { return this.lines.say(JSON.stringify({ jsonrpc: '2.0', id: ++this.last, method, params })); }
  open() {
    return this.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'embedded', version: '1' } });
  }
  async call(name, args) { return (await this.ask('tools/call', { name, arguments: args })).result; }
  end() { return this.lines.end(); }
}

class Embedded {
  constructor(folder, strict) {
    this.lines = new Lines(join(here, '../../build/embed/talk'), [], folder);
    this.options = { root: join(folder, 'root'), dialect, durability: 'none', strict };
  }
  open() { return this.lines.say(`open ${JSON.stringify(this.options)}`); }
  call(tool, args) { return this.lines.say(`call ${JSON.stringify({ tool, arguments: args })}`); }
  end() { return this.lines.end(); }
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true }).sort()
    .filter((name) => statSync(join(folder, name)).isFile()).map((name) => [name, readFileSync(join(folder, name), 'latin1')]);
}

// Ids of changes are random.
const withoutIds = (result) => JSON.stringify(result).replace(/\be\d+-[0-9a-f]{4}\b/g, 'ID');

async function outcomeOf(Kind, folder, steps) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'root'), { recursive: true });
  const answers = [];
  const open = new Map();
  for (const step of steps) {
    if (step.file !== undefined) {
      mkdirSync(dirname(join(folder, 'root', step.file)), { recursive: true });
      writeFileSync(join(folder, 'root', step.file), step.content);
      continue;
    }
    if (!open.has(step.strict)) {
      const opened = new Kind(folder, step.strict);
      await opened.open();
      open.set(step.strict, opened);
    }
    answers.push(withoutIds(await open.get(step.strict).call(step.tool, step.arguments)));
  }
  for (const each of open.values()) await each.end();
  return { answers, files: filesIn(join(folder, 'root')) };
}

test(`${scenarios.length} of ${all.length} scenarios`, async () => {
  assert.ok(all.length > 50, 'the scenarios were not found');
  const folder = mkdtempSync(join(tmpdir(), 'kedge-embed-'));
  let calls = 0;
  try {
    for (const { name, steps } of scenarios) {
      const served = await outcomeOf(Server, join(folder, 'case'), steps);
      const embedded = await outcomeOf(Embedded, join(folder, 'case'), steps);
      assert.deepEqual(embedded, served, name);
      calls += served.answers.length;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${calls} calls of ${scenarios.length} scenarios are answered alike`);
});
