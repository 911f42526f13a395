// The official SDK's client, connected to a kedge of its own over either transport; and what the tests of clients share.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startServer } from './server.mjs';

const require = createRequire(join(process.env.KEDGE_PEERS, 'package.json'));
const sdk = (path) => require(`@modelcontextprotocol/sdk/${path}`);
const types = sdk('types.js');
export const older = {
  Client: sdk('client/index.js').Client,
  StdioTransport: sdk('client/stdio.js').StdioClientTransport,
  HttpTransport: sdk('client/streamableHttp.js').StreamableHTTPClientTransport,
};
const newer = {
  Client: require('@modelcontextprotocol/client').Client,
  StdioTransport: require('@modelcontextprotocol/client/stdio').StdioClientTransport,
  HttpTransport: require('@modelcontextprotocol/client').StreamableHTTPClientTransport,
};
// The first generation of the SDK names messages by schemas, the second by their methods.
const schemas = {
  'elicitation/create': types.ElicitRequestSchema,
  'roots/list': types.ListRootsRequestSchema,
  'notifications/resources/updated': types.ResourceUpdatedNotificationSchema,
};

const kedge = process.env.KEDGE_BINARY;
export const peers = [
  { name: 'stdio', modern: false },
  { name: 'http', modern: false, http: true },
  { name: 'stdio 2026-07-28', modern: true },
  { name: 'http 2026-07-28', modern: true, http: true },
];

// A folder with these files that goes with the test, and a state folder beside it. What uses it ends before.
export function makeWorkspace(test, files, sharedRoot) {
  const folder = mkdtempSync(join(tmpdir(), 'kedge-peers-'));
  const endings = [];
  test.after(async () => {
    try {
      for (const end of endings) await end();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  const root = sharedRoot ?? join(folder, 'root');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return {
    folder,
    root,
    endings,
    env: { PATH: process.env.PATH, HOME: join(folder, 'home'), KEDGE_STATE: join(folder, 'state') },
    path: (name) => join(root, name),
    read: (name) => readFileSync(join(root, name), 'utf8'),
    write: (name, text) => writeFileSync(join(root, name), text),
  };
}

export async function connect(peer, workspace, { args = ['--root', workspace.root], capabilities = {}, handlers = {} } = {}) {
  const { Client, StdioTransport, HttpTransport } = peer.modern ? newer : older;
  const versionNegotiation = { mode: { pin: '2026-07-28' } };
  const client = new Client({ name: 'kedge-tests', version: '1' }, { capabilities, ...(peer.modern ? { versionNegotiation } : {}) });
  const named = (method) => (peer.modern ? method : schemas[method]);
  for (const [method, handle] of Object.entries(handlers)) client.setRequestHandler(named(method), handle);
  if (peer.http) {
    const server = await startServer(kedge, ['mcp', '--results', 'both', '--http', '127.0.0.1:0', ...args], { env: workspace.env, cwd: workspace.folder });
    const transport = new HttpTransport(new URL(server.url));
    workspace.endings.push(async () => {
      if (!peer.modern) await transport.terminateSession();
      await client.close();
      await server.stop();
    });
    await client.connect(transport);
  } else {
    workspace.endings.push(() => client.close());
    await client.connect(new StdioTransport(
        { command: kedge, args: ['mcp', '--results', 'both', ...args], env: workspace.env, cwd: workspace.folder, stderr: 'inherit' }));
  }

  const call = (name, given, options) => {
    const params = { name, arguments: given };
    return peer.modern ? client.callTool(params, options) : client.callTool(params, undefined, options);
  };
  const read = async (path) => textOf(await call('read', { path }));
  return {
    client,
    call,
    read,
    edit: (input, options) => call('edit', { input }, options),
    // Shows the file, and gives the header that a patch of it begins with.
    headerOf: async (path) => (await read(path)).split('\n')[0],
    // Tells of updates until what it gives is called.
    async watch(uri, told) {
      client.setNotificationHandler(named('notifications/resources/updated'), ({ params }) => { told(params.uri); });
      if (!peer.modern) {
        await client.subscribeResource({ uri });
        return () => client.unsubscribeResource({ uri });
      }
      const subscription = await client.listen({ resourceSubscriptions: [uri] });
      if (!(subscription.honoredFilter.resourceSubscriptions ?? []).includes(uri)) throw new Error(`${uri} is not watched`);
      return () => subscription.close();
    },
  };
}

export const textOf = (result) => result.content.map((item) => item.text).join('');
export const patch = (header, ...rows) => ['*** Begin Patch', header, ...rows, '*** End Patch', ''].join('\n');
