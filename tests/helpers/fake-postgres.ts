import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A client's message: `startup`, or the letter of a message, with the text. */
export type Asked = { type: string; text: string };

export type FakePostgres = {
  port: number;
  /** Connections so far. */
  connections(): number;
  close(): Promise<void>;
};

/**
 * A loopback server with just enough of Postgres's protocol to accept every client and return no rows for every
 * statement. `behave` gets each message first, and may destroy the connection.
 */
export async function startFakePostgres(behave: (asked: Asked, socket: Socket) => void): Promise<FakePostgres> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let received = Buffer.alloc(0);
    let isStarted = false;
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data]);
      for (;;) {
        const head = isStarted ? 1 : 0;
        if (received.length < head + 4) return;
        const end = head + received.readUInt32BE(head);
        if (received.length < end) return;
        const type = isStarted ? String.fromCharCode(received[0] ?? 0) : 'startup';
        const text = received.subarray(head + 4, end).toString('latin1');
        received = received.subarray(end);
        isStarted = true;
        behave({ type, text }, socket);
        if (!socket.destroyed) socket.write(answerTo(type));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

const READY = message('Z', Buffer.from('I'));
const DONE = message('C', Buffer.from('SELECT 0\0'));

function answerTo(type: string): Buffer {
  switch (type) {
    case 'startup':
      return Buffer.concat([message('R', Buffer.alloc(4)), message('K', Buffer.alloc(8)), READY]);
    case 'Q':
      return Buffer.concat([DONE, READY]);
    case 'P':
      return message('1');
    case 'D':
      return Buffer.concat([message('t', Buffer.alloc(2)), message('n')]);
    case 'B':
      return message('2');
    case 'E':
      return DONE;
    case 'S':
      return READY;
    default:
      return Buffer.alloc(0);
  }
}

function message(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
