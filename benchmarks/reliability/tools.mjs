// The programs that can be measured. `find` gives how to start one, or says why it cannot be had here.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatNames } from './formats.mjs';
import { startDiffProgram } from './tools/diff_program.mjs';
import { startHashline } from './tools/hashline.mjs';
import { startKedge } from './tools/kedge.mjs';
import { startServerFilesystem } from './tools/server_filesystem.mjs';

const project = fileURLToPath(new URL('../..', import.meta.url));
const mostEnds = 20;

export const tools = {
  kedge: { formats: formatNames, find: findKedge },
  hashline: { formats: ['hl_patch'], spelling: 'symbols', find: findHashline },
  'server-filesystem': { formats: ['mcp_edits'], find: findServerFilesystem },
  'git apply': { formats: ['udiff'], find: diffProgram(['git', 'apply', '-p1', '-']) },
  patch: { formats: ['udiff'], find: diffProgram(['patch', '-p1', '-N', '--no-backup-if-mismatch', '-r', '-']) },
};

// A tool that ended is an answer like any other, and is started again; one that keeps ending is not measured any longer.
export async function startLasting(start) {
  let tool = await start();
  let ends = 0;
  const restart = async () => {
    await tool.stop();
    tool = await start();
  };
  const surviving = (action, fallback) => async (...args) => {
    try {
      return await tool[action](...args);
    } catch (error) {
      if (++ends > mostEnds) throw error;
      await restart();
      return fallback(error);
    }
  };
  return {
    read: surviving('read', () => ''),
    edit: surviving('edit', (error) => ({ ok: false, text: `the tool ended: ${error.message}` })),
    restart,
    stop: () => tool.stop(),
  };
}

function findKedge({ kedge }) {
  const candidates = kedge ? [resolve(kedge)] : ['release', 'bench'].map((form) => join(project, 'build', form, 'kedge'));
  const binary = candidates.find((path) => existsSync(path));
  if (binary === undefined) return { missing: `no ${candidates.join(' and no ')}` };
  return { start: (options) => startKedge({ binary, ...options }) };
}

function findHashline() {
  const folder = process.env.KEDGE_BENCH_PEERS;
  if (!folder) return { missing: 'KEDGE_BENCH_PEERS names no folder' };
  const modules = resolve(folder, 'node_modules');
  if (!existsSync(join(modules, '@oh-my-pi/hashline'))) return { missing: `not in ${modules}` };
  const bun = bunsIn(modules).find(runs);
  if (bun === undefined) return { missing: `no bun of ${modules} runs here` };
  // Its native addon is not published for every platform.
  const hasNatives = readdirSync(join(modules, '@oh-my-pi')).some((name) => name.startsWith('pi-natives-linux-'));
  const preload = hasNatives ? null : resolve(folder, 'natives.ts');
  if (preload !== null && !existsSync(preload)) return { missing: `no ${preload}` };
  return { start: (options) => startHashline({ bun, preload, modules, ...options }) };
}

function bunsIn(modules) {
  const vendor = join(modules, '@oven');
  const names = existsSync(vendor) ? readdirSync(vendor) : [];
  return names.map((name) => join(vendor, name, 'bin/bun')).filter((path) => existsSync(path));
}

function findServerFilesystem() {
  const script = process.env.KEDGE_SERVER_FILESYSTEM;
  if (!script) return { missing: 'KEDGE_SERVER_FILESYSTEM names no script' };
  if (!existsSync(script)) return { missing: `no ${script}` };
  return { start: (options) => startServerFilesystem({ script: resolve(script), ...options }) };
}

function diffProgram(command) {
  return () => {
    if (!runs(command[0])) return { missing: `${command[0]} is not installed` };
    return { start: (options) => startDiffProgram({ command, ...options }) };
  };
}

function runs(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
