// What an edit takes with records in PostgreSQL, beside one with records in a SQLite file: one agent, edits one after the other over HTTP,
// the stores by turns. tests/fleet/with_cluster node benchmarks/scale/beside_sqlite.mjs [--quick]
import { call, database, makePlace, outcomeOf, patch, percentile, startServer, stopServers, tagIn } from '../../tests/fleet/fleet.mjs';

const turns = process.argv.includes('--quick') ? 4 : 20;
const editsOfTurn = 50;
const paths = ['file.txt', 'file.py'];
const text = Array.from({ length: 160 }, (_, row) => `value_of_row_${row} = compute(${row}, "some text of a line")\n`).join('');

const stores = { sqlite: [''], postgres: [database, '--store-schema', 'kedge_direct'] };
if (process.env.KEDGE_TEST_POOL) stores.pool = [process.env.KEDGE_TEST_POOL, '--store-pooled', '--store-schema', 'kedge_pool'];
const servers = [];
const parties = [];
for (const [name, [store, ...options]] of Object.entries(stores)) {
  const place = makePlace(1, Object.fromEntries(paths.map((path) => [path, text])));
  const server = await startServer(place, store, ...options);
  servers.push({ place, server });
  for (const path of paths) parties.push({ name, path, server, tag: tagIn((await call(server, 0, 'read', { path })).text), times: [] });
}
try {
  let count = 0;
  for (let turn = 0; turn <= turns; ++turn) {
    for (const party of parties) {
      for (let edit = 0; edit < editsOfTurn; ++edit) {
        const args = patch(party.path, party.tag, 80, `value = ${++count}`);
        const begun = performance.now();
        const edited = await call(party.server, 0, 'edit', args);
        if (turn > 0) party.times.push(performance.now() - begun); // the first turn warms up
        if (outcomeOf(edited).kind !== 'made') throw new Error(edited.text);
        party.tag = tagIn(edited.text);
      }
    }
  }
} finally {
  await stopServers(servers.map(({ server }) => server));
  for (const { place } of servers) place.remove();
}
console.log('edit of one line of 160, one agent     p50 ms   p95 ms   beside SQLite');
for (const { name, path, times } of parties) {
  const p50 = percentile(times, 0.5);
  const base = percentile(parties.find((other) => other.path === path).times, 0.5);
  const row = [`  ${path} ${name}`.padEnd(36), p50.toFixed(2).padStart(8), percentile(times, 0.95).toFixed(2).padStart(8), `${(p50 / base).toFixed(2)} x`.padStart(14)];
  console.log(row.join(' '));
}
