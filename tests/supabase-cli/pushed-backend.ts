import { createServerClient } from '../../server/supabase/client.ts';
import type { Client } from '../../server/supabase/connection.ts';
import type { TestBackend } from '../helpers/embedded.ts';
import { openPushedProject } from './pushed-project.ts';

/**
 * Replaces tests/helpers/embedded.ts when its tests run against the pushed project: the same clients, over PostgREST.
 * Members use the secret key if TEST_CALLER is `service`.
 */
export async function openTestBackend(): Promise<
  Omit<TestBackend, 'connection'> & {
    connection: Pick<TestBackend['connection'], 'admin' | 'publishableKey' | 'fetch' | 'inProcessUrl' | 'url'>;
  }
> {
  const project = await openPushedProject();
  const { url, keys, dataDir } = project;
  const { publishableKey, secretKey } = keys;
  const admin = createServerClient(url, secretKey);
  const clientOf = async (email: string, isMember: boolean): Promise<Client> => {
    const { token } = await project.signIn(email, isMember);
    return createServerClient(url, publishableKey, { accessToken: token });
  };
  return {
    connection: { admin, publishableKey, fetch, inProcessUrl: url, url },
    dataDir,
    anonClient: () => createServerClient(url, publishableKey),
    async memberClient(email = 'member@example.com') {
      const member = await clientOf(email, true);
      return process.env.TEST_CALLER === 'service' ? admin : member;
    },
    strangerClient: (email = 'stranger@example.com') => clientOf(email, false),
    memberToken: async (email = 'member@example.com') => (await project.signIn(email, true)).token,
    close: project.close,
  };
}
