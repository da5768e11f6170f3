import postgres from 'postgres';

/** Sessions at once: more would only queue inside Postgres on a small machine. */
const MOST_SESSIONS = 8;
/** How long statements under way may take when everything ends, in seconds. */
const END_SECONDS = 2;
/** Not there, not reachable, closed under way; starting up, shutting down. */
const LOST = /^(E[A-Z]{3,}|CONNECT_TIMEOUT|CONNECTION_[A-Z]+|57P0[123])$/;

type Options = postgres.Options<Record<string, postgres.PostgresType>>;
type Client = { sql: postgres.Sql; isLost: boolean };

/**
 * Sessions with Postgres for work that takes several statements. Each has a client with one connection: when that is lost the client goes with it,
 * and what the session is asked after that fails. A session of a pooled postgres.js client would go on over a new connection instead, outside the
 * transaction and so with the rights of the backend rather than the caller's.
 */
export class Sessions {
  readonly #options: Options;
  readonly #clients = new Set<Client>();
  readonly #idle: Client[] = [];
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  #hasEnded = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** A session that is nobody else's until its `release`. An error with code 08006 when Postgres cannot be reached. */
  async take(): Promise<postgres.ReservedSql> {
    await this.#turn();
    const client = this.#idle.pop() ?? this.#open();
    try {
      if (this.#hasEnded) throw lost();
      const session = await client.sql.reserve();
      return guarded(session, client, () => {
        // One whose connection is lost would go back to its client as a good one.
        if (!client.isLost) {
          session.release();
          this.#idle.push(client);
        }
        this.#next();
      });
    } catch (error) {
      this.#drop(client);
      this.#next();
      throw connectionError(error);
    }
  }

  /** Ends all sessions, after the statements under way; there are no more then. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await Promise.all([...this.#clients].map(({ sql }) => sql.end({ timeout: END_SECONDS })));
  }

  #open(): Client {
    const onclose = () => this.#drop(client);
    const client: Client = { sql: postgres({ ...this.#options, max: 1, max_lifetime: null, onclose }), isLost: false };
    this.#clients.add(client);
    return client;
  }

  #drop(client: Client): void {
    if (client.isLost) return;
    client.isLost = true;
    this.#clients.delete(client);
    const at = this.#idle.indexOf(client);
    if (at >= 0) this.#idle.splice(at, 1);
    void client.sql.end({ timeout: 0 });
  }

  async #turn(): Promise<void> {
    if (this.#taken < MOST_SESSIONS) this.#taken++;
    else await new Promise<void>((go) => this.#waiting.push(go));
  }

  #next(): void {
    const go = this.#waiting.shift();
    if (go) go();
    else this.#taken--;
  }
}

/**
 * The session, which refuses every statement once its connection is lost: postgres.js would let the second one wait for ever.
 *
 * Statements with parameters are prepared: Kysely sends them unnamed, which costs two trips to Postgres each time instead of one.
 */
function guarded(session: postgres.ReservedSql, client: Client, release: () => void): postgres.ReservedSql {
  const unlessLost = <A extends unknown[], R>(send: (...args: A) => R) => {
    return (...args: A) => {
      if (client.isLost) throw lost();
      return send(...args);
    };
  };
  const unsafe = unlessLost<Parameters<postgres.Sql['unsafe']>, unknown>((query, parameters, options) =>
    session.unsafe(query, parameters, { prepare: parameters !== undefined && parameters.length > 0, ...options }),
  );
  return Object.assign(unlessLost(session as never), session, { unsafe, release }) as postgres.ReservedSql;
}

/** The error as one of Postgres's class "connection exception" when it says that the connection is lost, else as it is. */
export function connectionError(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  return LOST.test(String(code)) ? lost(error) : error;
}

/** The error of class 08 that says so. */
export function lost(cause?: unknown): Error {
  return Object.assign(new Error('The connection to the database was lost.', { cause }), { code: '08006' });
}
