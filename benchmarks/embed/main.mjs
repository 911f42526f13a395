// Calls per second of a program that has kedge inside it, in four languages, beside a server that is asked over a pipe and beside the npm package
// hashline in its own process: main.mjs KEDGE [BUN …]. One after the other in turns, so that a slow moment is everybody's. What each has written is
// compared at the end.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const [kedge, ...hashline] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const embed = join(here, '../../build/embed');
const quick = process.env.KEDGE_BENCH_FORM === 'quick';
const turns = quick ? 3 : 7;
const callsOf = { reads: 2000, edits: 300 };

const contenders = [
  ['in C', [join(embed, 'bench/work_c')]],
  ['in C++', [join(embed, 'bench/work_cpp')]],
  ['in Node', [process.execPath, join(embed, 'node/work.mjs')], ['embedded']],
  ['in Python', ['/usr/bin/python3', join(here, 'work.py')]],
  ['MCP server, asked by Node', [process.execPath, join(embed, 'node/work.mjs')], ['server', kedge]],
];
if (hashline.length > 0) contenders.push(['hashline in its own process', hashline]);

class Contender {
  constructor([name, command, more = []], folder, durability) {
    this.name = name;
    this.root = join(folder, name.replace(/\W+/g, '_'), 'root');
    mkdirSync(this.root, { recursive: true });
    writeFileSync(join(this.root, 'file.txt'), Array.from({ length: 1000 }, (_, i) => `value ${i} = 0; // of a file that somebody edits\n`).join(''));
    this.child = spawn(command[0], [...command.slice(1), this.root, durability, ...more], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, KEDGE_STATE: join(this.root, '../state'), PYTHONPATH: join(embed, 'python') },
    });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    this.ended = new Promise((resolve) => this.child.on('exit', resolve));
    this.rates = { reads: [], edits: [] };
  }
  async work(kind, calls) {
    this.child.stdin.write(`${kind} ${calls}\n`);
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`${this.name} has ended`);
    return (calls * 1000) / Number(value);
  }
  async end() {
    this.child.stdin.end();
    await this.ended;
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

for (const durability of ['full', 'none']) {
  const folder = mkdtempSync(join(tmpdir(), 'kedge-embed-bench-'));
  try {
    const all = contenders.map((each) => new Contender(each, folder, durability));
    for (const each of all) for (const kind of ['reads', 'edits']) await each.work(kind, 20);
    for (let turn = 0; turn < turns; ++turn) {
      for (const kind of ['reads', 'edits']) {
        for (const each of all) each.rates[kind].push(await each.work(kind, callsOf[kind]));
      }
    }
    for (const each of all) await each.end();
    const [first, ...others] = all.map((each) => readFileSync(join(each.root, 'file.txt'), 'utf8'));
    for (const other of others) assert.equal(other, first, 'all have made the same edits');
    console.log(`\n${durability === 'full' ? 'edits survive a power cut' : 'edits survive the death of the process'}; a file of 1,000 lines, calls per second, median of ${turns}`);
    for (const each of all) {
      const rates = Object.fromEntries(Object.entries(each.rates).map(([kind, values]) => [kind, Math.round(median(values))]));
      console.log(`  ${each.name.padEnd(28)} ${String(rates.reads).padStart(8)} reads ${String(rates.edits).padStart(8)} edits`);
      if (!process.env.KEDGE_RESULTS) continue;
      for (const kind of ['reads', 'edits']) {
        if (kind === 'reads' && durability === 'none') continue;
        const what = kind === 'reads' ? 'read 50 of 1,000 lines' : durability === 'full' ? 'edit, durable' : 'edit, not synced';
        appendFileSync(process.env.KEDGE_RESULTS, `${JSON.stringify({ group: 'embed', what, tool: each.name.startsWith('hashline') ? 'hashline' : `kedge ${each.name}`, unit: 'per s', values: each.rates[kind] })}\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
