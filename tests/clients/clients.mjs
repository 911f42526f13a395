// The clients, one row for each: how it is started without anybody at the keyboard, in a home of its own, with one server of MCP that is
// named kedge, every approval given, and its model on the loopback. Nothing here needs an account.
//
// `says` is the name that a client gives itself (clientInfo), `whole` the longest answer that reaches its model uncut, as measure.mjs
// finds it, `adds` what it adds to the arguments of a call. A client that cannot be had has `skipped`, which says why.
// `alone` starts it with its model and nothing else: no server, no approval, no trust. That is what `kedge setup` is for.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const architecture = process.arch === 'arm64' ? 'arm64' : 'x64';
const rustArchitecture = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const codexProgram = `node_modules/@openai/codex-linux-${architecture}/vendor/${rustArchitecture}-unknown-linux-musl/bin/codex`;
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
const request = 'Do what the script says.';

// How a client names the tools of a server to its model, where the name is all there is to it.
const byName = (theirs) => ({
  isOurs: ({ name }) => name !== undefined && name.startsWith(theirs('')),
  toModel: (tool) => ({ tool: theirs(tool) }),
  fromModel: ({ name }) => name.slice(theirs('').length),
});

// Codex puts the tools of a server into a namespace, and with most models behind a search.
const codexNames = {
  isOurs: ({ namespace = '' }) => namespace === 'mcp__kedge',
  toModel: (tool) => ({ tool, namespace: 'mcp__kedge' }),
  fromModel: ({ name }) => name,
  load({ tools }) {
    if (tools.some(this.isOurs) || !tools.some(({ type }) => type === 'tool_search')) return undefined;
    return { tool: 'tool_search', arguments: { query: 'kedge', limit: 20 } };
  },
};

export const clients = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    api: 'Anthropic Messages',
    says: 'claude-code',
    whole: '50,000 characters; an error 11,024',
    program: `node_modules/@anthropic-ai/claude-code-linux-${architecture}/claude`,
    named: {
      ...byName((tool) => `mcp__kedge__${tool}`),
      load({ said, tools }) {
        const names = new Set(said.join('\n').match(/\bmcp__kedge__\w+/g)).difference(new Set(tools.map(({ name }) => name)));
        if (names.size === 0 || !tools.some(({ name }) => name === 'ToolSearch')) return undefined;
        return { tool: 'ToolSearch', arguments: { query: `select:${[...names].join(',')}` } };
      },
    },
    start({ home, server, model }) {
      const file = join(home, 'servers.json');
      return {
        files: { [file]: json({ mcpServers: { kedge: server } }) },
        args: ['-p', request, '--mcp-config', file, '--strict-mcp-config', '--allowedTools', 'mcp__kedge', '--model', 'claude-sonnet-4-5',
               '--output-format', 'json'],
        env: {
          ANTHROPIC_BASE_URL: model,
          ANTHROPIC_API_KEY: 'none',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          DISABLE_AUTOUPDATER: '1',
          DISABLE_TELEMETRY: '1',
        },
      };
    },
    alone({ model }) {
      return {
        args: ['-p', request, '--model', 'claude-sonnet-4-5', '--output-format', 'json'],
        env: {
          ANTHROPIC_BASE_URL: model,
          ANTHROPIC_API_KEY: 'none',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          DISABLE_AUTOUPDATER: '1',
          DISABLE_TELEMETRY: '1',
        },
      };
    },
    lists: /kedge: .*Connected/,
  },
  {
    name: 'codex',
    title: 'Codex',
    api: 'OpenAI Responses',
    says: 'codex-mcp-client',
    whole: '47,964 bytes',
    program: codexProgram,
    named: codexNames,
    start: (given) => startCodex('gpt-5.5', given),
    alone: ({ home, model }) => ({
      files: { [join(home, '.codex/config.toml')]: `${codexSettings('gpt-5.5', model).join('\n')}\n` },
      args: ['exec', '--skip-git-repo-check', '--json', request],
      env: { SCRIPTED_KEY: 'none', CODEX_HOME: join(home, '.codex') },
    }),
    prefix: 'kedge_',
    lists: /kedge .*enabled/,
  },
  {
    name: 'codex-other-model',
    package: 'codex',
    title: 'Codex, a model that it does not know',
    api: 'OpenAI Responses',
    says: 'codex-mcp-client',
    whole: '11,964 bytes',
    program: codexProgram,
    named: codexNames,
    start: (given) => startCodex('scripted', given),
  },
  {
    // The newer models of Codex have one tool, which runs JavaScript, and call all others from there. They see neither the names nor the
    // instructions of a server until they look for them in ALL_TOOLS.
    name: 'codex-code-mode',
    package: 'codex',
    title: 'Codex, code mode',
    api: 'OpenAI Responses',
    says: 'codex-mcp-client',
    whole: '40,000 bytes',
    program: codexProgram,
    named: {
      isOurs: ({ name = '' }) => name.startsWith('mcp__kedge__'),
      toModel: (tool, _, given) => ({
        tool: 'exec',
        namespace: 'functions',
        code: `const result = await tools.mcp__kedge__${tool}(${JSON.stringify(given)});\n` +
              'for (const part of result.content) text(part.text);',
      }),
      fromModel: ({ name }) => name.replace(/^mcp__kedge__/, ''),
      load({ tools }) {
        if (!tools.some(({ name, type }) => name === 'exec' && type === 'custom')) return undefined;
        return { tool: 'exec', namespace: 'functions', code: 'text(ALL_TOOLS.filter(({ name }) => name.includes("kedge")));' };
      },
      // The tools as the answer to that shows them.
      listed: ({ loaded }) => loaded && JSON.parse(loaded.text.slice(loaded.text.indexOf('['))),
    },
    start: (given) => startCodex('gpt-6.1-sol', given),
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    api: 'OpenAI Chat Completions',
    says: 'opencode',
    whole: '51,200 bytes and 2,000 lines; errors are not cut',
    program: `node_modules/opencode-linux-${architecture}/bin/opencode`,
    named: byName((tool) => `kedge_${tool}`),
    start({ home, server, model }) {
      const settings = {
        ...this.settings(model),
        mcp: { kedge: { type: 'local', command: [server.command, ...server.args], environment: server.env, enabled: true } },
      };
      return { ...this.alone({ home, model }), files: { [join(home, '.config/opencode/opencode.json')]: json(settings) } };
    },
    alone({ home, model }) {
      return {
        files: { [join(home, '.config/opencode/opencode.json')]: json(this.settings(model)) },
        args: ['run', '--pure', '--format', 'json', request],
        env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
      };
    },
    lists: /✓ kedge/,
    settings(model) {
      return {
        model: 'scripted/scripted',
        small_model: 'scripted/scripted',
        share: 'disabled',
        autoupdate: false,
        enabled_providers: ['scripted'],
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${model}/v1`, apiKey: 'none' },
            models: { scripted: { name: 'scripted', tool_call: true, limit: { context: 200000, output: 8000 } } },
          },
        },
      };
    },
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    api: 'Gemini',
    says: 'gemini-cli-mcp-client',
    whole: '39,959 characters; errors are not cut',
    program: 'node_modules/@google/gemini-cli/bundle/gemini.js',
    needsNode: true,
    named: byName((tool) => `mcp_kedge_${tool}`),
    adds: { wait_for_previous: true },  // to the schema of every tool; what its model says there is passed on to the server
    start({ home, server, model }) {
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        mcpServers: { kedge: { ...server, trust: true } },
      };
      return {
        files: { [join(home, '.gemini/settings.json')]: json(settings) },
        args: ['--skip-trust', '--approval-mode', 'default', '--model', 'gemini-2.5-pro', '--output-format', 'json', '-p', request],
        env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
      };
    },
    alone({ home, model }) {
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      };
      return {
        files: { [join(home, '.gemini/settings.json')]: json(settings) },
        args: ['--approval-mode', 'default', '--model', 'gemini-2.5-pro', '--output-format', 'json', '-p', request],
        env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model },
      };
    },
    lists: /✓ kedge: .*Connected/,
  },
  {
    name: 'copilot',
    title: 'Copilot CLI',
    api: 'OpenAI Chat Completions',
    says: 'copilot-cli',
    whole: '20,480 bytes; an error 20,460',
    program: `node_modules/@github/copilot-linux-${architecture}/copilot`,
    named: byName((tool) => `kedge-${tool}`),
    start({ home, server, model }) {
      const entry = { type: 'local', ...server, tools: ['*'] };
      return {
        files: { [join(home, '.copilot/mcp-config.json')]: json({ mcpServers: { kedge: entry } }) },
        args: ['-p', request, '--allow-tool', 'kedge', '--disable-builtin-mcps', '--no-auto-update', '--disable-client-telemetry',
               '--output-format', 'json'],
        env: {
          COPILOT_OFFLINE: 'true',
          COPILOT_AUTO_UPDATE: 'false',
          COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
          COPILOT_PROVIDER_API_KEY: 'none',
          COPILOT_MODEL: 'gpt-4.1',
        },
      };
    },
    setup: 'copilot-cli',
    alone({ home, model }) {
      const { args, env } = this.start({ home, server: {}, model });
      return { args: args.filter((word, i) => word !== '--allow-tool' && args[i - 1] !== '--allow-tool'), env };
    },
    lists: /kedge/,
  },
  {
    name: 'qwen-code',
    title: 'Qwen Code',
    api: 'OpenAI Chat Completions',
    says: 'qwen-cli-mcp-client-kedge',  // with the name of the server's entry
    whole: '28,000 characters; an error, which comes twice, at most 13,518',
    program: 'node_modules/@qwen-code/qwen-code/cli-entry.js',
    needsNode: true,
    named: {
      ...byName((tool) => `mcp__kedge__${tool}`),
      load({ system, said, tools }) {
        if (tools.some(this.isOurs) || !tools.some(({ name }) => name === 'tool_search')) return undefined;
        const names = new Set((system + said.join('\n')).match(/\bmcp__kedge__\w+/g));
        return names.size > 0 ? { tool: 'tool_search', arguments: { query: `select:${[...names].join(',')}` } } : undefined;
      },
      listed: ({ loaded }) => loaded && [...loaded.text.matchAll(/<function>(.*?)<\/function>/g)].map(([, tool]) => JSON.parse(tool)),
    },
    start({ home, server, model }) {
      const settings = {
        security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        mcpServers: { kedge: { ...server, trust: true } },
      };
      return {
        files: { [join(home, '.qwen/settings.json')]: json(settings) },
        args: ['--model', 'scripted', '--allowed-tools', 'mcp__kedge', '--output-format', 'json', '-p', request],
        env: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' },
      };
    },
    alone({ home, model }) {
      const settings = {
        security: { auth: { selectedType: 'openai' } },
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      };
      return {
        files: { [join(home, '.qwen/settings.json')]: json(settings) },
        args: ['--model', 'scripted', '--output-format', 'json', '-p', request],
        env: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: 'scripted' },
      };
    },
    lists: /kedge: .*Connected/,
  },
  {
    name: 'continue',
    title: 'Continue CLI',
    api: 'OpenAI Chat Completions',
    says: 'continue-cli-client',
    whole: 'not cut',
    program: 'node_modules/@continuedev/cli/dist/cn.js',
    needsNode: true,
    // The names of tools are those of the server, beside its own: Read, Edit, Write and so on begin with a capital letter.
    named: {
      isOurs: ({ name = '' }) => /^(read|search|write|edit|undo|say(_\w+)?)$/.test(name),
      toModel: (tool) => ({ tool }),
      fromModel: ({ name }) => name,
    },
    start({ home, server, model }) {
      const file = join(home, 'continue.yaml');
      const settings = {
        name: 'scripted',
        version: '1.0.0',
        schema: 'v1',
        models: [{ name: 'scripted', provider: 'openai', model: 'gpt-4o', apiBase: `${model}/v1/`, apiKey: 'none', roles: ['chat'],
                   capabilities: ['tool_use'] }],
        mcpServers: [{ name: 'kedge', type: 'stdio', ...server }],
      };
      return {
        files: { [file]: json(settings) },  // JSON is YAML
        args: ['-p', '--auto', '--config', file, request],
        env: { CONTINUE_GLOBAL_DIR: join(home, '.continue'), CONTINUE_TELEMETRY_ENABLED: '0', CONTINUE_METRICS_ENABLED: '0',
               CONTINUE_CLI_AUTO_UPDATED: 'true' },
      };
    },
    // It has no `alone`: what setup writes is read by Continue's extensions only.
  },
];

function codexSettings(modelName, model) {
  return [
    `model = "${modelName}"`,
    'model_provider = "scripted"',
    'approval_policy = "never"',
    'sandbox_mode = "workspace-write"',
    'check_for_update_on_startup = false',
    '[analytics]',
    'enabled = false',
    '[model_providers.scripted]',
    'name = "scripted"',
    `base_url = "${model}/v1"`,
    'wire_api = "responses"',
    'env_key = "SCRIPTED_KEY"',
  ];
}

function startCodex(modelName, { home, server, model }) {
  const settings = [
    ...codexSettings(modelName, model),
    '[mcp_servers.kedge]',
    `command = ${JSON.stringify(server.command)}`,
    `args = ${JSON.stringify(server.args)}`,
    'default_tools_approval_mode = "approve"',
    '[mcp_servers.kedge.env]',
    ...Object.entries(server.env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
  ];
  return {
    files: { [join(home, '.codex/config.toml')]: `${settings.join('\n')}\n` },
    args: ['exec', '--skip-git-repo-check', '--json', request],
    env: { SCRIPTED_KEY: 'none', CODEX_HOME: join(home, '.codex') },
  };
}

export function clientNamed(name) {
  const found = clients.find((client) => client.name === name);
  if (!found) throw new Error(`no client ${name}; there are ${clients.map((client) => client.name).join(', ')}`);
  return found;
}

export function writeFiles(files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
