import { z } from 'zod';
import type { PlatformApi } from '../../../../../shared/platforms/descriptor.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { ChoiceNeeded, type Connected, PublishError } from '../../publisher.ts';
import { type LinkedInApi, MissingPermission, parsed } from './api.ts';
import { beginUpload } from './media.ts';

/** How many pages are offered at most: looking up each name takes a request. */
const PAGES_MAX = 25;

const personIdSchema = z.string().regex(/^[\w-]{1,100}$/);
const organizationIdSchema = z.string().regex(/^\d{1,20}$/);

/** The author of posts: the member, by their id for the user's app, or a company page that they administer. */
export const authorSchema = z.union([
  z.object({ organizationId: organizationIdSchema }),
  z.object({ personId: personIdSchema }),
]);
export type Author = z.infer<typeof authorSchema>;

/** An author, with the data to show for them. */
export type KnownAuthor = { author: Author } & Pick<Connected, 'handle' | 'remoteId' | 'profileUrl' | 'limits'>;

const userSchema = z.object({ sub: personIdSchema, name: z.string().max(300).optional().catch(undefined) });
const rolesSchema = z.object({ elements: z.array(z.object({ organization: z.string() })).max(1000) });
const organizationSchema = z.object({
  localizedName: z.string().max(300),
  vanityName: z.string().max(200).optional().catch(undefined),
});
type Page = { id: string; name: string; vanityName: string | undefined };

export function authorUrn(author: Author): string {
  return 'personId' in author ? `urn:li:person:${author.personId}` : `urn:li:organization:${author.organizationId}`;
}

/**
 * The author of a token: the member, or a page if the token is from an app for pages. Such an app cannot have the
 * product that identifies the member.
 */
export async function authorOfToken(api: LinkedInApi, page: string | undefined): Promise<KnownAuthor> {
  try {
    return await readMember(api);
  } catch (error) {
    if (!(error instanceof MissingPermission)) throw error;
    return await choosePage(api, page).catch((reason: unknown) => {
      throw reason instanceof MissingPermission ? error : reason;
    });
  }
}

/**
 * Reads the member. Permission to post is checked by starting an upload that is never completed.
 * https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
 */
export async function readMember(api: LinkedInApi): Promise<KnownAuthor> {
  const user = parsed(userSchema, await api.send({ step: 'check account', path: '/v2/userinfo' }));
  const author = { personId: user.sub };
  await checkPosting(api, author);
  return {
    author,
    handle: user.name || user.sub,
    remoteId: user.sub,
    profileUrl: null,
    limits: { noComment: 'not_offered' },
  };
}

/**
 * The wanted page, or the only one. Throws ChoiceNeeded if there are several, PublishError `rejected` if the member
 * administers none.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-access-control-by-role
 */
export async function choosePage(api: LinkedInApi, wanted: string | undefined): Promise<KnownAuthor> {
  const query = { q: 'roleAssignee', role: 'ADMINISTRATOR', state: 'APPROVED', count: '100' };
  const answer = await api.send({ step: 'list pages', path: '/rest/organizationAcls', query });
  const ids = parsed(rolesSchema, answer).elements.flatMap(({ organization }) => {
    const [, id = ''] = /^urn:li:organization(?:Brand)?:(\d{1,20})$/.exec(organization) ?? [];
    return id === '' ? [] : [id];
  });
  const [first, ...others] = new Set(ids);
  if (first === undefined) throw new PublishError('rejected', NO_PAGES);
  if (wanted !== undefined && ids.includes(wanted)) return await readPage(api, wanted);
  if (wanted === undefined && others.length === 0) return await readPage(api, first);
  const options = [];
  for (const id of [first, ...others].slice(0, PAGES_MAX))
    options.push({ value: id, label: (await lookUp(api, id)).name });
  throw new ChoiceNeeded({ field: 'page', question: WHICH_PAGE, options });
}

/** Reads a page, and checks that the token may post as it. */
export async function readPage(api: LinkedInApi, id: string): Promise<KnownAuthor> {
  const { name, vanityName } = await lookUp(api, id);
  const author = { organizationId: id };
  await checkPosting(api, author);
  const profileUrl = `${api.site}/company/${encodeURIComponent(vanityName ?? id)}/`;
  return { author, handle: name, remoteId: id, profileUrl, limits: {} };
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-lookup-api */
async function lookUp(api: LinkedInApi, id: string): Promise<Page> {
  const answer = await api.send({ step: 'check page', path: `/rest/organizations/${id}` });
  const { localizedName, vanityName } = parsed(organizationSchema, answer);
  return { id, name: localizedName, vanityName };
}

async function checkPosting(api: LinkedInApi, author: Author): Promise<void> {
  await beginUpload(api, 'images', { owner: authorUrn(author) }, 'check permission to post');
}

/** Connects a page after a login. The login cannot be repeated, so its token is reused once a page is chosen. */
export async function pageOfLogIn(
  connect: (page: string | undefined, calls: PlatformCalls) => Promise<Connected>,
  page: string | undefined,
  calls: PlatformCalls,
): Promise<Connected> {
  try {
    return await connect(page, calls);
  } catch (error) {
    if (error instanceof ChoiceNeeded) throw new ChoiceNeeded(error.choice, connect);
    throw error;
  }
}

export function connectedAs(
  { site }: Pick<PlatformApi, 'site'>,
  { author: _, ...shown }: KnownAuthor,
  secret: unknown,
  expiresAt: string,
): Connected {
  return { secret, server: site, expiresAt, ...shown };
}

const WHICH_PAGE = 'Which company page should this account post to?';
const NO_PAGES =
  'You are not an administrator of any company page. Have a super admin of the page make you one, then connect again.';
