import { z } from 'zod';
import { PEOPLE_MAX } from '../../../../../shared/publishing/people.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import { type FoundPerson, type OutgoingPost, PublishError } from '../../publisher.ts';
import { PEOPLE_LIMIT_MS } from '../kit/people.ts';
import { type Authorized, didSchema } from './login.ts';
import { mentionedIn } from './records.ts';
import { answerOf, methodUrl } from './xrpc.ts';

/** Bounds the lookups: a text may mention any number of accounts. */
const MENTIONS_MAX = 25;

const foundSchema = z.object({ actors: z.array(z.unknown()) });
const actorSchema = z.object({
  handle: z.string().regex(/^[a-z0-9.-]{1,253}$/i),
  displayName: z.string().optional().catch(undefined),
  avatar: z.string().optional().catch(undefined),
});
/** The handle of an account whose domain no longer confirms it. Such an account cannot be mentioned by name. */
const INVALID = 'handle.invalid';

/**
 * Searches through the account's own server, so that blocks apply, and accounts that it follows come first.
 * https://docs.bsky.app/docs/api/app-bsky-actor-search-actors-typeahead
 */
export async function searchPeople(query: string, account: Authorized, calls: PlatformCalls): Promise<FoundPerson[]> {
  const answer = await account.send(({ pds }) => ({
    step: 'search people',
    url: methodUrl(pds, 'app.bsky.actor.searchActorsTypeahead', { q: query, limit: String(PEOPLE_MAX) }),
    limitMs: PEOPLE_LIMIT_MS,
  }));
  const { actors } = answerOf(answer, foundSchema, { now: calls.now() });
  return actors.flatMap((actor) => {
    const { handle, displayName = '', avatar = null } = actorSchema.safeParse(actor).data ?? { handle: INVALID };
    return handle === INVALID ? [] : [{ handle: handle.toLowerCase(), name: displayName, picture: avatar }];
  });
}

/**
 * Resolves the mentioned handles. A handle that cannot be resolved now stays plain text, rather than delaying the post.
 */
export async function accountsMentioned(post: OutgoingPost, account: Authorized, calls: PlatformCalls) {
  const dids = new Map<string, string>();
  for (const handle of mentionedIn(post).slice(0, MENTIONS_MAX)) {
    const did = await accountOf(handle, account, calls);
    if (did) dids.set(handle, did);
  }
  return dids;
}

async function accountOf(handle: string, account: Authorized, calls: PlatformCalls): Promise<string | null> {
  try {
    const answer = await calls.send({
      step: `look up @${handle}`,
      url: methodUrl(account.login().pds, 'com.atproto.identity.resolveHandle', { handle }),
    });
    return answerOf(answer, z.object({ did: didSchema }), { now: calls.now() }).did;
  } catch (error) {
    if (error instanceof PublishError && error.errorClass !== 'rate_limit') return null;
    throw error;
  }
}
