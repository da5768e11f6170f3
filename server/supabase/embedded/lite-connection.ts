import { Kysely, PostgresDialect } from 'kysely';
import { Connection } from './lite.ts';
import type { Pool } from './sql/pool.ts';

/** The connection of @supabase/lite, which serves /auth/v1 alone: Kysely's own dialect on a pool that somebody else ends. */
export class LiteConnection extends Connection<Pool> {
  readonly driver: Pool;
  readonly dialect = 'postgres';

  constructor(pool: Pool) {
    super({});
    this.driver = pool;
    this.kysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
  }

  /** Asked for by lite's REST interface, which is not served. */
  override async introspect(): Promise<never> {
    throw new Error('The schema is read by rest/load-schema.ts.');
  }

  override async close(): Promise<void> {}
}
