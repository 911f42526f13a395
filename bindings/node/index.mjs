// kedge inside a Node program: the tools of an agent that read, search and change files.
import { createRequire } from 'node:module';
import { addonPath } from './addon.mjs';

const addon = createRequire(import.meta.url)(addonPath());

/** What the program itself got wrong, such as a root that does not exist. A tool's refusal is an answer, not an error. */
export class Refused extends Error {
  constructor(details) {
    super(details.message ?? 'refused');
    this.name = 'Refused';
    this.code = details.error;
    this.details = details;
  }
}

function snakeCase(options) {
  return Object.fromEntries(Object.entries(options).map(([name, value]) =>
    [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]));
}

function opened(handle) {
  if (typeof handle === 'string') throw new Refused(JSON.parse(handle));
  return handle;
}

function answerOf(json) {
  const result = JSON.parse(json);
  return {
    refused: result.isError === true,
    text: result.content.map((item) => item.text).join('\n'),
    data: result.structuredContent,
    result,
  };
}

export const version = addon.version;

export class Preview {
  #handle;
  constructor(handle) { this.#handle = handle; }
  /** What the next piece of the patch adds to what is shown. */
  add(piece) {
    const shown = addon.previewAdd(this.#handle, piece);
    if (shown === null) throw new Refused({ error: 'not_open', message: 'The preview has ended.' });
    return shown;
  }
  end() { addon.previewEnd(this.#handle); }
}

export class Watch {
  #handle;
  #function;
  constructor([handle, heard]) { this.#handle = handle; this.#function = heard; }
  /** False: nobody waits for the answer any more. */
  answer(answer) { return addon.watchAnswer(this.#handle, JSON.stringify(answer)); }
  end() {
    if (this.#function === undefined) return;
    addon.watchEnd(this.#handle, this.#function);
    this.#function = undefined;
  }
}

let lastCall = 0;
const mostAtOnce = 2;

export class Workspace {
  #handle;
  #watches = new Set();
  #running = 0;
  #waiting = [];

  /** Opens a root, or throws Refused. */
  constructor(options) { this.#handle = opened(addon.open(JSON.stringify(snakeCase(options)))); }

  /** Name, description, inputSchema and outputSchema of each tool; with a shape, as that API takes them. */
  tools(shape) {
    const listed = JSON.parse(addon.tools(this.#handle, shape));
    if (listed.error) throw new Refused(listed);
    return listed.tools;
  }
  /** What a model should read before its first call. */
  instructions() { return addon.instructions(this.#handle); }

  // Node's threads are few. Calls wait here until one of them may begin, so that others of the process have theirs, and closing is never
  // behind the calls that it cancels.
  async #begin() {
    if (this.#running >= mostAtOnce) await new Promise((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }
  #end() {
    this.#running -= 1;
    this.#waiting.shift()?.();
  }

  async #send(request, { session, signal } = {}) {
    signal?.throwIfAborted();
    const call = `call-${++lastCall}`;
    const cancel = () => addon.cancel(this.#handle, call);
    await this.#begin();
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', cancel, { once: true });
      return answerOf(await addon.call(this.#handle, JSON.stringify({ ...request, session, call })));
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#end();
    }
  }

  /** Calls a tool by its name. */
  call(tool, args = {}, caller) { return this.#send({ tool, arguments: args }, caller); }
  /** The same in this thread, which waits for it. */
  callSync(tool, args = {}, { session } = {}) {
    return answerOf(addon.callSync(this.#handle, JSON.stringify({ tool, arguments: args, session })));
  }
  read(path, { start, end, ...caller } = {}) { return this.#send({ verb: 'read', arguments: { path, start, end } }, caller); }
  search(pattern, { path, ...caller } = {}) { return this.#send({ verb: 'search', arguments: { pattern, path } }, caller); }
  write(path, content, caller) { return this.#send({ verb: 'write', arguments: { path, content } }, caller); }
  /** The arguments of the dialect's edit, or the text of a dialect whose edit is one, such as patch. */
  edit(edit, caller) {
    return this.#send({ verb: 'edit', arguments: typeof edit === 'string' ? { input: edit } : edit }, caller);
  }
  undo(args = {}, caller) { return this.#send({ verb: 'undo', arguments: args }, caller); }

  /** The arguments of an edit in the dialect `to` that does what this one of `from` does. */
  async convert(from, to, args, { session } = {}) {
    const said = JSON.parse(await addon.convert(this.#handle, JSON.stringify({ from, to, arguments: args, session })));
    if (said.error) throw new Refused(said);
    return said;
  }

  /** Shows a patch while it is still arriving. */
  preview({ session } = {}) { return new Preview(opened(addon.previewBegin(this.#handle, JSON.stringify({ session })))); }

  /** Calls `heard` with everything that happens in the root, whoever does it. */
  watch(heard, { answers = false } = {}) {
    const begun = addon.watchBegin(this.#handle, JSON.stringify({ answers }), (event) => heard(JSON.parse(event)));
    const watch = new Watch(opened(begun));
    this.#watches.add(watch);
    return watch;
  }

  /** The tools as the AI SDK takes them: generateText({ tools: workspace.aiTools({ jsonSchema }) }), with jsonSchema of 'ai'. */
  aiTools({ jsonSchema, session } = {}) {
    return Object.fromEntries(this.tools().map((tool) => [tool.name, {
      description: tool.description,
      inputSchema: jsonSchema ? jsonSchema(tool.inputSchema) : tool.inputSchema,
      execute: async (args, { abortSignal } = {}) => (await this.call(tool.name, args, { session, signal: abortSignal })).text,
    }]));
  }

  /** The handlers of a server of the MCP SDK: for its requests tools/list and tools/call. */
  mcpTools({ session } = {}) {
    return {
      list: async () => ({ tools: this.tools() }),
      call: async ({ params }, { signal } = {}) => (await this.call(params.name, params.arguments ?? {}, { session, signal })).result,
    };
  }

  /** Cancels what is running, and waits for it. */
  async close() {
    for (const watch of this.#watches) watch.end();
    this.#watches.clear();
    await addon.close(this.#handle);
  }
  async [Symbol.asyncDispose]() { await this.close(); }
}
