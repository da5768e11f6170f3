import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { KeyEntry, KeyFinding } from '../../../../../shared/publishing/guide-window.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf, isSuccess } from '../kit/api.ts';
import { openGraph } from './graph.ts';
import { endsWithinDays, tokenFacts } from './page-login.ts';

const refusalSchema = z.object({ error: z.object({ code: z.number(), message: z.string().catch('') }) });
/** The app's id is unknown. */
const NO_APP = 101;

/** Asks about an app's pair and a person's token, as far as they are there. `scopes` are those that posting needs. */
export async function checkKeys(
  api: PlatformApi,
  scopes: readonly string[],
  { accessToken, appId, appSecret }: KeyEntry,
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  const findings: KeyFinding[] = [];
  if (appId && appSecret) findings.push(...(await checkApp(api, { appId, appSecret }, calls)));
  const hasApp = findings.some(({ state }) => state === 'works');
  if (accessToken) findings.push(...(await checkToken(api, scopes, { accessToken, appId, hasApp }, calls)));
  return findings;
}

/** https://developers.facebook.com/documentation/facebook-login/guides/access-tokens#generating-an-app-access-token */
async function checkApp(
  { origin, version }: PlatformApi,
  { appId, appSecret }: { appId: string; appSecret: string },
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  const answer = await calls.send({
    step: 'check app',
    url: addressOf(origin, `/${version}/oauth/access_token`),
    form: { grant_type: 'client_credentials', client_id: appId, client_secret: appSecret },
    secrets: [appSecret],
  });
  const pair = ['appId', 'appSecret'];
  if (isSuccess(answer)) return [{ fields: pair, state: 'works', words: 'Meta knows this app ID and its app secret.' }];
  const refusal = refusalSchema.safeParse(answer.json).data?.error;
  if (refusal?.code === NO_APP || /validating application/i.test(refusal?.message ?? ''))
    return [{ fields: ['appId'], state: 'wrong', words: 'Meta knows no app with this ID. Copy it again.' }];
  if (/client secret/i.test(refusal?.message ?? '')) {
    const words = 'This is not the secret of this app. Press "Show" beside "App secret", and copy it again.';
    return [{ fields: ['appSecret'], state: 'wrong', words }];
  }
  return [];
}

async function checkToken(
  api: PlatformApi,
  scopes: readonly string[],
  { accessToken, appId, hasApp }: { accessToken: string; appId: string | undefined; hasApp: boolean },
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  const finding = (state: KeyFinding['state'], words: string): KeyFinding[] => [
    { fields: ['accessToken'], state, words },
  ];
  try {
    const facts = await tokenFacts(openGraph(api, accessToken, calls), accessToken);
    if (!facts) return [];
    if (appId && facts.app_id && facts.app_id !== appId)
      return finding(
        'wrong',
        'This token was made for another app. Choose yours as "Meta App", and generate it again.',
      );
    const missing = scopes.filter((scope) => facts.scopes && !facts.scopes.includes(scope));
    if (missing.length > 0) return finding('wrong', lacks(missing));
    if (endsWithinDays(facts, calls.now()) && !hasApp) return finding('unfinished', SHORT);
    return finding('works', 'Meta takes this token, and it has all permissions.');
  } catch (error) {
    if (error instanceof PublishError && ['auth', 'rejected'].includes(error.errorClass))
      return finding('wrong', error.message);
    throw error;
  }
}

const lacks = (missing: readonly string[]) =>
  `The token lacks ${missing.join(', ')}. In the Graph API Explorer, add ${missing.length === 1 ? 'it' : 'them'} under "Permissions", then press "Generate Access Token" again.`;
const SHORT =
  'The token has all permissions, and ends within hours. Extend it next; or copy the app ID and app secret, and Local Agent extends it.';
