import {
  setupLinkSchema,
  setupPageSchema,
  setupRequestSchema,
  setupStateSchema,
  userSchema,
} from '../../../shared/agent/agent-api.ts';
import { AppError } from '../../errors.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Accounts } from '../../supabase/connection.ts';
import { isSameSecret } from '../../system/same-secret.ts';
import type { SetupLink } from './setup-link.ts';
import type { SetupPage } from './setup-page.ts';

export type SetupDeps = { accounts: Accounts | null; setupLink: SetupLink; setupPage: SetupPage };

/**
 * The first account of a workspace, made in the browser with the one-time link that `start` prints. GET /api/setup says
 * whether it is still to be made; POST /api/setup makes it (401 wrong token, 409 already made); POST /api/setup/link
 * gives the agent token's holder a new link, POST /api/setup/page a file that redirects a browser to the newest one.
 * Hosted projects have no set-up here: 409.
 */
export function setupRoutes({ accounts, setupLink, setupPage }: SetupDeps): Routes {
  const isNeeded = async () => accounts !== null && (await accounts.count()) === 0;
  const assertNeeded = async () => {
    if (!accounts) throw new AppError('conflict', HOSTED);
    if (!(await isNeeded())) throw new AppError('conflict', ALREADY_SET_UP);
  };
  const renew = async () => {
    setupLink.renew();
    await setupPage.remove();
  };

  return (api) => {
    api.get(
      '/api/setup',
      { config: { access: 'open' }, schema: { response: { 200: setupStateSchema } } },
      async () => ({ needed: await isNeeded() }),
    );

    api.post(
      '/api/setup',
      { config: { access: 'open' }, schema: { body: setupRequestSchema, response: { 201: userSchema } } },
      async ({ body }, reply) => {
        if (!accounts) throw new AppError('conflict', HOSTED);
        if (!(await isNeeded())) throw new AppError('conflict', ALREADY_SET_UP);
        if (!isSameSecret(body.token, setupLink.token())) throw new AppError('unauthorized', WRONG_TOKEN);
        const account = await accounts.addFirst(body.email, body.password);
        await renew();
        return reply.code(201).send(account);
      },
    );

    api.post(
      '/api/setup/link',
      { config: { access: 'agent' }, schema: { response: { 201: setupLinkSchema } } },
      async (request, reply) => {
        await assertNeeded();
        await renew();
        return reply.code(201).send({ link: setupLink.at(`http://${request.headers.host}`) });
      },
    );

    api.post(
      '/api/setup/page',
      { config: { access: 'agent' }, schema: { response: { 201: setupPageSchema } } },
      async (request, reply) => {
        await assertNeeded();
        const page = await setupPage.write(setupLink.at(`http://${request.headers.host}`));
        return reply.code(201).send({ page });
      },
    );
  };
}

const ALREADY_SET_UP = 'This workspace already has an account. Sign in with it.';
const WRONG_TOKEN = 'This set-up link is no longer valid. Use the latest link printed by the agent.';
const HOSTED =
  "The accounts of a hosted project are made in Supabase: add the user there, then run select private.add_member('me@example.com') in its SQL editor.";
