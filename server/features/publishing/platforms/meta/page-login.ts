import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { ChoiceNeeded, type Connected, PublishError } from '../../publisher.ts';
import { type Graph, idSchema, openGraph, parsed, readList, tokenSchema } from './graph.ts';
import { GraphError, NEW_TOKEN } from './graph-errors.ts';
import { ofApp } from './log-in.ts';

/**
 * Tokens that expire sooner are short-lived, such as the Graph API Explorer's. So are the Page tokens derived from
 * them.
 */
const SHORT_MS = 2 * 24 * 3_600_000;
const PAGES_OF_LIST = 5;
/** Limit of the Pages named in an error. */
const NAMED_MAX = 3;

const tokenFactsSchema = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.string().optional().catch(undefined),
    type: z.string().optional().catch(undefined),
    scopes: z.array(z.string()).optional().catch(undefined),
    /** Seconds since the epoch; 0 for a token that does not expire. */
    expires_at: z.number().nonnegative().max(8e12).optional().catch(undefined),
    /** When the user's permission to access data expires, 90 days after their login. */
    data_access_expires_at: z.number().nonnegative().max(8e12).optional().catch(undefined),
    error: z.object({ message: z.string() }).optional().catch(undefined),
  }),
});
type TokenFacts = z.infer<typeof tokenFactsSchema>['data'];

const permissionSchema = z.object({ permission: z.string(), status: z.string() });
const exchangedSchema = z.object({ access_token: tokenSchema });

const linkedSchema = z.object({ id: idSchema, username: z.string().max(200) });
const pageSchema = z.object({
  id: idSchema,
  name: z.string().max(500),
  link: z.string().optional().catch(undefined),
  tasks: z.array(z.string()).optional().catch(undefined),
  access_token: tokenSchema.optional().catch(undefined),
  instagram_business_account: linkedSchema.optional().catch(undefined),
});
/** A Page with its own token. */
export type Page = z.infer<typeof pageSchema> & { access_token: string };

/** The user's input to post as one of their Pages, or as the Instagram account linked to one. */
export type PageEntry = {
  accessToken: string;
  appId?: string | undefined;
  appSecret?: string | undefined;
  page?: string | undefined;
};

/** `accessEndsAt` is when the user's permission to access data expires; null if unknown. */
export type PageLogin = {
  page: Page;
  expiresAt: string | null;
  accessEndsAt: string | null;
  granted: readonly string[];
};

/** The platform's requirements for Pages. */
export type PageWants = {
  scopes: readonly string[];
  fields: string;
  question: string;
  /** Whether a Page is suitable; others are not offered. */
  isFit(page: ListedPage): boolean;
  /** The message if no Page is suitable. */
  none: string;
  label(page: Page): string;
};

/**
 * Finds the Page of a token. Throws ChoiceNeeded if there are several, PublishError `auth` for an invalid token or
 * missing permissions, `rejected` for a short-lived token that cannot be exchanged.
 * https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
 */
export async function pageLogin(
  api: PlatformApi,
  entry: PageEntry,
  wants: PageWants,
  calls: PlatformCalls,
): Promise<PageLogin> {
  const graph = openGraph(api, entry.accessToken, calls);
  const facts = await tokenFacts(graph, entry.accessToken);
  const granted = await grantedScopes(graph, facts);
  assertGranted(granted, wants.scopes);
  if (facts?.type === 'PAGE') return { ...(await ownPage(graph, entry.accessToken, facts, wants)), granted };
  const long = endsWithinDays(facts, calls.now()) ? openGraph(api, await exchanged(api, entry, calls), calls) : graph;
  const { entries } = await readList(
    long,
    pageSchema,
    {
      step: 'list Pages',
      path: '/me/accounts',
      query: { fields: `id,name,link,tasks,access_token${wants.fields}`, limit: '100' },
    },
    { pages: PAGES_OF_LIST },
  );
  const page = chosen(entries, entry.page, wants);
  // A Page's token does not expire if the user's is long-lived.
  return { page, expiresAt: null, accessEndsAt: accessEndOf(facts), granted };
}

type ListedPage = z.infer<typeof pageSchema>;

/** Whether the user's tasks on a Page include posting. https://developers.facebook.com/docs/pages-api/overview */
function mayPost(page: ListedPage): page is Page {
  const { tasks, access_token } = page;
  if (access_token === undefined) return false;
  return tasks === undefined || tasks.includes('CREATE_CONTENT') || tasks.includes('PROFILE_PLUS_CREATE_CONTENT');
}

function chosen(listed: readonly ListedPage[], wanted: string | undefined, wants: PageWants): Page {
  const fit = listed.filter(wants.isFit);
  const pages = fit.filter(mayPost);
  const [first, ...others] = pages;
  if (!first) throw new PublishError('rejected', fit.length > 0 ? withoutRole(fit) : wants.none);
  const found = pages.find(({ id }) => id === wanted);
  if (found) return found;
  if (wanted === undefined && others.length === 0) return first;
  const options = pages.map((page) => ({ value: page.id, label: wants.label(page) }));
  throw new ChoiceNeeded({ field: 'page', question: wants.question, options });
}

async function ownPage(
  graph: Graph,
  token: string,
  facts: TokenFacts,
  wants: PageWants,
): Promise<Omit<PageLogin, 'granted'>> {
  const page = { ...(await readPage(graph, wants.fields)), access_token: token };
  if (!wants.isFit(page)) throw new PublishError('rejected', wants.none);
  return { page, expiresAt: endOf(facts), accessEndsAt: accessEndOf(facts) };
}

/** Reads the Page of a Page token. */
export async function readPage(graph: Graph, fields: string) {
  const answer = await graph.send({ step: 'check Page', path: '/me', query: { fields: `id,name,link${fields}` } });
  return parsed(pageSchema, answer);
}

/**
 * Meta's data about a token; null if this app may not query it. Throws PublishError `auth` if the token is invalid.
 * https://developers.facebook.com/documentation/facebook-login/guides/access-tokens/debugging
 */
export async function tokenFacts(graph: Graph, token: string): Promise<TokenFacts | null> {
  const query = { input_token: token };
  try {
    const answer = await graph.send({ step: 'check token', path: '/debug_token', query, hasTokenParameter: true });
    const { data } = parsed(tokenFactsSchema, answer);
    if (!data.is_valid)
      throw new GraphError('auth', `${data.error?.message ?? NOT_VALID} ${NEW_TOKEN}`, { code: 190, subcode: null });
    return data;
  } catch (error) {
    const mayNotAsk =
      error instanceof GraphError && error.code !== 190 && ['auth', 'rejected'].includes(error.errorClass);
    if (mayNotAsk) return null;
    throw error;
  }
}

/** When a token expires, ISO 8601; null if it does not. */
export function endOf(facts: TokenFacts | null): string | null {
  return isSet(facts?.expires_at) ? new Date(facts.expires_at * 1000).toISOString() : null;
}

/** When the user's permission to access data expires, ISO 8601; null if unknown. */
export function accessEndOf(facts: TokenFacts | null): string | null {
  const ends = facts?.data_access_expires_at;
  return isSet(ends) ? new Date(ends * 1000).toISOString() : null;
}

/**
 * Connects a Page after a login on Facebook's page. The login cannot be repeated, so its token is reused once a Page is
 * chosen.
 */
export async function pageOfLogIn(
  entry: PageEntry,
  connect: (entry: PageEntry, calls: PlatformCalls) => Promise<Connected>,
  calls: PlatformCalls,
): Promise<Connected> {
  try {
    return await connect(entry, calls);
  } catch (error) {
    if (!(error instanceof ChoiceNeeded)) throw error;
    throw new ChoiceNeeded(error.choice, (page, later) => connect({ ...entry, page }, later));
  }
}

/** Whether a token is short-lived, such as the Explorer's, and must be extended. */
export function endsWithinDays(facts: TokenFacts | null, now: Date): boolean {
  return isSet(facts?.expires_at) && facts.expires_at * 1000 < now.getTime() + SHORT_MS;
}

function isSet(seconds: number | undefined): seconds is number {
  return seconds !== undefined && seconds > 0;
}

/** https://developers.facebook.com/docs/graph-api/reference/user/permissions */
async function grantedScopes(graph: Graph, facts: TokenFacts | null): Promise<readonly string[]> {
  if (facts?.scopes) return facts.scopes;
  const request = { step: 'check permissions', path: '/me/permissions' };
  const { entries } = await readList(graph, permissionSchema, request, { pages: 1 });
  return entries.filter(({ status }) => status === 'granted').map(({ permission }) => permission);
}

/** Throws PublishError `auth` if a permission is missing. */
export function assertGranted(given: readonly string[], needed: readonly string[], remedy = GENERATE_AGAIN): void {
  const missing = needed.filter((scope) => !given.includes(scope));
  if (missing.length === 0) return;
  const permissions = missing.length === 1 ? 'the permission' : 'the permissions';
  throw new PublishError('auth', `The token lacks ${permissions} ${missing.join(', ')}. ${remedy}`);
}

/** Exchanges a short-lived token for one of 60 days, with the app's secret in the body. */
async function exchanged(api: PlatformApi, entry: PageEntry, calls: PlatformCalls): Promise<string> {
  const { accessToken, appId, appSecret } = entry;
  if (!appId || !appSecret) throw new PublishError('rejected', TOO_SHORT);
  const form = {
    grant_type: 'fb_exchange_token',
    client_id: appId,
    client_secret: appSecret,
    fb_exchange_token: accessToken,
  };
  const request = { step: 'exchange token', path: '/oauth/access_token', form, secrets: [appSecret] };
  const answer = await openGraph(api, accessToken, calls)
    .send(request)
    .catch((error: unknown) => {
      throw error instanceof PublishError ? ofApp(error) : error;
    });
  return parsed(exchangedSchema, answer).access_token;
}

function withoutRole(pages: readonly ListedPage[]): string {
  const names = pages.slice(0, NAMED_MAX).map(({ name }) => name);
  return `You may not post to ${names.join(', ')}: your access there lacks Content. Have an admin give it to you in the Page's settings, Page access; then generate a new token.`;
}

const GENERATE_AGAIN = 'Generate one with all permissions that the guide names.';
const NOT_VALID = 'Meta no longer accepts this token.';
const TOO_SHORT =
  'This token ends within hours. Extend it in the Access Token Debugger, or enter the app ID and app secret as well.';
