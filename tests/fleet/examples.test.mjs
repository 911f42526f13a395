// The files of examples/fleet, used for real: the servers are started with the commands that compose.yaml and kedge.service have. Only
// paths, host names and addresses are others, and PostgreSQL is that of with_cluster.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const yaml = createRequire(process.execPath)('yaml');  // among the packages of scripts/peers, as Node itself is
const kedge = process.env.KEDGE_BINARY;
const examples = join(dirname(fileURLToPath(import.meta.url)), '../../examples/fleet');
const text = (name) => readFileSync(join(examples, name), 'utf8');
const compose = yaml.parse(text('compose.yaml'), { merge: true });
const kedges = Object.keys(compose.services).filter((name) => compose.services[name].command?.[0] === 'kedge');

const secondsForCalls = 3;   // that are running when a server ends
const secondsForStore = 10;  // that a record waits for PostgreSQL
const token = 'a token that is only used in this test'.replaceAll(' ', '-');
const folder = mkdtempSync(join(tmpdir(), 'kedge-examples-'));
const place = join(folder, 'srv');  // /srv/kedge of both files
const tree = join(place, 'tree');
const running = new Set();
let lastId = 0;

before(() => {
  mkdirSync(tree, { recursive: true });
  writeFileSync(join(tree, 'notes.txt'), 'one\ntwo\nthree\n');
  const git = (...words) => execFileSync('git', ['-C', tree, '-c', 'user.name=kedge', '-c', 'user.email=kedge@localhost', ...words]);
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  writeFileSync(join(folder, 'tokens'), `ann ${token}\n`, { mode: 0o600 });
  writeFileSync(join(folder, 'pgpass'), '*:*:*:kedge:not needed here\n', { mode: 0o600 });
});

after(async () => {
  for (const server of running) server.child.kill('SIGKILL');
  await Promise.all([...running].map((server) => server.ended));
  rmSync(folder, { recursive: true });
});

async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

// The words of a command as pairs: ['--root', '/srv'], ['--allow-remote', null]. Both --root=/srv and --root /srv are read.
function optionsOf(words) {
  const options = [];
  for (let at = 0; at < words.length; ++at) {
    const [, name, value] = /^(--[a-z-]+)(?:=(.*))?$/.exec(words[at]) ?? assert.fail(`no option: ${words[at]}`);
    const next = words[at + 1];
    if (value !== undefined) options.push([name, value]);
    else if (next === undefined || next.startsWith('--')) options.push([name, null]);
    else options.push([name, words[++at]]);
  }
  return options;
}

// What `kedge mcp --help` lists, and whether it takes a value.
function knownOptions() {
  const help = execFileSync(kedge, ['mcp', '--help'], { encoding: 'utf8' });
  return new Map([...help.matchAll(/^ +(--[a-z-]+)(?: ([A-Z][A-Z:=]*))?/gm)].map(([, name, value]) => [name, value !== undefined]));
}

function checkOptions(options) {
  const known = knownOptions();
  assert.ok(known.size > 20, 'the help is understood');
  for (const [name, value] of options) {
    assert.ok(known.has(name), `${name} is no option of kedge mcp`);
    assert.equal(value !== null, known.get(name), `${name} ${known.get(name) ? 'needs a value' : 'has no value'}`);
  }
  const store = options.find(([name]) => name === '--store')[1];
  assert.doesNotMatch(store, /:[^/@]*@|password/, 'no password in a URL');
}

// The same options in this test's folder, on loopback, with its PostgreSQL.
function mapped(options, port, others = {}) {
  const value = {
    '--http': (old) => old.replace(/^.*:8700$/, `127.0.0.1:${port}`),
    '--root': (old) => old.replace(/^\/srv\/kedge\//, `${place}/`),
    '--state': (old) => old.replace(/^\/srv\/kedge\//, `${place}/`),
    '--token-file': (old) => old.replace(/^(\/run\/secrets|\/etc\/kedge)\//, `${folder}/`),
    '--store': () => process.env.KEDGE_TEST_POSTGRES,
    ...others,
  };
  return options.flatMap(([name, old]) => {
    if (old === null) return [name];
    const now = value[name]?.(old) ?? old;
    if (value[name]) assert.notEqual(now, old, `${name} ${old} is not at the place that this test knows`);
    return [name, now];
  });
}

function start(words, environment, port) {
  const child = spawn(kedge, ['mcp', ...words], { stdio: ['ignore', 'ignore', 'pipe'], env: { PATH: process.env.PATH, ...environment } });
  const server = { child, port, url: `http://127.0.0.1:${port}`, told: '' };
  server.ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
  server.ended.then(() => running.delete(server));
  running.add(server);
  child.stderr.setEncoding('utf8');
  server.serves = new Promise((resolve, reject) => {
    child.stderr.on('data', (more) => {
      server.told += more;
      if (server.told.includes('kedge: serving ')) resolve();
    });
    server.ended.then((how) => reject(new Error(`the server ended (${how}):\n${server.told}`)));
  });
  return server;
}

async function status(server, target) {
  const response = await fetch(server.url + target, { headers: { connection: 'close' } });
  await response.text();
  return response.status;
}

async function call(server, name, args) {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params: { name, arguments: args, _meta: meta } }),
  });
  const answer = JSON.parse(await response.text());
  assert.equal(answer.result?.isError ?? false, false, JSON.stringify(answer));
  return answer.result.content.map((part) => part.text).join('');
}

const notes = () => readFileSync(join(tree, 'notes.txt'), 'utf8');
const tagIn = (shown) => /#([0-9A-F]{4,})/.exec(shown)[1];

// Seconds of a duration as compose and systemd have it.
const seconds = (duration) => Number(/^(\d+)s?$/.exec(duration)[1]);

async function ends(server) {
  const late = setTimeout(() => server.child.kill('SIGKILL'), 5_000);
  const how = await server.ended;
  clearTimeout(late);
  assert.equal(how, 0, server.told);
}

test('compose.yaml: a read, an edit and an undo through different servers, and its health checks', async () => {
  assert.deepEqual(kedges, ['kedge-1', 'kedge-2']);
  const servers = [];
  for (const name of kedges) {
    const service = compose.services[name];
    const [program, command, ...words] = service.command;
    assert.deepEqual([program, command], ['kedge', 'mcp']);
    const options = optionsOf(words);
    checkOptions(options);
    const port = await freePort();
    const environment = Object.fromEntries(
      Object.entries(service.environment).map(([key, value]) => [key, value.replace('/run/secrets/', `${folder}/`)]));
    servers.push(start(mapped(options, port), environment, port));
  }
  await Promise.all(servers.map((server) => server.serves));

  const asked = servers.map((server, at) => {
    const [how, ...words] = compose.services[kedges[at]].healthcheck.test;
    assert.equal(how, 'CMD');
    const there = words.map((word) => word.replace('127.0.0.1:8700', `127.0.0.1:${server.port}`));
    assert.match(there.at(-1), /\/healthz$/);
    assert.notDeepEqual(there, words, 'the check asks the port that the server has');
    return spawnSync(there[0], [...there.slice(1), '--noproxy', '*'], { encoding: 'utf8' });
  });
  for (const check of asked) assert.equal(check.status, 0, check.stderr);
  const readiness = /^\s*http-check send meth GET uri (\S+) ver HTTP\/1\.1 hdr Host \S+$/m.exec(text('haproxy.cfg'))[1];
  assert.equal(readiness, '/readyz');
  for (const server of servers) assert.equal(await status(server, readiness), 200);

  const tag = tagIn(await call(servers[0], 'read', { path: 'notes.txt' }));
  await call(servers[1], 'edit', { input: `¶notes.txt#${tag}\nreplace 2..2:\n+zwei\n` });
  assert.equal(notes(), 'one\nzwei\nthree\n');
  await call(servers[0], 'undo', {});
  assert.equal(notes(), 'one\ntwo\nthree\n');

  for (const server of servers) server.child.kill('SIGTERM');
  for (const server of servers) {
    for (let turn = 0; turn < 100 && (await status(server, readiness)) !== 503; ++turn) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(await status(server, readiness), 503, 'the balancer sends nothing more');
    assert.equal(tagIn(await call(server, 'read', { path: 'notes.txt' })), tag, 'what comes all the same is answered');
    server.child.kill('SIGTERM');  // the drain is as long as the file says: a second signal ends it
    await ends(server);
  }
});

test('compose.yaml: what its parts say of each other agrees', () => {
  for (const name of kedges) {
    const service = compose.services[name];
    const options = new Map(optionsOf(service.command.slice(2)));
    const most = seconds(service.stop_grace_period);
    assert.ok(most > seconds(options.get('--drain')) + secondsForCalls + secondsForStore, `${name} is killed while it drains`);
    assert.equal(service.volumes.length, 1);
    const inside = service.volumes[0].split(':').at(-1);
    for (const option of ['--root', '--state']) assert.ok(options.get(option).startsWith(`${inside}/`), `${option} is on the volume`);
    const files = service.secrets.map((secret) => `/run/secrets/${secret}`);
    assert.deepEqual(files, [options.get('--token-file'), service.environment.PGPASSFILE]);
    const host = /@([a-z0-9-]+)\//.exec(options.get('--store'))[1];
    assert.ok(compose.services[host].networks.some((network) => service.networks.includes(network)), `${name} reaches ${host}`);
    assert.ok(Object.keys(service.depends_on).includes(host));
  }
  for (const service of Object.values(compose.services)) {
    for (const secret of service.secrets ?? []) assert.ok(compose.secrets[secret].file, `${secret} is a file`);
    for (const network of service.networks) assert.ok(network in compose.networks, network);
    for (const key of Object.keys(service.environment ?? {})) assert.doesNotMatch(key, /PASSWORD$/);
  }
  const config = text('haproxy.cfg');
  const balanced = [...config.matchAll(/^\s*server (\S+) (\S+):(\d+)$/gm)];
  assert.deepEqual(balanced.map(([, name]) => name), kedges);
  for (const [, name, host, port] of balanced) {
    assert.equal(host, name);
    const options = new Map(optionsOf(compose.services[name].command.slice(2)));
    assert.equal(options.get('--http'), `0.0.0.0:${port}`);
    const most = Number(/ maxconn (\d+) /.exec(config)[1]);
    assert.ok(most < Number(options.get('--max-connections')), 'the balancer leaves room for health checks and metrics');
  }
  const built = [...text('Dockerfile').matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, names]) => names.split(' '));
  for (const name of built) assert.ok(statSync(join(dirname(kedge), name)).isFile(), `${name} is built`);
});

test('haproxy.cfg: HAProxy accepts it', { skip: spawnSync('haproxy', ['-v']).status !== 0 && 'HAProxy is not installed' }, () => {
  // The names of the servers are known only in the network of the containers; init-addr lets it start without them.
  const check = spawnSync('haproxy', ['-c', '-f', join(examples, 'haproxy.cfg')], { encoding: 'utf8' });
  assert.equal(check.status, 0, check.stderr);
});

// The settings of a section of a unit; a key that is given twice has the last value.
function settingsOf(unit, section) {
  const rows = unit.split(/^\[(\w+)\]$/m);
  return new Map([...rows[rows.indexOf(section) + 1].matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]));
}

test('kedge.service: SIGTERM drains its server, which then ends by itself', async () => {
  const service = settingsOf(text('kedge.service'), 'Service');
  const [program, command, ...words] = service.get('ExecStart').split(' ');
  assert.deepEqual([program, command], ['/usr/bin/kedge', 'mcp']);
  const options = optionsOf(words);
  checkOptions(options);
  const drain = seconds(new Map(options).get('--drain'));
  assert.ok(seconds(service.get('TimeoutStopSec')) > drain + secondsForCalls + secondsForStore, 'it is killed while it drains');
  assert.equal(service.get('KillMode'), 'mixed');
  for (const option of ['--root', '--state']) {
    assert.ok(new Map(options).get(option).startsWith(`${service.get('ReadWritePaths')}/`), `${option} can be written`);
  }

  const port = await freePort();
  const [key, file] = service.get('Environment').split('=');
  const environment = { [key]: file.replace('/etc/kedge/', `${folder}/`) };
  const server = start(mapped(options, port, { '--drain': () => '1' }), environment, port);
  await server.serves;
  assert.equal(await status(server, '/healthz'), 200);
  assert.equal(await status(server, '/readyz'), 200);
  const tag = tagIn(await call(server, 'read', { path: 'notes.txt' }));
  const begun = Date.now();
  server.child.kill('SIGTERM');  // as KillMode=mixed does: not to kedge-postgres
  for (let turn = 0; turn < 50 && (await status(server, '/readyz')) !== 503; ++turn) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(await status(server, '/healthz'), 200);
  await call(server, 'edit', { input: `¶notes.txt#${tag}\nreplace 3..3:\n+drei\n` });
  assert.equal(notes(), 'one\ntwo\ndrei\n', 'an edit during the drain is made');
  await ends(server);
  const took = Date.now() - begun;
  assert.ok(took >= 1000 && took < 1000 + secondsForCalls * 1000, `it ended after ${took} ms`);
});

test('kedge.service: systemd accepts it', { skip: spawnSync('systemd-analyze', ['--version']).status !== 0 && 'systemd is not installed' }, () => {
  // Verified with a program and a user that exist here.
  const unit = text('kedge.service').replace('/usr/bin/kedge', kedge).replace(/^User=.*$/m, 'User=root');
  const copy = join(folder, 'kedge.service');
  writeFileSync(copy, unit);
  const check = spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8' });
  const about = check.stderr.split('\n').filter((line) => line.includes('kedge.service'));
  assert.deepEqual([check.status, about], [0, []], check.stderr);
});
