// A client of the real world edits with kedge: session.test.mjs CLIENT…, or all that can be had. What is checked stands in session.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNamed, clients } from './clients.mjs';
import { install } from './run.mjs';
import { checks, session } from './session.mjs';

const asked = process.argv.slice(2);
for (const client of asked.length > 0 ? asked.map(clientNamed) : clients) {
  test(client.title, async (t) => {
    const { reason } = install(client);
    if (reason) return t.skip(reason);
    const { problems } = await session(client);
    for (const [name, title] of Object.entries(checks)) {
      await t.test(title, () => assert.ok(problems[name] === '', problems[name]));
    }
  });
}
