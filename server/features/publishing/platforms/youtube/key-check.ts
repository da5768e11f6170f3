import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { KeyEntry, KeyFinding } from '../../../../../shared/publishing/guide-window.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { addressOf } from '../kit/api.ts';
import { appFinding } from '../kit/key-check.ts';
import { postForm, refusalOf } from '../kit/oauth.ts';

/**
 * Sends a code that does not exist: Google checks the client before the code.
 * https://developers.google.com/identity/protocols/oauth2/native-app#exchange-errors
 */
export async function checkKeys(
  { origin, tokenOrigin = origin }: PlatformApi,
  { clientId, clientSecret }: KeyEntry,
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  if (!clientId || !clientSecret) return [];
  const answer = await postForm(calls, 'check app', addressOf(tokenOrigin, '/token'), {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'authorization_code',
    code: 'none',
    redirect_uri: 'http://127.0.0.1',
  });
  const { error, said } = refusalOf(answer, '');
  if (error === 'redirect_uri_mismatch') {
    const words = 'This client is not for a desktop app. Create another, and choose "Desktop app" as its type.';
    return [{ fields: ['clientId'], state: 'wrong', words }];
  }
  const finding = appFinding(['clientId', 'clientSecret'], answer, {
    isTaken: error === 'invalid_grant',
    isRefused: ['invalid_client', 'unauthorized_client', 'deleted_client'].includes(error),
    works: 'Google knows this client and its secret.',
    wrong: `Google does not know this client with this secret (${said}). Copy both from the same client.`,
  });
  return [finding];
}
