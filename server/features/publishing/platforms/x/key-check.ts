import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { KeyEntry, KeyFinding } from '../../../../../shared/publishing/guide-window.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { addressOf } from '../kit/api.ts';
import { appFinding } from '../kit/key-check.ts';

/**
 * Checks the API Key and its secret by requesting a token for the app itself, which is free. The other two keys can
 * only be checked by connecting. https://docs.x.com/fundamentals/authentication/oauth-2-0/application-only
 */
export async function checkKeys(
  { origin }: PlatformApi,
  { apiKey, apiSecret }: KeyEntry,
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  if (!apiKey || !apiSecret) return [];
  const pair = [apiKey, apiSecret].map(encodeURIComponent).join(':');
  const answer = await calls.send({
    step: 'check app',
    url: addressOf(origin, '/oauth2/token'),
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
    form: { grant_type: 'client_credentials' },
  });
  const finding = appFinding(['apiKey', 'apiSecret'], answer, {
    isTaken: answer.status === 200,
    isRefused: answer.status === 401 || answer.status === 403,
    works: 'X knows this API Key and its secret.',
    wrong:
      'X does not know this API Key with this secret. Regenerate "API Key and Secret" under "Keys and tokens", and copy both.',
  });
  return [finding];
}
