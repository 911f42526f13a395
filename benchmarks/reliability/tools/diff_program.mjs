// Programs that read a unified diff on their standard input: git apply and GNU patch. They read nothing before an edit.
import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export async function startDiffProgram({ command, root }) {
  return {
    read: async () => '',
    async edit(path, format, payload) {
      const result = await run(command, payload, root);
      // What patch leaves beside a file that it did not patch is no edit of it.
      for (const name of readdirSync(root)) if (/\.(?:rej|orig)$/.test(name)) rmSync(join(root, name));
      return result;
    },
    stop: async () => {},
  };
}

function run([program, ...args], input, cwd) {
  return new Promise((resolve, reject) => {
    // The ceiling keeps git from finding a work tree above the folder; the locale keeps messages alike everywhere.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: '/', LC_ALL: 'C.UTF-8' };
    const child = spawn(program, args, { cwd, env });
    const told = [];
    child.on('error', reject);
    child.stdin.on('error', () => {});  // a program may refuse before it has read everything
    for (const stream of [child.stderr, child.stdout]) stream.on('data', (data) => told.push(data));
    child.on('close', (code) => resolve({ ok: code === 0, text: Buffer.concat(told).toString('utf8') }));
    child.stdin.end(input);
  });
}
