import type pg from 'pg';
import type { Address } from '../embedded/postgres/postmaster.ts';
import { connectionError, Pool } from './pool.ts';
import { type Sql, sql } from './template.ts';

/** Separate connections for single statements and transactions, so that waiting for a lock does not block sign-ins. */
const MOST_STATEMENTS = 4;
const MOST_TRANSACTIONS = 8;

/** Runs statements on one connection or any of a pool. Rejects with a DatabaseError; code 08006: connection lost. */
export type Session = {
  /** Resolves with the rows of a statement. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>;
  /** Resolves with the number of rows that a statement changed. */
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

/** Runs the backend's own statements (migrations, accounts, stored files) with the rights of the database's owner. */
export class SqlClient implements Session {
  /** The connections for single statements, shared with /auth/v1. */
  readonly pool: Pool;
  readonly #transactions: Pool;

  constructor(address: Address) {
    this.pool = new Pool(address, { max: MOST_STATEMENTS });
    this.#transactions = new Pool(address, { max: MOST_TRANSACTIONS });
  }

  /** Opens a first connection. Rejects with the error of Node or Postgres when Postgres is unreachable. */
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

  /** Runs `work` in a transaction. UnknownCommitOutcome when the commit fails. */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.session((session) => inTransaction(session, () => work(session)));
  }

  /** Closes all connections, after the statements in progress; see Pool. */
  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.#transactions.end()]);
  }
}

/** Runs `work` between begin and commit; rolls back if it throws. UnknownCommitOutcome when the commit fails. */
export async function inTransaction<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.run(sql`begin`);
  try {
    const value = await work();
    await session.run(sql`commit`).catch((cause) => {
      throw new UnknownCommitOutcome(cause);
    });
    return value;
  } catch (error) {
    // If even this fails, the connection is lost and Postgres has rolled back.
    await session.run(sql`rollback`).catch(() => undefined);
    throw error;
  }
}

/** Wraps a connection as a Session. */
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
