import { setupApi } from '../../../shared/api/people.ts';
import { AppError } from '../../errors.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Accounts } from '../../supabase/connection.ts';
import { isSameSecret } from '../../system/same-secret.ts';
import type { SetupLink } from './setup-link.ts';
import type { SetupPage } from './setup-page.ts';

export type SetupDeps = { accounts: Accounts | null; setupLink: SetupLink; setupPage: SetupPage };

/**
 * The first account of a workspace, created in the browser with the one-time link that `start` prints. 401 for a wrong
 * token, 409 once an account exists, and in hosted mode.
 */
export function setupRoutes({ accounts, setupLink, setupPage }: SetupDeps): Routes {
  const isNeeded = async () => accounts !== null && (await accounts.count()) === 0;
  const needed = async () => {
    if (!accounts) throw new AppError('conflict', HOSTED);
    if (!(await isNeeded())) throw new AppError('conflict', ALREADY_SET_UP);
    return accounts;
  };
  const renew = async () => {
    setupLink.renew();
    await setupPage.remove();
  };
  return routesOf(setupApi, {
    getSetup: async () => ({ needed: await isNeeded() }),
    setUp: async ({ body }) => {
      const embedded = await needed();
      if (!isSameSecret(body.token, setupLink.token())) throw new AppError('unauthorized', WRONG_TOKEN);
      const account = await embedded.addFirst(body.email, body.password);
      await renew();
      return account;
    },
    renewSetupLink: async ({ headers }) => {
      await needed();
      await renew();
      return { link: setupLink.at(`http://${headers.host}`) };
    },
    writeSetupPage: async ({ headers }) => {
      await needed();
      return { page: await setupPage.write(setupLink.at(`http://${headers.host}`)) };
    },
  });
}

const ALREADY_SET_UP = 'This workspace already has an account. Sign in with it.';
const WRONG_TOKEN = 'This set-up link is no longer valid. Use the latest link printed by the agent.';
const HOSTED =
  "The accounts of a hosted project are made in Supabase: add the user there, then run select private.add_member('me@example.com') in its SQL editor.";
