// What the tests of views share: a root, an agent that edits in it over MCP, the page in a browser, and the full screen in a terminal.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';

const peers = createRequire(join(process.env.KEDGE_PEERS, 'package.json'));
const { Client } = peers('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = peers('@modelcontextprotocol/sdk/client/stdio.js');
const { chromium } = peers('playwright-core');
export const axeSource = readFileSync(peers.resolve('axe-core/axe.min.js'), 'utf8');
export const kedge = process.env.KEDGE_BINARY;

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Until it is true; the last reason is told.
export async function eventually(check, what, ms = 10_000) {
  const until = Date.now() + ms;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > until) throw new Error(`${what} did not happen within ${ms} ms`);
    await sleep(20);
  }
}

export class Stage {
  #ends = [];

  constructor(files = {}) {
    this.folder = mkdtempSync(join(tmpdir(), 'kedge-views-'));
    this.#ends.push(() => rmSync(this.folder, { recursive: true, force: true }));
    this.root = join(this.folder, 'root');
    mkdirSync(this.root);
    this.env = { ...process.env, KEDGE_STATE: join(this.folder, 'state'), HOME: this.folder, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.root, name), text);
  }

  async end() {
    for (const end of this.#ends.reverse()) await end();
  }

  read(name) {
    return readFileSync(join(this.root, name), 'utf8');
  }

  // The page's server; its address.
  async web(...options) {
    const server = spawn(kedge, ['web', '--json', '--root', this.root, ...options], { env: this.env, stdio: ['ignore', 'pipe', 'inherit'] });
    const stop = async () => {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
    };
    this.#ends.push(stop);
    let said = '';
    for await (const piece of server.stdout) {
      said += piece;
      if (said.includes('\n')) break;
    }
    const { url } = JSON.parse(said);
    const [base, token] = url.split('#');
    return { url, base, token, stop };
  }

  async browser() {
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
    this.#ends.push(() => browser.close());
    return browser;
  }

  // A client with the tools of a dialect.
  async agent(name, ...options) {
    const transport = new StdioClientTransport({ command: kedge, args: ['mcp', '--root', this.root, ...options], env: this.env, stderr: 'ignore' });
    const client = new Client({ name, version: '1' });
    await client.connect(transport);
    this.#ends.push(() => client.close());
    const call = async (tool, args) => {
      const result = await client.callTool({ name: tool, arguments: args }, undefined, { timeout: 120_000 });
      return { isError: result.isError ?? false, text: result.content.map((item) => item.text).join('\n') };
    };
    return { call, close: () => client.close(), pid: transport.pid };
  }

  // The full screen in a terminal of this size.
  async terminal(columns = 110, rows = 30, ...options) {
    const socket = join(this.folder, 'tmux');
    const tmux = (...words) => execFileSync('tmux', ['-S', socket, ...words], { env: this.env, encoding: 'utf8' });
    tmux('-f', '/dev/null', 'new-session', '-d', '-x', String(columns), '-y', String(rows), 'sh');
    this.#ends.push(() => { try { tmux('kill-server'); } catch { /* it is gone */ } });
    const screen = (...words) => tmux('capture-pane', '-p', ...words);
    const type = (...keys) => tmux('send-keys', ...keys);
    const settings = join(this.folder, 'settings');
    type(`exec 2>${join(this.folder, 'watch.err')}; stty -g | md5sum | tee ${settings}; ${kedge} watch --root ${this.root} ${options.join(' ')}; stty -g | md5sum; echo left`, 'Enter');
    await eventually(() => screen().includes(' kedge '), 'the full screen');
    return {
      tmux, screen, type,
      settings: () => readFileSync(settings, 'utf8').slice(0, 32),  // before it was started
      pid: () => Number(execFileSync('pgrep', ['-f', `kedge watch --root ${this.root}`], { encoding: 'utf8' }).trim().split('\n')[0]),
      shows: (text, ms) => eventually(() => screen().includes(text), `${text} on the screen\n${screen()}`, ms).catch((error) => { throw new Error(`${error.message}\n${screen()}`); }),
    };
  }
}

const functions = ['alpha', 'beta', 'gamma', 'delta'];
export const program = functions.map((name) => `def ${name}(net):\n    vat = net * 0.19\n    # ${name} adds what is due\n    return net + vat\n\n\n`).join('');
// Two changes that have nothing to do with each other.
export const twoChanges = [
  '*** Begin Patch',
  '*** Update File: price.py',
  '@@ def alpha(net):',
  '     vat = net * 0.19',
  '     # alpha adds what is due',
  '-    return net + vat',
  '+    return net * 1.19',
  '@@ def delta(net):',
  '     vat = net * 0.19',
  '     # delta adds what is due',
  '-    return net + vat',
  '+    return net * 1.07',
  '*** End Patch',
  '',
].join('\n');
