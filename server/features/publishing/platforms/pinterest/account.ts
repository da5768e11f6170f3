import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { Connected } from '../../publisher.ts';
import type { Api } from '../kit/api.ts';
import { idSchema, parsed } from './api.ts';
import { boardNames } from './boards.ts';
import { appSchema, type PinterestApp, type Tokens, tokensSchema } from './oauth.ts';

export const secretSchema = z.object({ app: appSchema, tokens: tokensSchema, accountId: idSchema });
export type PinterestSecret = z.infer<typeof secretSchema>;

const accountSchema = z.object({ id: idSchema, username: z.string().min(1).max(200) });

/** https://developers.pinterest.com/docs/api/v5/user_account-get */
export async function readAccount(
  { site }: Pick<PlatformApi, 'site'>,
  api: Api,
  app: PinterestApp,
  /** Called after the requests, which may have refreshed the tokens. */
  tokens: () => Tokens,
): Promise<Connected> {
  const answer = await api.send({ step: 'check account', path: '/user_account' });
  const { id, username } = parsed(accountSchema, answer);
  const boards = await boardNames(api);
  const secret: PinterestSecret = { app, tokens: tokens(), accountId: id };
  return {
    secret,
    handle: `@${username}`,
    remoteId: id,
    profileUrl: `${site}/${encodeURIComponent(username)}/`,
    server: site,
    expiresAt: secret.tokens.endsAt,
    limits: { ...(boards.length > 0 && { offers: { board: boards } }) },
  };
}
