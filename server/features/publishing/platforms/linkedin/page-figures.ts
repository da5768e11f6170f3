import { z } from 'zod';
import { type Figures, knownFigures, sumOf } from '../../../../../shared/publishing/figures.ts';
import type { PublishedPart } from '../../publisher.ts';
import { type LinkedInApi, MissingPermission, parsed } from './api.ts';

const count = z.object({ count: z.unknown() });
const socialSchema = z.object({
  /** Empty if there are no reactions. */
  reactionSummaries: z.record(z.string(), count).optional().catch(undefined),
  commentSummary: count.optional().catch(undefined),
});
const shareSchema = z.object({
  elements: z.array(z.object({ totalShareStatistics: z.record(z.string(), z.unknown()).catch({}) })).max(100),
});
const sizeSchema = z.object({ firstDegreeSize: z.unknown() });
/** The parameter for posts of each kind in a request for statistics. */
const LISTS: { [kind: string]: string } = { share: 'shares', ugcPost: 'ugcPosts' };

/**
 * A post's metrics; null if it was deleted.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/social-metadata-api
 */
export async function readFigures(
  api: LinkedInApi,
  author: string,
  [first]: readonly PublishedPart[],
): Promise<Figures | null> {
  if (!first) return null;
  const path = `/rest/socialMetadata/${encodeURIComponent(first.remoteId)}`;
  const answer = await api.send({ step: 'read figures', path, accepts: [404] });
  if (answer.status === 404) return null;
  const { reactionSummaries, commentSummary } = parsed(socialSchema, answer);
  const reactions = reactionSummaries && Object.values(reactionSummaries).map((one) => one.count);
  return knownFigures({
    likes: reactions?.length === 0 ? 0 : sumOf(...(reactions ?? [])),
    comments: commentSummary?.count,
    ...(await readStatistics(api, author, first.remoteId)),
  });
}

/**
 * The organic metrics of a post of the last twelve months. Empty if the post has not been viewed yet, or if the member
 * is not an administrator.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics
 */
async function readStatistics(api: LinkedInApi, author: string, urn: string): Promise<Figures> {
  const list = LISTS[/^urn:li:(\w+):/.exec(urn)?.[1] ?? ''];
  if (!list) return {};
  // Rest.li requires literal brackets in lists; a query object would encode them.
  const query = `q=organizationalEntity&organizationalEntity=${encodeURIComponent(author)}`;
  const path = `/rest/organizationalEntityShareStatistics?${query}&${list}=List(${encodeURIComponent(urn)})`;
  const answer = await unlessRefused(() => api.send({ step: 'read statistics', path }));
  const told = answer && parsed(shareSchema, answer).elements[0]?.totalShareStatistics;
  if (!told) return {};
  const { impressionCount: impressions, uniqueImpressionsCount: reach, shareCount: shares, clickCount: clicks } = told;
  return knownFigures({ impressions, reach, shares, clicks });
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/organization-lookup-api */
export async function readFollowers(api: LinkedInApi, author: string): Promise<number | undefined> {
  const path = `/rest/networkSizes/${encodeURIComponent(author)}`;
  const query = { edgeType: 'COMPANY_FOLLOWED_BY_MEMBER' };
  const answer = await unlessRefused(() => api.send({ step: 'count followers', path, query }));
  return answer && sumOf(parsed(sizeSchema, answer).firstDegreeSize);
}

async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof MissingPermission) return undefined;
    throw error;
  }
}
