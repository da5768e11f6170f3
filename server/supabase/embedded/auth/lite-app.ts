import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from '../../sql/pool.ts';
import type { Keys } from '../keys.ts';
import { restrictAuth } from './gate.ts';
import { App, Connection } from './lite.ts';

/** How long an access token is valid (hosted default); supabase-js renews it automatically. */
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
      // A refresh token that is used again, other than the last one (a lost answer), ends its session.
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
 * The connection of @supabase/lite, which serves /auth/v1 alone: Kysely's own dialect on a pool that somebody else
 * ends.
 */
class LiteConnection extends Connection<Pool> {
  readonly driver: Pool;
  readonly dialect = 'postgres';

  constructor(pool: Pool) {
    super({});
    this.driver = pool;
    this.kysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
  }

  /** Asked for by lite's REST interface, which is not served. */
  override async introspect(): Promise<never> {
    throw new Error('The schema is read by rest/schema/load-schema.ts.');
  }

  override async close(): Promise<void> {}
}
