// A client of a server that speaks MCP on its standard streams: the lines that the bench needs of it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export class LineClient {
  #child;
  #waiting = [];
  #ended = null;

  constructor(command, args, options = {}) {
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], ...options });
    const end = (why) => {
      this.#ended ??= new Error(why);
      for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
    };
    this.#child.on('error', (error) => end(`${command} cannot be run: ${error.message}`));
    this.#child.on('exit', (code, signal) => end(`${command} ended (${signal ?? code})`));
    this.#child.stdin.on('error', () => {});  // told by 'exit', too
    createInterface({ input: this.#child.stdout, crlfDelay: Infinity }).on('line', (line) => this.#receive(JSON.parse(line)));
  }

  send(message) {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  // The first line that `isAnswer` takes.
  ask(message, isAnswer = () => true) {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      this.#waiting.push({ isAnswer, resolve, reject });
      this.send(message);
    });
  }

  async stop() {
    if (this.#ended) return;
    const gone = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGKILL');
    await gone;
  }

  #receive(message) {
    const index = this.#waiting.findIndex(({ isAnswer }) => isAnswer(message));
    if (index >= 0) this.#waiting.splice(index, 1)[0].resolve(message);
  }
}

export class McpClient {
  #lines;
  #id = 0;

  static async start(command, args, options) {
    const client = new McpClient();
    client.#lines = new LineClient(command, args, options);
    const clientInfo = { name: 'kedge-bench', version: '1' };
    await client.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    client.#lines.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return client;
  }

  request(method, params) {
    const id = ++this.#id;
    return this.#lines.ask({ jsonrpc: '2.0', id, method, params }, (message) => message.id === id);
  }

  async callTool(name, args) {
    const { result, error } = await this.request('tools/call', { name, arguments: args });
    if (result === undefined) return { ok: false, text: JSON.stringify(error) };
    const text = (result.content ?? []).map((part) => part.text ?? '').join('\n');
    return { ok: !result.isError, text };
  }

  stop() {
    return this.#lines.stop();
  }
}
