import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { BrowserHost } from '../../browser/account-launch.ts';
import type { Page } from '../../browser/puppeteer.ts';
import type { Sessions } from '../../browser/sessions.ts';
import { callerClient } from '../../http/caller-client.ts';
import type { TakeBackAll } from '../../http/held-posts.ts';
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
  sessions: Sessions;
  /** The database's identity: a project's URL, a PostgreSQL address, or null for the data directory's own. */
  database: string | null;
  instagramUrl: string;
  host: BrowserHost;
  log: FastifyBaseLogger;
  /** Acts as the user in login windows, which are then hidden; for tests. */
  person?: (page: Page) => void;
  /** Data of other parts of the agent that is removed with an account. */
  kept?: KeptForAccounts;
  takeBackAll: TakeBackAll;
};

/** Identifies a database. Hashed, since database addresses contain passwords. */
export function workspaceOf(database: string | null): string {
  return createHash('sha256')
    .update(database ?? 'embedded')
    .digest('hex');
}

/** Assembles the accounts feature. Close it before the connection. */
export function openAccounts(options: AccountsOptions): { routes: Routes; close(): Promise<void> } {
  const { connection, database } = options;
  const sessions = createAccountSessions({
    ...options,
    person: options.person,
    workspace: workspaceOf(database),
    store: connection.admin && accountStore(connection.admin),
  });
  const storeFor = (request: Parameters<typeof callerClient>[0]) => accountStore(callerClient(request, options));
  return {
    routes: accountsRoutes({ sessions, storeFor, takeBackAll: options.takeBackAll }),
    close: () => sessions.close(),
  };
}
