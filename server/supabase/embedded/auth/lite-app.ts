import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from '../../sql/pool.ts';
import type { Keys } from '../keys.ts';
import { restrictAuth } from './gate.ts';
import { App, Connection } from './lite.ts';

/** Lifetime of an access token (the hosted default); supabase-js refreshes it automatically. */
const ACCESS_TOKEN_SECONDS = 3600;

/** Assembles @supabase/lite for /auth/v1, without sign-up, studio or admin mode. */
export async function createLiteApp(pool: Pool, keys: Keys) {
  const app = new App({
    connection: new LiteConnection(pool),
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      jwt_expiry: ACCESS_TOKEN_SECONDS,
      enable_signup: false,
      // Reusing a refresh token ends its session, except for the last one, whose answer may have been lost.
      enable_refresh_token_rotation: true,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
    options: {
      server: {
        disableStudio: true,
        disableFallback: true,
        admin: false,
        middlewares: [restrictAuth],
      },
    },
  });
  await app.init();
  return app;
}

/**
 * The database connection of @supabase/lite, which serves only /auth/v1: Kysely's Postgres dialect on a pool that its
 * creator closes.
 */
class LiteConnection extends Connection<Pool> {
  readonly driver: Pool;
  readonly dialect = 'postgres';

  constructor(pool: Pool) {
    super({});
    this.driver = pool;
    this.kysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
  }

  /** Only used by lite's REST API, which is not served. */
  override async introspect(): Promise<never> {
    throw new Error('The schema is read by rest/schema/load-schema.ts.');
  }

  override async close(): Promise<void> {}
}
