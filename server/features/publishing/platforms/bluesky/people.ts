import { z } from 'zod';
import { PEOPLE_MAX } from '../../../../../shared/publishing/people.ts';
import type { PlatformCalls } from '../../platform-calls.ts';
import type { FoundPerson } from '../../publisher.ts';
import { PEOPLE_LIMIT_MS } from '../kit/people.ts';
import type { Authorized } from './login.ts';
import { answerOf, methodUrl } from './xrpc.ts';

const foundSchema = z.object({ actors: z.array(z.unknown()) });
const actorSchema = z.object({
  handle: z.string().regex(/^[a-z0-9.-]{1,253}$/i),
  displayName: z.string().optional().catch(undefined),
  avatar: z.string().optional().catch(undefined),
});
/** Of an account whose domain no longer leads to it: it cannot be mentioned by name. */
const INVALID = 'handle.invalid';

/**
 * Through the account's server, so that blocks count, and people whom it follows come first.
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
