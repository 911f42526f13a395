// Listens to what kedge-postgres and PostgreSQL say to each other: a proxy on a Unix socket that counts round trips and measures how long
// each transaction that writes has the repository's row locked.
import { connect, createServer } from 'node:net';
import { performance } from 'node:perf_hooks';

// Calls `see(type, body)` for each whole message. The first one of a client has no type.
class Messages {
  constructor(hasStartup, see) {
    this.hasStartup = hasStartup;
    this.see = see;
    this.rest = Buffer.alloc(0);
  }
  add(bytes) {
    this.rest = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    for (;;) {
      const head = this.hasStartup ? 0 : 1;
      if (this.rest.length < head + 4) return;
      const end = head + this.rest.readUInt32BE(head);
      if (this.rest.length < end) return;
      if (!this.hasStartup) this.see(String.fromCharCode(this.rest[0]), this.rest.subarray(5, end));
      this.hasStartup = false;
      this.rest = this.rest.subarray(end);
    }
  }
}

const textAt = (body, from) => body.toString('utf8', from, body.indexOf(0, from));

export class Wire {
  // Listens in a folder as a server does, and passes everything on to the one in another folder.
  static async listen(folder, folderOfServer) {
    const wire = new Wire();
    wire.sockets = new Set();
    wire.forget();
    wire.server = createServer((client) => wire.join(client, connect(`${folderOfServer}/.s.PGSQL.5432`)));
    await new Promise((resolve) => wire.server.listen(`${folder}/.s.PGSQL.5432`, resolve));
    return wire;
  }

  // What was counted so far does not count.
  forget() {
    this.roundTrips = 0;
    this.bytes = 0;
    this.transactions = [];  // those that locked the row: { kind, lock: milliseconds, roundTrips: while it was locked }
  }

  join(client, server) {
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.setNoDelay?.();
      socket.on('error', () => {});
    }
    const names = new Map();  // of prepared statements
    let batch = [];           // statements until the next Sync
    const sent = [];          // batches that are not answered yet
    let open = null;
    const asked = new Messages(true, (type, body) => {
      if (type === 'P') names.set(textAt(body, 0), textAt(body, body.indexOf(0) + 1));
      if (type === 'B') batch.push(names.get(textAt(body, body.indexOf(0) + 1)) ?? '');
      if (type !== 'S') return;
      sent.push(batch);
      batch = [];
      this.roundTrips += 1;
    });
    const answered = new Messages(false, (type, body) => {
      if (type !== 'Z') return;
      const statements = sent.shift() ?? [];
      const isOpen = String.fromCharCode(body[0]) === 'T';
      if (isOpen && !open && statements.some((sql) => /FOR (NO KEY )?UPDATE/i.test(sql))) {
        const kind = statements.some((sql) => sql.includes('synchronous_commit')) ? 'later' : 'durable';
        open = { kind, since: performance.now(), roundTrips: 0, statements: 0 };
        return;
      }
      if (!open) return;
      open.roundTrips += 1;
      open.statements += statements.length;
      if (isOpen) return;
      this.transactions.push({ ...open, lock: performance.now() - open.since });
      open = null;
    });
    client.on('data', (bytes) => {
      server.write(bytes);
      this.bytes += bytes.length;
      asked.add(bytes);
    });
    server.on('data', (bytes) => {
      client.write(bytes);
      this.bytes += bytes.length;
      answered.add(bytes);
    });
    const end = () => {
      for (const socket of [client, server]) {
        socket.destroy();
        this.sockets.delete(socket);
      }
    };
    client.on('close', end);
    server.on('close', end);
  }

  async close() {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
