import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { BrowserHost } from '../../browser/account-launch.ts';
import type { Page } from '../../browser/puppeteer.ts';
import type { Sessions } from '../../browser/sessions.ts';
import { callerClient } from '../../http/caller-client.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../supabase/connection.ts';
import type { KeptForAccounts } from './leftovers.ts';
import { accountsRoutes } from './routes.ts';
import { createAccountSessions } from './service.ts';
import { accountStore } from './store.ts';

export type AccountsOptions = {
  connection: SupabaseConnection;
  agentToken: string;
  dataDir: string;
  /** The saved logins of accounts. */
  sessions: Sessions;
  /** Where the database is: a project's URL, that of a PostgreSQL, or null for the one in the data directory. */
  database: string | null;
  instagramUrl: string;
  host: BrowserHost;
  log: FastifyBaseLogger;
  /** Stands in for the person at log-in windows, which stay hidden then; for tests. */
  person?: (page: Page) => void;
  /** What other parts of the agent keep for accounts; it goes with an account that is removed. */
  kept?: KeptForAccounts;
};

/** Tells the accounts of one database from those of others. Hashed, since addresses of databases hold passwords. */
export function workspaceOf(database: string | null): string {
  return createHash('sha256')
    .update(database ?? 'embedded')
    .digest('hex');
}

/** The accounts and their sessions on this machine, put together. Close it before the connection. */
export function openAccounts(options: AccountsOptions): { routes: Routes; close(): Promise<void> } {
  const { connection, database } = options;
  const sessions = createAccountSessions({
    ...options,
    person: options.person,
    workspace: workspaceOf(database),
    store: connection.admin && accountStore(connection.admin),
  });
  const storeFor = (request: Parameters<typeof callerClient>[0]) => accountStore(callerClient(request, options));
  return { routes: accountsRoutes({ sessions, storeFor }), close: () => sessions.close() };
}
