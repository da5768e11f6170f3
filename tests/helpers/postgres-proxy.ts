import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type PostgresProxy = {
  port: number;
  /**
   * Loses the response to the `nth` commit from now on: the commit succeeds, but the client only sees the connection
   * end.
   */
  loseCommit(nth: number): void;
  close(): Promise<void>;
};

/** The tag with which Postgres reports a commit. */
const COMMITTED = Buffer.from('COMMIT\0');

/** A loopback proxy for a Postgres on a Unix socket, which can lose responses. */
export async function startPostgresProxy(path: string): Promise<PostgresProxy> {
  const sockets = new Set<Socket>();
  let commitsLeft = Number.POSITIVE_INFINITY;
  const server = createServer((client) => {
    const postgres = connect(path);
    for (const [socket, other] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (data) => postgres.write(data));
    postgres.on('data', (data: Buffer) => {
      if (data.includes(COMMITTED) && --commitsLeft === 0) client.destroy();
      else client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    loseCommit(nth) {
      commitsLeft = nth;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
