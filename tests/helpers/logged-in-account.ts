import type { SocialAccountsRow } from '../../shared/workspace/database.ts';
import { accountsTable } from './accounts-table.ts';
import type { TestAgent } from './agent.ts';
import type { Instagram } from './instagram/imitation.ts';
import { writeSession } from './saved-sessions.ts';

const DAY_S = 86_400;

/**
 * Adds an established account that is logged in to the imitation of Instagram, with its session on the agent's machine.
 */
export async function addLoggedIn(
  agent: Pick<TestAgent, 'admin' | 'dataDir'>,
  instagram: Instagram,
  entries: Partial<SocialAccountsRow> = {},
): Promise<SocialAccountsRow> {
  const account = await accountsTable(agent.admin).insert({ is_logged_in: true, ...entries });
  const cookie = { name: 'sessionid', value: instagram.issue(), domain: '127.0.0.1', path: '/' };
  const expires = Date.now() / 1000 + DAY_S;
  await writeSession(agent.dataDir, account.id, [{ ...cookie, expires, secure: false, httpOnly: true }]);
  return account;
}
