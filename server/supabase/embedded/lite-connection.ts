import { Connection } from '@supabase/lite';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { poolOptions } from './pool-options.ts';
import type { Address } from './postmaster.ts';

/** Connections for signing in, renewing and signing out. */
const POOL_SIZE = 4;

const TIMESTAMP = 1114;
const TIMESTAMP_WITH_ZONE = 1184;
/** bigint and numeric, which `pg` gives as text. */
const NUMBERS = [20, 1700];

/** The connection of @supabase/lite, which serves /auth/v1 alone: Kysely's own dialect on a pool of `pg`. */
export class LiteConnection extends Connection<pg.Pool> {
  readonly driver: pg.Pool;
  readonly dialect = 'postgres';

  constructor(address: Address) {
    super({});
    this.driver = new pg.Pool({
      ...poolOptions(address),
      max: POOL_SIZE,
      types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
    });
    this.driver.on('error', () => undefined);
    this.driver.on('connect', (client) => client.on('error', () => undefined));
    this.kysely = new Kysely({ dialect: new PostgresDialect({ pool: this.driver }) });
  }

  /** Asked for by lite's REST interface, which is not served. */
  override async introspect(): Promise<never> {
    throw new Error('The schema is read by rest/load-schema.ts.');
  }

  /** Ends all connections, after the statements under way. */
  override async close(): Promise<void> {
    await this.driver.end();
  }
}

function parserOf(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (type === TIMESTAMP || type === TIMESTAMP_WITH_ZONE) return toIso;
  return NUMBERS.includes(type) ? Number : pg.types.getTypeParser(type, format as 'text');
}

/** Hosted Supabase writes timestamps as ISO 8601 with T and +00:00; Postgres with a blank and +00. */
export function toIso(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}
