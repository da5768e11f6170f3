import { z } from 'zod';
import { PEOPLE_MAX } from '../../../../../shared/publishing/people.ts';
import { type FoundPerson, PublishError } from '../../publisher.ts';
import { PEOPLE_LIMIT_MS } from '../kit/people.ts';
import type { MastodonSecret } from './account.ts';
import { type MastodonApi, parsed } from './api.ts';
import { readInstance } from './instance.ts';

/** `acct` has no server for accounts of this server. */
const personSchema = z.object({
  acct: z.string().regex(/^[\p{L}\p{N}_.-]{1,100}(?:@[\p{L}\p{N}.:-]{1,253})?$/u),
  display_name: z.string().catch(''),
  avatar_static: z.string().nullish().catch(null),
});

/** Also shown for logins by older versions, which did not request the scope. */
const MAY_NOT_SEARCH = 'The login may not search for people. Connect the account again, with the scope read:accounts.';

/**
 * Searches the accounts that the server already knows. Resolving remote ones would be slow and leave traces on other
 * servers. Needs the scope read:accounts. https://docs.joinmastodon.org/methods/accounts/#search
 */
export async function searchPeople(
  api: MastodonApi,
  { domain }: Pick<MastodonSecret, 'domain'>,
  query: string,
): Promise<FoundPerson[]> {
  const answer = await api.send({
    step: 'search people',
    path: '/api/v1/accounts/search',
    query: { q: query, limit: String(PEOPLE_MAX), resolve: 'false' },
    limitMs: PEOPLE_LIMIT_MS,
    accepts: [403],
  });
  if (answer.status === 403) throw new PublishError('auth', MAY_NOT_SEARCH);
  const found = parsed(z.array(z.unknown()), answer).flatMap((one) => personSchema.safeParse(one).data ?? []);
  const isAnyHere = found.some(({ acct }) => !acct.includes('@'));
  const here = domain ?? (isAnyHere ? (await readInstance(api)).domain : '');
  return found.map(({ acct, display_name, avatar_static = null }) => ({
    handle: acct.includes('@') ? acct : `${acct}@${here}`,
    name: display_name,
    picture: avatar_static,
  }));
}
