import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Address } from './postmaster.ts';

export type ClientOptions = Address & postgres.Options<Record<string, postgres.PostgresType>>;
/** How values are read and written by type, as a client knows it that has asked Postgres about its arrays. */
export type KnownTypes = Pick<postgres.ParsedOptions, 'parsers' | 'serializers'>;

/** A statement of postgres.js can be ended from outside; it sends itself when somebody waits for it. */
type Statement = Promise<unknown> & { reject(error: Error): void };

/** Not there, not reachable, closed under way; starting up, shutting down. */
const LOST = /^(E[A-Z]{3,}|CONNECT_TIMEOUT|CONNECTION_[A-Z]+|57P0[123])$/;

/**
 * A client of postgres.js with one connection, which it makes once. When that is lost, so is the client: everything that it was asked fails then.
 * postgres.js would connect again, outside the transaction, or let statements wait for ever that came between the error of a connection and its end.
 */
export class SessionClient {
  readonly #sql: postgres.Sql;
  readonly #onLost: (client: SessionClient) => void;
  readonly #underWay = new Set<Statement>();
  #isConnected = false;
  #isLost = false;

  /** `types` are those of a client that is connected already: asking for them again could fail where nobody hears of it. */
  constructor(options: ClientOptions, types: KnownTypes, onLost: (client: SessionClient) => void) {
    this.#onLost = onLost;
    const own = { max: 1, max_lifetime: null, fetch_types: false, onclose: () => this.drop() };
    this.#sql = postgres({ ...options, ...own, ...connectingOnce(options) });
    Object.assign(this.#sql.options.parsers, types.parsers);
    Object.assign(this.#sql.options.serializers, types.serializers);
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** The client's one session; `release` gives it back. An error with code 08006 when Postgres cannot be reached. */
  async reserve(release: () => void): Promise<postgres.ReservedSql> {
    try {
      // postgres.js gives a session only of a connection that a statement has made.
      if (!this.#isConnected) await this.#sql.unsafe('select 1');
      this.#isConnected = true;
      return this.#guarded(await this.#sql.reserve(), release);
    } catch (error) {
      throw connectionError(error);
    }
  }

  /** Ends the connection at once, and every statement with it. Safe to call twice. */
  drop(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    for (const statement of this.#underWay) statement.reject(lost());
    this.#sql.end({ timeout: 0 }).catch(() => undefined);
    this.#onLost(this);
  }

  /** Ends the connection after the statements under way, which may take `seconds`. */
  async end(seconds: number): Promise<void> {
    await this.#sql.end({ timeout: seconds });
  }

  /**
   * Statements with parameters are prepared: Kysely sends them unnamed, which costs two trips to Postgres each time instead of one.
   */
  #guarded(session: postgres.ReservedSql, release: () => void): postgres.ReservedSql {
    const unlessLost = <A extends unknown[], R>(send: (...args: A) => R) => {
      return (...args: A) => {
        if (this.#isLost) throw lost();
        return this.#watched(send(...args));
      };
    };
    const unsafe = unlessLost<Parameters<postgres.Sql['unsafe']>, unknown>((query, parameters, options) =>
      session.unsafe(query, parameters, { prepare: parameters !== undefined && parameters.length > 0, ...options }),
    );
    // One whose connection is lost would go back to its client as a good one.
    const giveBack = () => {
      this.#underWay.clear();
      if (!this.#isLost) session.release();
      release();
    };
    return Object.assign(unlessLost(session as never), session, { unsafe, release: giveBack }) as postgres.ReservedSql;
  }

  /** Fragments and identifiers pass here too; only promises are statements. */
  #watched<T>(value: T): T {
    if (!(value instanceof Promise)) return value;
    const statement = value as unknown as Statement;
    this.#underWay.add(statement);
    // Not statement.then(), which would send it.
    void Promise.prototype.then.call(
      statement,
      () => this.#underWay.delete(statement),
      (error: unknown) => {
        this.#underWay.delete(statement);
        // The connection itself says so only later, when it may be somebody else's.
        if (isLoss(error)) this.drop();
      },
    );
    return value;
  }
}

/** Makes the socket, which postgres.js would do again and again where a connection is lost before it is ready. */
function connectingOnce({ host, port }: Address): { socket: () => Socket } {
  let isMade = false;
  return {
    socket() {
      if (isMade) throw lost();
      isMade = true;
      const socket = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
      // The name that TLS holds the certificate against.
      return Object.assign(socket, { host });
    },
  };
}

/** The error as one of Postgres's class "connection exception" when it says that the connection is lost, else as it is. */
export function connectionError(error: unknown): unknown {
  return isLoss(error) ? lost(error) : error;
}

function isLoss(error: unknown): boolean {
  return LOST.test(String((error as { code?: unknown }).code));
}

/** The error of class 08 that says so. */
export function lost(cause?: unknown): Error {
  return Object.assign(new Error('The connection to the database was lost.', { cause }), { code: '08006' });
}
