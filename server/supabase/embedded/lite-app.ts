import { App, setExperimental } from '@supabase/lite';
import type { Sql } from 'postgres';
import { fileAdapter } from './files.ts';
import type { Keys } from './keys.ts';
import type { LiteConnection } from './lite-connection.ts';
import { requireGoodTokens } from './token-gate.ts';
import type { tokenVerifier } from './verify.ts';

/** How long an access token is good; supabase-js renews it by itself (hosted default). */
const ACCESS_TOKEN_SECONDS = 3600;

/** Assembles @supabase/lite: /rest/v1, /auth/v1 and /storage/v1 on one connection, without sign-up, studio or admin mode. */
export async function createLiteApp(
  connection: LiteConnection,
  keys: Keys,
  objects: string,
  tokens: ReturnType<typeof tokenVerifier>,
) {
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      jwt_expiry: ACCESS_TOKEN_SECONDS,
      enable_signup: false,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
    storage: { enabled: true, file_size_limit: '1GiB' },
    options: {
      server: { disableStudio: true, disableFallback: true, admin: false, middlewares: [requireGoodTokens(tokens)] },
    },
  });
  app._storageAdapter = fileAdapter(objects, connection.driver as Sql);
  await app.init();
  // After init, which prints a notice about every experiment that is on.
  setExperimental('storage', true);
  return app;
}
