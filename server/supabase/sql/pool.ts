import type { Socket } from 'node:net';
import pg from 'pg';
import type { Address } from '../embedded/postgres/postmaster.ts';

/** How long a connection may be idle before it is closed. */
const IDLE_MS = 60_000;
/** How long making a connection, or waiting for one that is in use, may take. */
const CONNECT_MS = 30_000;
/** How long statements under way may take when everything ends. */
const END_MS = 2_000;

const TIMESTAMP = 1114;
const TIMESTAMP_WITH_ZONE = 1184;
/** bigint and numeric, which `pg` gives as text. */
const NUMBERS = [20, 1700];
/** Connection exceptions; shutting down, crashed, starting up. */
const LOST = /^(08...|57P0[123])$/;

/** Connections to Postgres. `end` waits a moment for the statements under way, then cuts them off. */
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
   * Lends a connection to `work`. One that was lost is not used again. NoneFree, or a database error, of code
   * 08006 where Postgres cannot be reached.
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
 * Makes an error of the parser that reads Postgres's answers end the connection alone: thrown out of an event of the
 * socket, as for a value that is longer than any text of JavaScript, it would end the process.
 */
function endByParserErrors(client: pg.PoolClient): void {
  // The types leave it out.
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
 * `pg` would make Dates, in which microseconds are lost. Hosted Supabase writes ISO 8601 with T and +00:00; Postgres a
 * blank and +00.
 */
function toIso(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

/** An error as Postgres reports it. */
export type DatabaseError = Error & { code: string; detail?: string; hint?: string };

/** True for what Postgres reports: it has a code of five characters. EPIPE, which has too, is Node's, with its number. */
export function isDatabaseError(error: unknown): error is DatabaseError {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return error instanceof Error && errno === undefined && /^[0-9A-Z]{5}$/.test(String(code));
}

function saysLost(error: unknown): boolean {
  return isDatabaseError(error) && LOST.test(error.code);
}

/**
 * An error of a connection as it is when Postgres reports it; else the connection is of no use any more, and the error
 * of code 08006.
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
