import type { Socket } from 'node:net';
import pg from 'pg';
import type { Address } from '../embedded/postgres/postmaster.ts';

/** How long a connection may be idle before it is closed. */
const IDLE_MS = 60_000;
/** How long opening a connection, or waiting for a free one, may take. */
const CONNECT_MS = 30_000;
/** How long statements in progress may take when the pool is closed. */
const END_MS = 2_000;

const TIMESTAMP = 1114;
const TIMESTAMP_WITH_ZONE = 1184;
/** bigint and numeric, which `pg` would return as text. */
const NUMBERS = [20, 1700];
/** Connection exceptions (08…), and a server that is shutting down, has crashed or is starting up. */
const LOST = /^(08...|57P0[123])$/;

/** Connections to Postgres. `end` waits up to END_MS for the statements in progress, then closes the connections. */
export class Pool extends pg.Pool {
  readonly #clients = new Set<pg.PoolClient>();

  constructor({ ssl, ...where }: Address, options: { max: number; connectionTimeoutMillis?: number }) {
    super({
      connectionTimeoutMillis: CONNECT_MS,
      ...where,
      ...options,
      ...(ssl && { ssl: ssl === 'verify-full' ? true : { rejectUnauthorized: false } }),
      application_name: 'local-agent',
      options: '-c TimeZone=UTC',
      idleTimeoutMillis: IDLE_MS,
      types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
    });
    // A lost connection rejects its query; an unhandled 'error' event would also end the process.
    this.on('error', () => undefined);
    this.on('connect', (client) => {
      this.#clients.add(client);
      client.on('error', () => undefined);
      endByParserErrors(client);
    });
    this.on('remove', (client) => this.#clients.delete(client));
  }

  /**
   * Lends a connection to `work`. A lost connection is not reused. NoneFree when none becomes free in time; otherwise a
   * database error, with code 08006 when Postgres is unreachable.
   */
  async lend<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.connect().catch((error) => {
      throw error.message === 'timeout exceeded when trying to connect' ? new NoneFree(error) : connectionError(error);
    });
    let isLost = false;
    try {
      return await work(client);
    } catch (error) {
      isLost = saysLost(error) || (error instanceof Error && saysLost(error.cause));
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  override async end(): Promise<void> {
    const cutOff = setTimeout(() => {
      for (const client of this.#clients) void client.end();
    }, END_MS);
    await super.end().finally(() => clearTimeout(cutOff));
  }
}

/**
 * Makes an error in `pg`'s parser end only the connection. Thrown from a socket event, it would end the process, for
 * example for a value longer than JavaScript's longest string.
 */
function endByParserErrors(client: pg.PoolClient): void {
  // `connection` is missing from the types.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const parse = stream.listeners('data') as ((bytes: Buffer) => void)[];
  stream.removeAllListeners('data');
  stream.on('data', (bytes: Buffer) => {
    try {
      for (const listener of parse) listener.call(stream, bytes);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

function parserOf(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (type === TIMESTAMP || type === TIMESTAMP_WITH_ZONE) return toIso;
  return NUMBERS.includes(type) ? Number : pg.types.getTypeParser(type, format as 'text');
}

/**
 * `pg` would return Dates, which lose the microseconds. Converts Postgres' format (a space and +00) to that of hosted
 * Supabase (ISO 8601 with T and +00:00).
 */
function toIso(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** An error reported by Postgres. */
export type DatabaseError = Error & { code: string; detail?: string; hint?: string };

/** Recognizes an error of Postgres by its code of five characters. Node's EPIPE also has five, but has an errno. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return error instanceof Error && errno === undefined && /^[0-9A-Z]{5}$/.test(String(code));
}

function saysLost(error: unknown): boolean {
  return isDatabaseError(error) && LOST.test(error.code);
}

/**
 * Returns an error that Postgres reported unchanged. Any other means that the connection is unusable, and becomes an
 * error with code 08006.
 */
export function connectionError(error: unknown): unknown {
  if (isDatabaseError(error)) return error;
  return Object.assign(new Error('The connection to the database was lost.', { cause: error }), { code: '08006' });
}

/** All connections were in use for too long. */
export class NoneFree extends Error {
  constructor(cause: unknown) {
    super('No connection to the database became free in time.', { cause });
  }
}
