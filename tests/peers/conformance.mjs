// Runs an official conformance suite against a server and holds every check of every scenario to account:
//   conformance.mjs PACKAGE SERVER [SERVER ARGUMENT…] -- SUITE ARGUMENT… [-- SCENARIO…]
// PACKAGE is the name of the suite's folder in node_modules. What the suite does not score, or only warns of, counts like the rest.
// Scenarios named at the end are run one by one. Left out by name: extensions of the protocol that kedge does not have.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './server.mjs';

const isExtension = (scenario) => /^(tasks-|sep-2640-skills-)/.test(scenario);

const [suite, ...rest] = process.argv.slice(2);
const [server, suiteArguments, scenarios = []] = rest.join('\n').split('\n--\n').map((part) => part.split('\n'));
const program = join(process.env.KEDGE_PEERS, 'node_modules', suite, 'dist', 'index.js');

const folder = mkdtempSync(join(tmpdir(), 'kedge-conformance-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const results = join(folder, 'results');
const noFailures = join(folder, 'expected-failures.yml');
writeFileSync(noFailures, 'server: []\n');

const { url, stop } = await startServer(server[0], server.slice(1), { cwd: folder });
const runs = scenarios.length > 0 ? scenarios.map((scenario) => ['--scenario', scenario]) : [[]];
let output = '';
const wanted = new Set(scenarios);
for (const run of runs) {
  const args = [program, 'server', '--url', url, '-o', results, '--expected-failures', noFailures, ...suiteArguments, ...run];
  const done = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 300_000 });
  output += done.stdout + done.stderr;
  for (const [, scenario] of done.stdout.matchAll(/=== Running scenario: (\S+) ===/g)) wanted.add(scenario);
}
await stop();

const problems = [];
const count = { SUCCESS: 0, INFO: 0, SKIPPED: 0, WARNING: 0, FAILURE: 0 };
const seen = new Set();
for (const entry of readdirSync(results)) {
  const scenario = /^(?:server-)?(.*)-\d{4}-\d{2}-\d{2}T.*$/.exec(entry)[1];
  seen.add(scenario);
  if (isExtension(scenario)) continue;
  const checks = JSON.parse(readFileSync(join(results, entry, 'checks.json'), 'utf8'));
  if (!checks.some((check) => check.status === 'SUCCESS')) problems.push(`${scenario}: nothing was checked`);
  for (const check of checks) {
    ++count[check.status];
    if (check.status === 'SKIPPED') console.log(`skipped: ${scenario}: ${check.id}: ${check.description}`);
    if (check.status !== 'FAILURE' && check.status !== 'WARNING') continue;
    problems.push(`${check.status} ${scenario}: ${check.id}: ${check.description}\n    ${check.errorMessage}\n    ` +
                  JSON.stringify(check.details ?? {}).slice(0, 2000));
  }
}
for (const scenario of wanted) {
  if (!seen.has(scenario)) problems.push(`${scenario}: it did not run`);
}
const held = [...seen].filter((scenario) => !isExtension(scenario));
console.log(`${held.length} scenarios: ` +
            Object.entries(count).map(([status, number]) => `${number} ${status.toLowerCase()}`).join(', '));
if (problems.length > 0 || held.length === 0) {
  console.log(`${output.slice(-20_000)}\n${problems.join('\n')}`);
  process.exit(1);
}
