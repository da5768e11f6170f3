import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import { type Read, readSchema } from '../../../../../shared/platforms/reads.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type Connected, PublishError } from '../../publisher.ts';
import { lacking, lackingOf, type ReadScopes } from '../kit/reads.ts';
import { idSchema, openGraph, parsed, tokenSchema } from '../meta/graph.ts';
import { isNotPermitted } from '../meta/graph-errors.ts';
import { type LogIn, logInSchema } from '../meta/log-in.ts';
import {
  isToBeRenewed,
  type LongToken,
  longTokenFields,
  renewalProblem,
  renewed,
  TOKEN_MS,
} from '../meta/long-token.ts';
import {
  accessEndOf,
  assertGranted,
  endOf,
  type PageEntry,
  pageLogin,
  readPage,
  tokenFacts,
} from '../meta/page-login.ts';

/** The permissions for posting through a Page, to which pictures are temporarily uploaded. */
export const LINKED_SCOPES = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
];
/** The permissions for posting with the account's own login. */
export const INSTAGRAM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
];
/** The permissions for insights, in both ways to log in. */
export const READ_SCOPES: { readonly [way in InstagramSecret['way']]: ReadScopes } = {
  page: { figures: ['instagram_manage_insights'] },
  instagram: { figures: ['instagram_business_manage_insights'] },
};
const LINKED = ',instagram_business_account{id,username}';

const account = {
  igId: idSchema,
  username: z.string(),
  accessToken: tokenSchema,
  /** The app and the choices of a login; absent if the token was entered. */
  logIn: logInSchema.optional(),
  lacks: z.array(readSchema).optional(),
};
export const secretSchema = z.discriminatedUnion('way', [
  z.object({ way: z.literal('page'), pageId: idSchema, ...account }),
  z.object({ way: z.literal('instagram'), ...account, ...longTokenFields }),
]);
export type InstagramSecret = z.infer<typeof secretSchema>;
type OwnSecret = InstagramSecret & { way: 'instagram' };
type Apis = { instagram: PlatformApi; facebook: PlatformApi };
type KeepSecret = (secret: unknown) => Promise<void>;

const meSchema = z.object({ user_id: idSchema, username: z.string().max(200) });

/** Instagram's tokens have this prefix, Facebook's have EAA. */
export function isInstagramToken(token: string): boolean {
  return token.startsWith('IG');
}

/** https://developers.facebook.com/docs/instagram-platform/instagram-api-with-facebook-login/get-started */
export async function connectByPage(
  apis: Apis,
  entry: PageEntry,
  calls: PlatformCalls,
  logIn?: LogIn | undefined,
): Promise<Connected> {
  const { page, expiresAt, accessEndsAt, granted } = await pageLogin(
    apis.facebook,
    entry,
    {
      scopes: LINKED_SCOPES,
      fields: LINKED,
      question: 'Which Instagram account should this account post to?',
      isFit: ({ instagram_business_account }) => instagram_business_account !== undefined,
      none: 'No professional Instagram account is linked to a Page of this token. Link it in the settings of the Page, and choose both when you generate the token. For a Page of a business portfolio, add the permission business_management.',
      label: ({ name, instagram_business_account }) => `@${instagram_business_account?.username} (${name})`,
    },
    calls,
  );
  const linked = page.instagram_business_account;
  if (!linked) throw new PublishError('rejected', NOT_LINKED);
  const { id: igId, username } = linked;
  const ids = { pageId: page.id, igId, username };
  const lacks = lackingOf(READ_SCOPES.page, granted) ?? [];
  const accessToken = page.access_token;
  const secret: InstagramSecret = { way: 'page', ...ids, accessToken, lacks, ...(logIn && { logIn }) };
  return connected(apis, secret, expiresAt ?? (logIn ? accessEndsAt : null));
}

/** https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/get-started */
export async function connectByToken(apis: Apis, accessToken: string, calls: PlatformCalls): Promise<Connected> {
  const own = await readPublishing(apis, accessToken, calls);
  const lacks = await askForInsights(apis, accessToken, own.igId, calls);
  const issued = { way: 'instagram' as const, ...own, ...(lacks && { lacks }) };
  // A token issued today cannot be refreshed yet, so checkSecret does it tomorrow. Until then the token is assumed to
  // be new.
  const newer = await renewed(apis.instagram, accessToken, 'ig_refresh_token', calls);
  const expiresAt = new Date(calls.now().getTime() + TOKEN_MS).toISOString();
  return connected(apis, { ...issued, ...(newer instanceof PublishError ? { accessToken, expiresAt } : newer) });
}

/** Connects with the token of a login, whose expiry is known. */
export async function connectByLogIn(
  apis: Apis,
  { granted, ...token }: LongToken & { granted: readonly string[] | null },
  logIn: LogIn,
  calls: PlatformCalls,
): Promise<Connected> {
  const own = await readPublishing(apis, token.accessToken, calls);
  const lacks = lackingOf(READ_SCOPES.instagram, granted);
  return connected(apis, { way: 'instagram', ...own, ...token, logIn, ...(lacks && { lacks }) });
}

/** Reads the account of a token, and checks that it may publish: no other token may read the quota. */
async function readPublishing(apis: Apis, accessToken: string, calls: PlatformCalls) {
  const own = await readOwn(apis, accessToken, calls);
  const path = `/${own.igId}/content_publishing_limit`;
  await openGraph(apis.instagram, accessToken, calls).send({ step: 'check permissions', path });
  return own;
}

/**
 * The optional reads that an entered token lacks; undefined if unclear. No API reports its permissions, so a call tries
 * them.
 */
async function askForInsights(
  apis: Apis,
  accessToken: string,
  igId: string,
  calls: PlatformCalls,
): Promise<Read[] | undefined> {
  const request = { step: 'check permissions', path: `/${igId}/insights`, query: { metric: 'reach', period: 'day' } };
  try {
    await openGraph(apis.instagram, accessToken, calls).send(request);
    return [];
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return isNotPermitted(error) ? ['figures'] : undefined;
  }
}

/**
 * Checks whether the login is valid, and refreshes its token ahead of expiry. `problem` says why Instagram does not
 * refresh it.
 */
export async function checkSecret(
  apis: Apis,
  secret: InstagramSecret,
  calls: PlatformCalls,
  keepSecret: KeepSecret,
): Promise<Connected> {
  if (secret.way === 'page') return await checkPage(apis, secret, calls);
  const { username, igId } = await readOwn(apis, secret.accessToken, calls);
  const known: OwnSecret = { ...secret, username, igId };
  if (!isToBeRenewed(known, calls.now())) return connected(apis, known);
  const newer = await renewed(apis.instagram, secret.accessToken, 'ig_refresh_token', calls);
  if (newer instanceof PublishError)
    return { ...connected(apis, known), problem: renewalProblem('Instagram', known, newer, calls.now()) };
  const kept: OwnSecret = { ...known, ...newer };
  await keepSecret(kept);
  return connected(apis, kept);
}

async function checkPage(
  apis: Apis,
  secret: InstagramSecret & { way: 'page' },
  calls: PlatformCalls,
): Promise<Connected> {
  const graph = openGraph(apis.facebook, secret.accessToken, calls);
  const { instagram_business_account: linked } = await readPage(graph, LINKED);
  if (!linked) throw new PublishError('auth', NOT_LINKED);
  const facts = await tokenFacts(graph, secret.accessToken);
  if (facts?.scopes) assertGranted(facts.scopes, LINKED_SCOPES);
  const ends = endOf(facts) ?? (secret.logIn ? accessEndOf(facts) : null);
  const lacks = lackingOf(READ_SCOPES.page, facts?.scopes) ?? secret.lacks;
  const seen = { igId: linked.id, username: linked.username, ...(lacks && { lacks }) };
  return connected(apis, { ...secret, ...seen }, ends);
}

async function readOwn({ instagram }: Apis, accessToken: string, calls: PlatformCalls) {
  const query = { fields: 'user_id,username' };
  const answer = await openGraph(instagram, accessToken, calls).send({ step: 'check account', path: '/me', query });
  const { user_id: igId, username } = parsed(meSchema, answer);
  return { igId, username };
}

function connected({ instagram }: Apis, secret: InstagramSecret, expiresAt: string | null = null): Connected {
  return {
    secret,
    handle: `@${secret.username}`,
    remoteId: secret.igId,
    profileUrl: `${instagram.site}/${encodeURIComponent(secret.username)}/`,
    server: instagram.site,
    expiresAt: secret.way === 'instagram' ? secret.expiresAt : expiresAt,
    limits: { ...(secret.way === 'instagram' && { needsAddress: true }), ...lacking(secret.lacks) },
  };
}

const NOT_LINKED =
  'The Page is no longer linked to a professional Instagram account. Link it in the settings of the Page, then connect again.';
