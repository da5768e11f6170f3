import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import { createServerClient } from '../../server/supabase/client.ts';
import type { Client } from '../../server/supabase/connection.ts';
import { type EmbeddedConnection, type EmbeddedOptions, openEmbedded } from '../../server/supabase/embedded/backend.ts';
import { addQuickMember } from './database.ts';
import { emptyWorkspace, newWorkspace } from './workspace.ts';

export const TEST_PASSWORD = 'correct horse';

export type TestBackend = {
  connection: EmbeddedConnection;
  dataDir: string;
  /** A supabase-js client with the public key, not signed in. */
  anonClient(): Client;
  /** Signs in as `email`; creates the account as a member if it is new. */
  memberClient(email?: string): Promise<Client>;
  /** Signs in to an account that is not a member. */
  strangerClient(email?: string): Promise<Client>;
  /** A member's access token. */
  memberToken(email?: string): Promise<string>;
  close(): Promise<void>;
};

/**
 * A real embedded backend on its own data directory in the temporary folder, which `close` removes unless `dataDir` was
 * given.
 */
export async function openTestBackend(
  options: { dataDir?: string; databaseUrl?: string | null } & Pick<EmbeddedOptions, 'now' | 'limits' | 'askRoom'> = {},
): Promise<TestBackend> {
  const dataDir = options.dataDir ?? (await (options.databaseUrl ? emptyWorkspace() : newWorkspace()));
  const connection = await openEmbedded({
    ...options,
    dataDir,
    databaseUrl: options.databaseUrl ?? null,
    log: pino({ level: 'silent' }),
  }).catch(async (error: unknown) => {
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const client = () =>
    createServerClient(connection.inProcessUrl, connection.publishableKey, { fetch: connection.fetch });
  const signIn = async (email: string) => {
    const known = await connection.accounts.list();
    if (!known.some((account) => account.email === email)) {
      const isAdded = !options.databaseUrl && (await addQuickMember(dataDir, { email, password: TEST_PASSWORD }));
      if (!isAdded) await connection.accounts.add(email, TEST_PASSWORD);
    }
    const signedIn = client();
    const { error } = await signedIn.auth.signInWithPassword({ email, password: TEST_PASSWORD });
    if (error) throw error;
    return signedIn;
  };

  return {
    connection,
    dataDir,
    anonClient: client,
    memberClient: (email = 'member@example.com') => signIn(email),
    async strangerClient(email = 'stranger@example.com') {
      const stranger = await signIn(email);
      const { data } = await stranger.auth.getUser();
      const { error } = await connection.admin
        .from('members')
        .delete()
        .eq('user_id', data.user?.id ?? '');
      if (error) throw error;
      return stranger;
    },
    async memberToken(email = 'member@example.com') {
      const { data } = await (await signIn(email)).auth.getSession();
      if (!data.session) throw new Error('Signing in gave no session.');
      return data.session.access_token;
    },
    async close() {
      try {
        await connection.close();
      } finally {
        if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
}
