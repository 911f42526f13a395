// hashline, from which the patch dialect stems: a TypeScript library that runs under bun, behind a driver of ours.
import { fileURLToPath } from 'node:url';
import { LineClient } from './mcp_client.mjs';

const driver = fileURLToPath(new URL('hashline_driver.ts', import.meta.url));

export async function startHashline({ bun, preload, modules, root }) {
  const env = { ...process.env, KEDGE_BENCH_PEERS: modules };
  const client = new LineClient(bun, [...(preload ? ['--preload', preload] : []), driver], { env, cwd: root });
  return {
    async read(path) {
      const { text } = await client.ask({ read: path });
      return text;
    },
    edit: (path, format, payload) => client.ask({ edit: payload }),
    stop: () => client.stop(),
  };
}
