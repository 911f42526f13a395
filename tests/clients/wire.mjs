// Stands between a client and the server that it starts, passes everything on, and writes down who said what:
//   wire.mjs LOG COMMAND [ARGUMENT…]
// A row of the log is {"from": "client" or "server", "message": …}.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const [log, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });

function pass(from, input, output) {
  let rest = '';
  input.setEncoding('utf8');
  input.on('data', (text) => {
    output.write(text);
    const rows = (rest + text).split('\n');
    rest = rows.pop();
    for (const row of rows) {
      try {
        appendFileSync(log, `${JSON.stringify({ from, message: JSON.parse(row) })}\n`);
      } catch {
        appendFileSync(log, `${JSON.stringify({ from, unreadable: row })}\n`);
      }
    }
  });
  input.on('end', () => output.end());
  output.on('error', () => {});
}
pass('client', process.stdin, server.stdin);
pass('server', server.stdout, process.stdout);
server.on('exit', (code, signal) => process.exit(signal ? 1 : code));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal));
