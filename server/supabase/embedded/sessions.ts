import type postgres from 'postgres';
import { type ClientOptions, type KnownTypes, lost, SessionClient } from './session-client.ts';
import { Turns } from './turns.ts';

/** Sessions at once: more would only queue inside Postgres on a small machine. */
const MOST_SESSIONS = 8;
/** How long statements under way may take when everything ends, in seconds. */
const END_SECONDS = 2;

/**
 * Sessions with Postgres for work that takes several statements. Each has a client with one connection: when that is lost the client goes with it,
 * and what the session is asked after that fails. A session of a pooled postgres.js client would go on over a new connection instead, outside the
 * transaction and so with the rights of the backend rather than the caller's.
 */
export class Sessions {
  readonly #options: ClientOptions;
  readonly #types: KnownTypes;
  readonly #clients = new Set<SessionClient>();
  readonly #idle: SessionClient[] = [];
  readonly #turns = new Turns(MOST_SESSIONS);
  #hasEnded = false;

  /** `types` are those of a client that is connected before the first session is taken. */
  constructor(options: ClientOptions, types: KnownTypes) {
    this.#options = options;
    this.#types = types;
  }

  /** A session that is nobody else's until its `release`. An error with code 08006 when Postgres cannot be reached. */
  async take(): Promise<postgres.ReservedSql> {
    await this.#turns.take();
    const client = this.#idle.pop() ?? this.#open();
    try {
      if (this.#hasEnded) throw lost();
      return await client.reserve(() => {
        if (!client.isLost) this.#idle.push(client);
        this.#turns.next();
      });
    } catch (error) {
      client.drop();
      this.#turns.next();
      throw error;
    }
  }

  /** Ends all sessions, after the statements under way; there are no more then. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    await Promise.all([...this.#clients].map((client) => client.end(END_SECONDS)));
  }

  #open(): SessionClient {
    const client = new SessionClient(this.#options, this.#types, (gone) => this.#forget(gone));
    this.#clients.add(client);
    return client;
  }

  #forget(client: SessionClient): void {
    this.#clients.delete(client);
    const at = this.#idle.indexOf(client);
    if (at >= 0) this.#idle.splice(at, 1);
  }
}
