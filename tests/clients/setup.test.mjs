// `kedge setup CLIENT --yes` in a fresh home is all that it takes: the client lists the server as connected, an edit lands without another
// step, and `--remove` leaves every file as it was. setup.test.mjs CLIENT…, or all that setup knows and that can be had.
// With KEDGE_WRITE_FACTS=1, what was found is written to verified.json, which pages.mjs puts into the pages.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { clientNamed, clients, writeFiles } from './clients.mjs';
import { startModel } from './model_server.mjs';
import { install, makePlace, runClient } from './run.mjs';

const kedge = process.env.KEDGE_BINARY;

// What the model asks for, in the dialect that setup chooses for the client.
const replacing = () => ({ tool: 'edit', arguments: { file_path: 'small.txt', old_string: 'two', new_string: 'TWO' } });
const patching = () => ({
  tool: 'kedge_apply_patch',
  arguments: { input: '*** Begin Patch\n*** Update File: small.txt\n@@\n one\n-two\n+TWO\n*** End Patch\n' },
});
const editOf = ({ name }) => (name === 'codex' ? patching : replacing);

// Every file that a person may have written, by its path: not what clients keep for themselves.
function filesOf(place, names) {
  return Object.fromEntries(names.map((name) => {
    try {
      return [name, readFileSync(join(place.folder, name), 'utf8')];
    } catch {
      return [name, undefined];
    }
  }));
}

const options = { 'claude-code': [[], ['--scope', 'user']] };

const facts = new URL('verified.json', import.meta.url);
function writeFacts(client, found) {
  if (!process.env.KEDGE_WRITE_FACTS) return;
  const all = JSON.parse(readFileSync(facts, 'utf8'));
  all[client.setup ?? client.name] = found;
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(facts, `${JSON.stringify(sorted, null, 2)}\n`);
}

const asked = process.argv.slice(2);
for (const client of asked.length > 0 ? asked.map(clientNamed) : clients.filter(({ alone }) => alone)) {
  for (const option of options[client.name] ?? [[]]) test(`${client.title} ${option.join(' ')}`, async (t) => {
    const { program, version, reason } = install(client);
    if (reason) return t.skip(reason);
    const place = makePlace({ 'small.txt': 'one\ntwo\nthree\n' });
    const bin = join(place.folder, 'bin');
    mkdirSync(bin);
    symlinkSync(kedge, join(bin, 'kedge'));
    const path = `${bin}:${process.env.PATH}`;
    const script = [
      () => ({ tool: `${client.prefix ?? ''}read`, arguments: { path: 'small.txt' } }),
      editOf(client),
      () => ({ text: 'Done.' }),
    ];
    const model = await startModel({ script, named: client.named });
    const { files = {}, args, env } = client.alone({ home: place.home, model: model.url });
    writeFiles(files);
    const setup = (...more) => execFileSync('kedge', ['setup', client.setup ?? client.name, '--yes', ...option, ...more], {
      cwd: place.root, encoding: 'utf8', env: { PATH: path, HOME: place.home },
    });
    const configs = ['root/.mcp.json', 'root/.claude/settings.json', 'root/opencode.json', 'root/.gemini/settings.json',
                     'home/.claude.json', 'home/.claude/settings.json', 'home/.codex/config.toml', 'home/.config/opencode/opencode.json', 'home/.gemini/settings.json',
                     'home/.gemini/trustedFolders.json', 'root/.qwen/settings.json', 'home/.qwen/settings.json', 'home/.qwen/trustedFolders.json',
                     'home/.copilot/mcp-config.json', 'home/.copilot/permissions-config.json', 'root/.continue/mcpServers/kedge.json', 'home/.continue/mcpServers/kedge.json'];
    let failed = false;
    const step = (name, check) => t.test(name, async () => {
      failed = true;
      await check();
      failed = false;
    });
    // Before the client runs, which adds to its files itself.
    await step('--remove restores every file', () => {
      const before = filesOf(place, configs);
      setup();
      setup('--remove');
      assert.deepEqual(filesOf(place, configs), before);
      assert.deepEqual(readdirSync(place.root), ['small.txt']);
    });
    const broken = failed;
    setup();
    await step('an edit lands without another step', async () => {
      const run = await runClient(client, program, place, { args, env: { ...env, PATH: path }, timeout: 180_000 });
      assert.equal(readFileSync(join(place.root, 'small.txt'), 'utf8'), 'one\nTWO\nthree\n', run.output.slice(-3000));
    });
    const landed = !failed;
    await model.stop();
    if (client.lists) await step('the client lists the server', async () => {
      const listed = await runClient(client, program, place, { args: ['mcp', 'list'], env: { ...env, PATH: path }, timeout: 60_000 });
      assert.match(listed.output, client.lists);
    });
    place.remove();
    if (!broken && landed && !failed) writeFacts(client, { version, ...(client.lists && { listed: true }), ...(client.byHand && { byHand: client.byHand }) });
  });
}
