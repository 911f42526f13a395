// The conversation with the server: requests, and the stream of what happens.

// The token is in the fragment of the address, which a browser sends to nobody.
const token = () => location.hash.slice(1);

export class Refused extends Error {}

async function sent(path: string, options: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, {
    ...options,
    headers: { ...options.headers, Authorization: `Bearer ${token()}` },
    credentials: 'omit',
    cache: 'no-store',
  });
  if (answer.ok) return answer;
  let message = `the server answered ${answer.status}`;
  try {
    message = (await answer.json()).error.message;
  } catch {
    // What came was not an answer of ours.
  }
  throw new Refused(message);
}

export async function get<T>(path: string, query: Record<string, string | number> = {}): Promise<T> {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) words.set(name, String(value));
  return (await sent(`${path}?${words}`)).json();
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await sent(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}

// Calls `hear` for each message, for ever: a stream that ends is begun anew, and begins with all that there is.
export async function listen(hear: (message: unknown) => void, connected: (is: boolean, problem: string) => void) {
  for (let wait = 250; ; wait = Math.min(wait * 2, 5000)) {
    let problem = 'the server is not there; waiting for it';
    try {
      const answer = await sent('/api/events');
      const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
      connected(true, '');
      wait = 250;
      for (let rest = ''; ; ) {
        const { value, done } = await reader.read();
        if (done) break;
        const events = (rest + value).split('\n\n');
        rest = events.pop()!;
        for (const event of events) {
          if (event.startsWith('data: ')) hear(JSON.parse(event.slice(6)));
        }
      }
    } catch (error) {
      if (error instanceof Refused) problem = error.message;
    }
    connected(false, problem);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
