// A server under test: started on a port that is free, and stopped with the test. It has to end by itself when it is asked to.
import { spawn } from 'node:child_process';

export async function startServer(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], ...options });
  let told = '';
  const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
  const url = await new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text) => {
      told += text;
      const found = /serving (\S+)\n/.exec(told);
      if (found) resolve(found[1]);
    });
    ended.then((how) => reject(new Error(`the server ended (${how}) before it served:\n${told}`)));
    child.on('error', reject);
  });
  const killIt = () => child.kill('SIGKILL');
  process.on('exit', killIt);
  return {
    url,
    pid: child.pid,
    ended,
    isLiving: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      killIt();
      await ended;
      process.off('exit', killIt);
    },
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      const how = await ended;
      clearTimeout(late);
      process.off('exit', killIt);
      if (how !== 0) throw new Error(`the server ended with ${how}:\n${told}`);
    },
  };
}
