import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { KeyEntry, KeyFinding } from '../../../../../shared/publishing/guide-window.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { addressOf, isSuccess } from '../kit/api.ts';
import { checkToken, type TokenWords } from '../meta/key-check.ts';
import { THREADS_SCOPES } from './account.ts';

/** Both formats of Meta's errors. */
const refusalSchema = z
  .union([
    z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
    z.object({ error_message: z.string() }).transform(({ error_message }) => error_message),
  ])
  .catch('');

/** Checks the app's ID and secret, and the user's token, as far as they were entered. */
export async function checkThreadsKeys(
  api: PlatformApi,
  { accessToken, appId, appSecret }: KeyEntry,
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  const ofApp = appId && appSecret ? await checkApp(api, { appId, appSecret }, calls) : [];
  if (!accessToken) return ofApp;
  const hasApp = Boolean(appSecret);
  return [...ofApp, ...(await checkToken(api, THREADS_SCOPES, { accessToken, hasApp }, WORDS, calls))];
}

/**
 * Requests a token for the app itself.
 * https://developers.facebook.com/documentation/threads/get-started/app-access-tokens
 */
async function checkApp(
  { origin }: PlatformApi,
  { appId, appSecret }: { appId: string; appSecret: string },
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  const query = { client_id: appId, client_secret: appSecret, grant_type: 'client_credentials' };
  const url = addressOf(origin, '/oauth/access_token', query);
  const answer = await calls.send({ step: 'check app', url, secrets: [appSecret] });
  if (isSuccess(answer))
    return [{ fields: ['appId', 'appSecret'], state: 'works', words: 'Threads knows this app ID and its app secret.' }];
  const said = refusalSchema.parse(answer.json);
  if (/client secret/i.test(said)) return [{ fields: ['appSecret'], state: 'wrong', words: OTHER_SECRET }];
  if (/validating application|platform app/i.test(said))
    return [{ fields: ['appId'], state: 'wrong', words: OTHER_ID }];
  return [];
}

const OTHER_ID =
  'Threads has no app with this ID. Copy the Threads app ID: the App ID of the whole app is another number.';
const OTHER_SECRET =
  'This is not the secret of this Threads app. Copy the Threads app secret: the App secret of the whole app is another one.';
const WORDS: TokenWords = {
  otherApp: 'This token was made for another app. Generate it in yours.',
  lacks: (missing) =>
    `The token lacks ${missing.join(', ')}. Press "Add" beside ${missing.length === 1 ? 'it' : 'them'} in the use case, then generate the token again.`,
  short:
    'The token has all permissions, and ends within hours. Generate one under "User Token Generator"; or copy the Threads app secret, and Local Agent extends it.',
  works: 'Threads accepts this token, and it has all permissions.',
};
