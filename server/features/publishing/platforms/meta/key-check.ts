import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { KeyEntry, KeyFinding } from '../../../../../shared/publishing/guide-window.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { PublishError } from '../../publisher.ts';
import { addressOf, isSuccess } from '../kit/api.ts';
import { openGraph } from './graph.ts';
import { endsWithinDays, tokenFacts } from './page-login.ts';

const refusalSchema = z.object({ error: z.object({ code: z.number(), message: z.string().catch('') }) });
const appTokenSchema = z.object({ access_token: z.string().max(4096) });
const privacySchema = z.object({ id: z.string(), privacy_policy_url: z.string().optional().catch(undefined) });
/** Meta's code for an unknown app ID. */
const NO_APP = 101;

type Needs = {
  /** The permissions that posting needs. */
  scopes: readonly string[];
  /** Whether the app must be published: until then, only people with a role in it see the posts. */
  isPublishedApp?: boolean;
};

/** Checks an app's ID and secret, and a user's token, as far as they were entered. */
export async function checkKeys(
  api: PlatformApi,
  { scopes, isPublishedApp = false }: Needs,
  { accessToken, appId, appSecret }: KeyEntry,
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  const findings: KeyFinding[] = [];
  if (appId && appSecret) findings.push(...(await checkApp(api, { appId, appSecret, isPublishedApp }, calls)));
  const hasApp = findings.some(({ state }) => state === 'works');
  if (accessToken) findings.push(...(await checkToken(api, scopes, { accessToken, appId, hasApp }, WORDS, calls)));
  return findings;
}

/** https://developers.facebook.com/documentation/facebook-login/guides/access-tokens#generating-an-app-access-token */
async function checkApp(
  api: PlatformApi,
  { appId, appSecret, isPublishedApp }: { appId: string; appSecret: string; isPublishedApp: boolean },
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  const { origin, version } = api;
  const answer = await calls.send({
    step: 'check app',
    url: addressOf(origin, `/${version}/oauth/access_token`),
    form: { grant_type: 'client_credentials', client_id: appId, client_secret: appSecret },
    secrets: [appSecret],
  });
  const pair = ['appId', 'appSecret'];
  if (isSuccess(answer)) {
    const works: KeyFinding = { fields: pair, state: 'works', words: 'Meta knows this app ID and its app secret.' };
    const token = appTokenSchema.safeParse(answer.json).data?.access_token;
    if (!isPublishedApp || !token || (await canBePublished(api, appId, token, calls))) return [works];
    return [works, { fields: ['appId'], state: 'unfinished', words: NOT_PUBLISHED }];
  }
  const refusal = refusalSchema.safeParse(answer.json).data?.error;
  if (refusal?.code === NO_APP || /validating application/i.test(refusal?.message ?? ''))
    return [{ fields: ['appId'], state: 'wrong', words: 'Meta has no app with this ID. Copy it again.' }];
  if (/client secret/i.test(refusal?.message ?? '')) {
    const words = 'This is not the secret of this app. Press "Show" beside "App secret", and copy it again.';
    return [{ fields: ['appSecret'], state: 'wrong', words }];
  }
  return [];
}

/**
 * Whether an app has the URL of a privacy policy, without which it cannot be published. No call reports whether it is
 * published. An app's own token may read the URL.
 * https://developers.facebook.com/docs/graph-api/reference/application
 */
async function canBePublished(api: PlatformApi, appId: string, token: string, calls: PlatformCalls): Promise<boolean> {
  const request = { step: 'check privacy policy', path: `/${appId}`, query: { fields: 'id,privacy_policy_url' } };
  const answer = await openGraph(api, token, calls)
    .send({ ...request, hasTokenParameter: true })
    .catch((error: unknown) => {
      if (error instanceof PublishError) return null;
      throw error;
    });
  const { success, data } = privacySchema.safeParse(answer?.json);
  return !success || Boolean(data.privacy_policy_url);
}

/** The messages about a user's token. */
export type TokenWords = {
  otherApp: string;
  lacks(missing: readonly string[]): string;
  /** For a token that expires within hours. */
  short: string;
  works: string;
};

/** `hasApp`: an app's valid keys were entered, with which a token that ends soon is extended. */
export async function checkToken(
  api: PlatformApi,
  scopes: readonly string[],
  { accessToken, appId, hasApp }: { accessToken: string; appId?: string | undefined; hasApp: boolean },
  words: TokenWords,
  calls: PlatformCalls,
): Promise<KeyFinding[]> {
  const finding = (state: KeyFinding['state'], said: string): KeyFinding[] => [
    { fields: ['accessToken'], state, words: said },
  ];
  try {
    const facts = await tokenFacts(openGraph(api, accessToken, calls), accessToken);
    if (!facts) return [];
    if (appId && facts.app_id && facts.app_id !== appId) return finding('wrong', words.otherApp);
    const missing = scopes.filter((scope) => facts.scopes && !facts.scopes.includes(scope));
    if (missing.length > 0) return finding('wrong', words.lacks(missing));
    if (endsWithinDays(facts, calls.now()) && !hasApp) return finding('unfinished', words.short);
    return finding('works', words.works);
  } catch (error) {
    if (error instanceof PublishError && ['auth', 'rejected'].includes(error.errorClass))
      return finding('wrong', error.message);
    throw error;
  }
}

const NOT_PUBLISHED =
  'The app has no privacy policy address yet, so it cannot be published: only people with a role in it would see your posts. Enter one under App settings, Basic, then press "Publish".';
const WORDS: TokenWords = {
  otherApp: 'This token was made for another app. Choose yours as "Meta App", and generate it again.',
  lacks: (missing) =>
    `The token lacks ${missing.join(', ')}. In the Graph API Explorer, add ${missing.length === 1 ? 'it' : 'them'} under "Permissions", then press "Generate Access Token" again.`,
  short:
    'The token has all permissions, and ends within hours. Extend it next; or copy the app ID and app secret, and Local Agent extends it.',
  works: 'Meta accepts this token, and it has all permissions.',
};
