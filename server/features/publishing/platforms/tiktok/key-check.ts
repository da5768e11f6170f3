import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { KeyEntry, KeyFinding } from '../../../../../shared/publishing/guide-window.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { addressOf } from '../kit/api.ts';
import { appFinding } from '../kit/key-check.ts';
import { postForm, refusalOf } from '../kit/oauth.ts';

/** The prefix of a sandbox's client keys. */
const SANDBOX = 'sb';

/** Requests a token for the app itself. https://developers.tiktok.com/doc/client-access-token-management */
export async function checkKeys(
  { origin, version }: PlatformApi,
  { clientKey, clientSecret }: KeyEntry,
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  if (!clientKey || !clientSecret) return [];
  const form = { client_key: clientKey, client_secret: clientSecret, grant_type: 'client_credentials' };
  const answer = await postForm(calls, 'check app', addressOf(origin, `/${version}/oauth/token/`), form);
  const { error } = refusalOf(answer, '');
  const finding = appFinding(['clientKey', 'clientSecret'], answer, {
    // TikTok only returns these two errors after it has accepted the keys.
    isTaken: error === '' ? answer.status === 200 : error === 'unauthorized_client' || error === 'invalid_scope',
    isRefused: error === 'invalid_client',
    works: 'TikTok knows this client key and its secret.',
    wrong: 'TikTok does not know this client key with this secret. Copy both from the same app, below "Credentials".',
  });
  if (finding.state !== 'works' || !clientKey.startsWith(SANDBOX)) return [finding];
  const words = 'These are the keys of a sandbox. Your TikTok account has to be among its "Target users".';
  return [finding, { fields: ['clientKey'], state: 'unfinished', words }];
}
