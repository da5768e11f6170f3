import type pg from 'pg';
import type { Address } from '../embedded/postgres/postmaster.ts';
import { connectionError, Pool } from './pool.ts';
import { type Sql, sql } from './template.ts';

/** Connections for single statements, and for transactions: who waits for a lock holds up no sign-in. */
const MOST_STATEMENTS = 4;
const MOST_TRANSACTIONS = 8;

/** One connection, or any. Rejects with a DatabaseError, of code 08006 when the connection is lost. */
export type Session = {
  /** The rows that a statement gives. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>;
  /** Runs a statement; the number of rows that it changed. */
  run(statement: Sql): Promise<number>;
  /** Runs several statements, without values. */
  script(text: string): Promise<void>;
};

/** The connection was lost during the commit, so its outcome is unknown. */
export class UnknownCommitOutcome extends Error {
  constructor(cause: unknown) {
    super('The connection was lost while a transaction was committed.', { cause });
  }
}

/** The backend's own statements: migrations, accounts, stored files. The rights are those of the database's owner. */
export class SqlClient implements Session {
  /** What /auth/v1 shares with the single statements. */
  readonly pool: Pool;
  readonly #transactions: Pool;

  constructor(address: Address) {
    this.pool = new Pool(address, { max: MOST_STATEMENTS });
    this.#transactions = new Pool(address, { max: MOST_TRANSACTIONS });
  }

  /** Rejects, with what Node or Postgres says, when Postgres cannot be reached. */
  async connect(): Promise<void> {
    const client = await this.pool.connect().catch((error: Error) => {
      throw 'code' in error ? error : Object.assign(error, { code: '08006' });
    });
    client.release();
  }

  async rows<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.pool.lend((client) => sessionOf(client).rows<Row>(statement));
  }

  async run(statement: Sql): Promise<number> {
    return this.pool.lend((client) => sessionOf(client).run(statement));
  }

  async script(text: string): Promise<void> {
    return this.pool.lend((client) => sessionOf(client).script(text));
  }

  /** Lends `work` one connection. */
  async session<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#transactions.lend((client) => work(sessionOf(client)));
  }

  /** Runs `work` in a transaction, which ends with its connection. UnknownCommitOutcome. */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.session((session) => inTransaction(session, () => work(session)));
  }

  /** Ends all connections, after the statements under way; see Pool. */
  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.#transactions.end()]);
  }
}

/** Runs `work` between begin and commit. UnknownCommitOutcome. */
export async function inTransaction<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.run(sql`begin`);
  try {
    const value = await work();
    await session.run(sql`commit`).catch((cause) => {
      throw new UnknownCommitOutcome(cause);
    });
    return value;
  } catch (error) {
    // When even this fails the connection is lost, and Postgres has rolled back.
    await session.run(sql`rollback`).catch(() => undefined);
    throw error;
  }
}

/** One connection as a session. */
export function sessionOf(client: pg.PoolClient): Session {
  const ask = async (text: string, values?: unknown[]): Promise<pg.QueryResult> => {
    try {
      return await client.query(text, values);
    } catch (error) {
      throw connectionError(error);
    }
  };
  return {
    rows: async ({ text, values }) => (await ask(text, [...values])).rows,
    run: async ({ text, values }) => (await ask(text, [...values])).rowCount ?? 0,
    script: async (text) => void (await ask(text)),
  };
}
