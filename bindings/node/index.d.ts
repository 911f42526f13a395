/** kedge inside a Node program: the tools of an agent that read, search and change files. */

export type DialectName = 'patch' | 'replace' | 'anchors' | 'hashline' | 'apply_patch' | 'udiff' | 'blocks';

export interface Options {
  /** The folder that no path leaves. */
  root?: string;
  /** Several folders, each with its own history. */
  roots?: string[];
  worktrees?: boolean;
  /** Where kedge keeps its records. */
  state?: string;
  dialect?: DialectName;
  dialects?: DialectName[];
  /** What the name of every tool begins with. */
  prefix?: string;
  /** How this program calls itself, in the records and to people who watch. */
  client?: string;
  /** The form of results: 'both' unless it is said. */
  results?: 'text' | 'structured' | 'both';
  /** The longest answer in bytes: 4000 to 500000. */
  pageSize?: number;
  strict?: boolean;
  encoding?: string;
  /** 'full': a change survives a power cut (default). */
  durability?: 'full' | 'none';
  hardlinks?: 'split' | 'refuse';
  inPlace?: boolean;
  force?: boolean;
  /** Globs of protected paths that are lifted. */
  allow?: string[];
  allowWideRoot?: boolean;
  crossMounts?: boolean;
  confirm?: 'never' | 'always' | 'suspicious';
  confirmDefault?: 'deny' | 'allow';
  confirmTimeout?: number;
  /** The kedge that parses sources; the one that is installed with this package unless it is said. */
  program?: string;
}

export interface Caller {
  /** What was shown to one session does not count as shown to another. */
  session?: string;
  signal?: AbortSignal;
}

export interface Answer {
  /** The text says why, and what to send instead: it is for the model. */
  refused: boolean;
  text: string;
  data?: Record<string, unknown>;
  /** As tools/call of MCP returns it. */
  result: { content: { type: 'text'; text: string }[]; structuredContent?: Record<string, unknown>; isError?: boolean };
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations: Record<string, boolean>;
}

/** What the program itself got wrong, such as a root that does not exist. A tool's refusal is an answer, not an error. */
export class Refused extends Error {
  code: string;
  details: Record<string, unknown>;
}

export class Preview {
  /** What the next piece of the patch adds to what is shown. */
  add(piece: string): string;
  end(): void;
}

export class Watch {
  /** False: nobody waits for the answer any more. */
  answer(answer: { answer: string; consent: boolean; note?: string }): boolean;
  end(): void;
}

export class Workspace {
  /** Opens a root, or throws Refused. */
  constructor(options: Options);
  tools(): Tool[];
  tools(shape: 'anthropic' | 'openai' | 'gemini'): Record<string, unknown>[];
  instructions(): string;
  call(tool: string, args?: Record<string, unknown>, caller?: Caller): Promise<Answer>;
  callSync(tool: string, args?: Record<string, unknown>, caller?: Pick<Caller, 'session'>): Answer;
  read(path: string, options?: { start?: number; end?: number } & Caller): Promise<Answer>;
  search(pattern: string, options?: { path?: string } & Caller): Promise<Answer>;
  write(path: string, content: string, caller?: Caller): Promise<Answer>;
  edit(edit: string | Record<string, unknown>, caller?: Caller): Promise<Answer>;
  undo(args?: Record<string, unknown>, caller?: Caller): Promise<Answer>;
  convert(from: DialectName, to: DialectName, args: Record<string, unknown>, caller?: Pick<Caller, 'session'>): Promise<Record<string, unknown>>;
  preview(caller?: Pick<Caller, 'session'>): Preview;
  watch(heard: (event: Record<string, unknown>) => void, options?: { answers?: boolean }): Watch;
  /** For generateText and streamText of the AI SDK; pass its jsonSchema. */
  aiTools<Schema>(options?: { jsonSchema?: (schema: Record<string, unknown>) => Schema; session?: string }): Record<string, {
    description: string;
    inputSchema: Schema;
    execute(args: Record<string, unknown>, options?: { abortSignal?: AbortSignal }): Promise<string>;
  }>;
  /** Handlers for a server of the MCP SDK. */
  mcpTools(options?: { session?: string }): {
    list(): Promise<{ tools: Tool[] }>;
    call(request: { params: { name: string; arguments?: Record<string, unknown> } }, extra?: { signal?: AbortSignal }): Promise<Answer['result']>;
  };
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export const version: string;
