// Runs an official conformance suite against a server and holds every check of every scenario to account:
//   conformance.mjs PACKAGE SERVER [SERVER ARGUMENT…] -- SUITE ARGUMENT… [-- SCENARIO…]
// PACKAGE is the name of the suite's folder in node_modules. What the suite does not score, or only warns of, counts like the rest.
// Scenarios named at the end are those that a server without fixtures is held to; a check of theirs that needs one is told, and no
// failure. Left out by name: extensions of the protocol that kedge does not have.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.mjs';

const isExtension = (scenario) => /^(tasks-|sep-2640-skills-)/.test(scenario);

const [suite, ...rest] = process.argv.slice(2);
const [server, suiteArguments, named = []] = rest.join('\n').split('\n--\n').map((part) => part.split('\n'));
const program = join(process.env.KEDGE_PEERS, 'node_modules', suite, 'dist', 'index.js');

const folder = mkdtempSync(join(tmpdir(), 'kedge-conformance-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const results = join(folder, 'results');
const root = join(folder, 'root');
mkdirSync(root);
writeFileSync(join(root, 'a.txt'), 'one\ntwo\n');

const env = { ...process.env, KEDGE_STATE: join(folder, 'state') };
const { url, stop } = await startServer(server[0], server.slice(1), { cwd: root, env });
const run = spawnSync(process.execPath, [program, 'server', '--url', url, '-o', results, ...suiteArguments],
                      { encoding: 'utf8', timeout: 300_000 });
await stop();

const asked = [...run.stdout.matchAll(/=== Running scenario: (\S+) ===/g)].map(([, scenario]) => scenario);
const held = new Set(named.length > 0 ? named : asked.filter((scenario) => !isExtension(scenario)));
const problems = [];
const count = { SUCCESS: 0, INFO: 0, SKIPPED: 0, UNTESTABLE: 0, WARNING: 0, FAILURE: 0 };
const seen = new Set();
for (const entry of readdirSync(results)) {
  const scenario = /^(?:server-)?(.*)-\d{4}-\d{2}-\d{2}T.*$/.exec(entry)[1];
  if (!held.has(scenario)) continue;
  seen.add(scenario);
  const checks = JSON.parse(readFileSync(join(results, entry, 'checks.json'), 'utf8'));
  if (!checks.some((check) => check.status === 'SUCCESS')) problems.push(`${scenario}: nothing was checked`);
  for (const check of checks) {
    const needsFixture = named.length > 0 && check.details?.untestable === true;
    const status = needsFixture ? 'UNTESTABLE' : check.status;
    ++count[status];
    if (status === 'SKIPPED' || status === 'UNTESTABLE') console.log(`${status.toLowerCase()}: ${scenario}: ${check.id}`);
    if (status !== 'FAILURE' && status !== 'WARNING') continue;
    problems.push(`${status} ${scenario}: ${check.id}: ${check.description}\n    ${check.errorMessage}\n    ` +
                  JSON.stringify(check.details ?? {}).slice(0, 2000));
  }
}
for (const scenario of held) {
  if (!seen.has(scenario)) problems.push(`${scenario}: it did not run`);
}
console.log(`${seen.size} scenarios: ` +
            Object.entries(count).map(([status, number]) => `${number} ${status.toLowerCase()}`).join(', '));
if (problems.length > 0 || seen.size === 0) {
  console.log(`${(run.stdout + run.stderr).slice(-10_000)}\n\n${problems.join('\n')}`);
  process.exit(1);
}
