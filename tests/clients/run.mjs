// One conversation of a client with a scripted model and a server of MCP, from start to end.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFiles } from './clients.mjs';
import { startModel } from './model_server.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
// Whatever a client wants to tell the world ends at a port where nobody listens; the loopback is reached without it.
const nowhere = 'http://127.0.0.1:9';

// Who ends this ends what it has started: a handler of "exit" does not run by itself when a signal comes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

// Where the client is, or why it is not there.
export function install(client) {
  if (client.skipped) return { reason: client.skipped };
  const run = spawnSync(here('install'), [client.package ?? client.name], { encoding: 'utf8', timeout: 660_000 });
  if (run.status !== 0) {
    const said = (run.stderr || String(run.error)).trim().split('\n');
    return { reason: `it cannot be installed: ${said.slice(0, 3).join(' ')}` };
  }
  const folder = run.stdout.trim();
  const program = join(folder, client.program);
  if (!existsSync(program)) return { reason: `there is no ${client.program} for this machine` };
  const pins = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { folder, program, version: Object.values(pins.dependencies ?? pins.optionalDependencies)[0] };
}

// A folder with a root, a home and a log; it goes with the one who asked for it.
export function makePlace(files = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kedge-clients-'));
  const root = join(folder, 'root');
  mkdirSync(root);
  mkdirSync(join(folder, 'home'));
  writeFiles(Object.fromEntries(Object.entries(files).map(([name, text]) => [join(root, name), text])));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  return { folder, root, home: join(folder, 'home'), remove };
}

// Ends with the child and everything that it has started.
export function runToEnd(command, args, { timeout, ...options }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true, ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => { output = (output + text).slice(-200_000); });
    }
    const killAll = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // they have ended
      }
    };
    process.on('exit', killAll);
    const late = setTimeout(() => {
      output += `\n(it was ended after ${timeout} ms)`;
      killAll();
    }, timeout);
    const over = (how) => {
      clearTimeout(late);
      killAll();
      process.off('exit', killAll);
      resolve({ how, output });
    };
    child.on('error', (error) => over(error.message));
    child.on('exit', (code, signal) => setTimeout(() => over(signal ?? code), 100));
  });
}

// Who the client says that it is. In the revision without sessions every request says so.
function beginningOf(messages) {
  const initialize = messages.find(({ method }) => method === 'initialize')?.params;
  if (initialize) return initialize;
  const meta = messages.find(({ params }) => params?._meta?.['io.modelcontextprotocol/clientInfo'])?.params._meta ?? {};
  const said = (name) => meta[`io.modelcontextprotocol/${name}`];
  return { protocolVersion: said('protocolVersion'), capabilities: said('clientCapabilities'), clientInfo: said('clientInfo') };
}

// The client in the root of the place, in a home of its own.
export function runClient(client, program, place, { args, env, timeout }) {
  const [command, ...first] = client.needsNode ? [process.execPath, program] : [program];
  return runToEnd(command, [...first, ...args], {
    cwd: place.root,
    timeout,
    env: {
      PATH: process.env.PATH, HOME: place.home, TMPDIR: place.folder, LANG: 'C.UTF-8', TERM: 'dumb', CI: '1',
      HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, http_proxy: nowhere, https_proxy: nowhere,
      NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost', ...env,
    },
  });
}

// `server` is { command, args, env }. Gives what the model was sent, what client and server said to each other, and what was printed.
export async function converse(client, place, { server, script, timeout = 180_000 }) {
  const { program, folder, reason } = install(client);
  if (reason) throw new Error(reason);
  const log = join(place.folder, 'wire.jsonl');
  const model = await startModel({ script, named: client.named, aside: client.aside });
  const watched = { command: process.execPath, args: [here('wire.mjs'), log, server.command, ...server.args], env: server.env ?? {} };
  const { files = {}, args, env } = client.start({ home: place.home, root: place.root, server: watched, model: model.url, folder });
  writeFiles(files);
  const run = await runClient(client, program, place, { args, env, timeout });
  await model.stop();
  const wire = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map((row) => JSON.parse(row)) : [];
  const said = (from) => wire.filter((row) => row.from === from && row.message).map((row) => row.message);
  return {
    model,
    run,
    wire,
    beginning: beginningOf(said('client')),
    // What the server answered to the calls of tools, in their order.
    answers: said('client').filter((message) => message.method === 'tools/call')
                 .map((call) => said('server').find((message) => message.id === call.id)?.result),
  };
}
