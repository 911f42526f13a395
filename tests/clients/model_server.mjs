// A model that follows a script, on a free port of the loopback. It speaks the four ways in which clients talk to models: Anthropic
// Messages, OpenAI Responses, OpenAI Chat Completions and Gemini. Every request is kept, because the tests judge a client by what it
// sent to its model.
//
// A script is a list of steps. A step is a function of what the model has seen ({ system, tools, results, last }) and gives
// { tool, arguments } or { text }. Which step is next follows from the number of results in the request, and each step is asked once:
// clients repeat requests, and a step may change a file.
import { createServer } from 'node:http';

const asText = (content) => {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content.map((part) => (typeof part === 'string' ? part : part.text ?? JSON.stringify(part))).join('\n');
};
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const events = (list) => list.map(([name, data]) => `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`).join('');
const flatTools = (tools) => tools.flatMap((tool) => {
  if (tool.type === 'namespace') {  // said once, for all of its tools
    return tool.tools.map((inner, i) => ({ ...inner, namespace: tool.name, about: i === 0 ? tool.description : undefined }));
  }
  if (tool.functionDeclarations) return tool.functionDeclarations;
  return [tool.function ?? tool];
});

const anthropic = {
  fits: (path) => path.endsWith('/v1/messages'),
  understand(body) {
    const results = [];
    const said = [];
    for (const message of body.messages ?? []) {
      if (typeof message.content === 'string') {
        said.push(message.content);
        continue;
      }
      for (const part of message.content) {
        if (part.type === 'text') said.push(part.text);
        if (part.type !== 'tool_result') continue;
        results.push({ id: part.tool_use_id, text: asText(part.content), isError: part.is_error, raw: part });
      }
    }
    return { system: asText(body.system), said, tools: flatTools(body.tools ?? []), results };
  },
  answer(reply, body) {
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, content: [], stop_reason: null,
                      stop_sequence: null, usage: { input_tokens: 10, output_tokens: 1 } };
    const block = reply.tool ? { type: 'tool_use', id: reply.id, name: reply.tool, input: reply.arguments }
                             : { type: 'text', text: reply.text };
    const stop_reason = reply.tool ? 'tool_use' : 'end_turn';
    if (!body.stream) return { json: { ...message, content: [block], stop_reason } };
    const start = reply.tool ? { ...block, input: {} } : { ...block, text: '' };
    const delta = reply.tool ? { type: 'input_json_delta', partial_json: JSON.stringify(reply.arguments) }
                             : { type: 'text_delta', text: reply.text };
    return {
      stream: events([
        ['message_start', { type: 'message_start', message }],
        ['content_block_start', { type: 'content_block_start', index: 0, content_block: start }],
        ['content_block_delta', { type: 'content_block_delta', index: 0, delta }],
        ['content_block_stop', { type: 'content_block_stop', index: 0 }],
        ['message_delta', { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } }],
        ['message_stop', { type: 'message_stop' }],
      ]),
    };
  },
};

const responses = {
  fits: (path) => path.endsWith('/responses'),
  understand(body) {
    const results = [];
    const said = [];
    const tools = flatTools(body.tools ?? []);
    for (const item of Array.isArray(body.input) ? body.input : [{ role: 'user', content: body.input }]) {
      if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output' || item.type === 'tool_search_output') {
        results.push({ id: item.call_id, text: asText(item.output ?? item.tools), raw: item });
        tools.push(...flatTools(item.tools ?? []));
      } else if (item.type === 'additional_tools') {
        tools.push(...flatTools(item.tools));
      } else if (item.content) {
        said.push(asText(item.content));
      }
    }
    return { system: body.instructions ?? '', said, tools, results };
  },
  answer(reply, body) {
    const common = { call_id: reply.id, name: reply.tool, namespace: reply.namespace, status: 'completed' };
    const call = { ...common, type: 'function_call', id: `fc_${reply.id}`, arguments: JSON.stringify(reply.arguments) };
    const words = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed',
                    content: [{ type: 'output_text', text: reply.text, annotations: [] }] };
    let item = reply.tool ? call : words;
    if (reply.code) item = { ...common, type: 'custom_tool_call', id: `ctc_${reply.id}`, input: reply.code };
    if (reply.tool === 'tool_search') {
      item = { type: 'tool_search_call', id: `ts_${reply.id}`, call_id: reply.id, execution: 'client', arguments: reply.arguments,
               status: 'completed' };
    }
    const response = { id: 'resp_1', object: 'response', created_at: 0, model: body.model, status: 'in_progress', output: [] };
    const done = { ...response, status: 'completed', output: [item],
                   usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15, input_tokens_details: { cached_tokens: 0 },
                            output_tokens_details: { reasoning_tokens: 0 } } };
    if (!body.stream) return { json: done };
    const delta = reply.tool ? [] : [['response.output_text.delta', { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0,
                                                                      content_index: 0, delta: reply.text }]];
    const started = item.type === 'message' ? { ...item, content: [] } : item;
    return {
      stream: events([
        ['response.created', { type: 'response.created', response }],
        ['response.output_item.added', { type: 'response.output_item.added', output_index: 0, item: started }],
        ...delta,
        ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item }],
        ['response.completed', { type: 'response.completed', response: done }],
      ]),
    };
  },
};

const chat = {
  fits: (path) => path.endsWith('/chat/completions'),
  understand(body) {
    const results = [];
    const said = [];
    let system = '';
    for (const message of body.messages ?? []) {
      if (message.role === 'system' || message.role === 'developer') system += asText(message.content);
      else if (message.role === 'tool') results.push({ id: message.tool_call_id, text: asText(message.content), raw: message });
      else if (message.content) said.push(asText(message.content));
    }
    return { system, said, tools: flatTools(body.tools ?? []), results };
  },
  answer(reply, body) {
    const call = { id: reply.id, type: 'function', function: { name: reply.tool, arguments: JSON.stringify(reply.arguments) } };
    const finish_reason = reply.tool ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const common = { id: 'chat_1', created: 0, model: body.model };
    if (!body.stream) {
      const message = reply.tool ? { role: 'assistant', content: null, tool_calls: [call] } : { role: 'assistant', content: reply.text };
      return { json: { ...common, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage } };
    }
    const delta = reply.tool ? { role: 'assistant', tool_calls: [{ index: 0, ...call }] } : { role: 'assistant', content: reply.text };
    const chunk = (choices, more = {}) => [undefined, { ...common, object: 'chat.completion.chunk', choices, ...more }];
    return {
      stream: events([
        chunk([{ index: 0, delta, finish_reason: null }]),
        chunk([{ index: 0, delta: {}, finish_reason }]),
        chunk([], { usage }),
      ]) + 'data: [DONE]\n\n',
    };
  },
};

const gemini = {
  fits: (path) => /:(streamG|g)enerateContent$/.test(path),
  understand(body) {
    const results = [];
    const said = [];
    for (const { parts = [] } of body.contents ?? []) {
      for (const part of parts) {
        if (part.text !== undefined) said.push(part.text);
        if (!part.functionResponse) continue;
        const { id, response = {} } = part.functionResponse;
        results.push({ id, text: asText(response.output ?? response.error ?? response), isError: 'error' in response, raw: part });
      }
    }
    return { system: asText(body.systemInstruction?.parts), said, tools: flatTools(body.tools ?? []), results };
  },
  answer(reply, body, path) {
    const part = reply.tool ? { functionCall: { id: reply.id, name: reply.tool, args: reply.arguments } } : { text: reply.text };
    const json = { candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
                   usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 }, modelVersion: 'scripted' };
    return path.includes(':streamGenerateContent') ? { stream: events([[undefined, json]]) } : { json };
  },
};

const ways = [anthropic, responses, chat, gemini];

// `named` gives a tool of the server as the client names it to its model. Some clients show their model no more than names until it asks
// for a tool: `named.load` gives the call that does. A request in which no tool of the server can be had either way is none of the
// conversation (titles, summaries, checks of a connection) and gets a word, or what `aside` makes of it.
const loading = 'load_1';
// Some clients ask how many tokens an answer has before they cut it. Code has three to four characters in each.
const charactersPerToken = Number(process.env.CHARACTERS_PER_TOKEN ?? 3.5);

export async function startModel({ script, named, aside = () => ({ text: 'Good.' }) }) {
  const requests = [];  // all of them: { path, body }
  const turns = [];     // those of the conversation, as they were understood
  const replies = [];
  const problems = [];

  const next = (seen) => {
    const number = seen.results.length;
    if (replies[number]) return replies[number];
    let reply = { text: 'Done.' };
    if (number < script.length) {
      try {
        reply = script[number]({ ...seen, last: seen.results.at(-1) });
      } catch (error) {
        problems.push(error);
        reply = { text: `The script failed: ${error.message}` };
      }
    }
    if (reply.tool) reply = { ...reply, id: `call_${number + 1}` };
    return (replies[number] = reply);
  };

  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const path = new URL(request.url, 'http://loopback').pathname;
      const body = parsed(Buffer.concat(chunks).toString('utf8')) ?? {};
      requests.push({ method: request.method, path, headers: request.headers, body });
      const way = request.method === 'POST' ? ways.find((each) => each.fits(path)) : undefined;
      if (!way) {
        const tokens = Math.ceil(asText(body.messages ?? body.contents ?? '').length / charactersPerToken);
        const known = { '/count_tokens': { input_tokens: tokens }, ':countTokens': { totalTokens: tokens },
                        '/models': { object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [] } };
        const found = Object.entries(known).find(([end]) => path.endsWith(end));
        response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(found ? found[1] : {}));
        return;
      }
      const all = way.understand(body);
      const isLoading = ({ id }) => id === loading;
      const seen = { ...all, results: all.results.filter((result) => !isLoading(result)), loaded: all.results.find(isLoading) };
      const load = seen.loaded ? undefined : named.load?.(seen);
      let reply;
      if (load) {
        reply = { ...load, id: loading };
      } else if (seen.loaded || seen.tools.some((tool) => named.isOurs(tool))) {
        turns.push(seen);
        reply = next(seen);
        if (reply.tool) reply = { ...reply, ...named.toModel(reply.tool, seen.tools, reply.arguments) };
      } else {
        reply = aside(seen, body);
      }
      const { json, stream } = way.answer(reply, body, path);
      response.writeHead(200, { 'content-type': json ? 'application/json' : 'text/event-stream' });
      response.end(json ? JSON.stringify(json) : stream);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    turns,
    problems,
    // What the model had seen at the end.
    get seen() {
      return turns.reduce((most, turn) => (turn.results.length >= (most?.results.length ?? 0) ? turn : most), undefined);
    },
    stop: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}
