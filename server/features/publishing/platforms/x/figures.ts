import { z } from 'zod';
import { type Figures, knownFigures, sumOf } from '../../../../../shared/publishing/figures.ts';
import type { PublishedPart } from '../../publisher.ts';
import { parsed, type XApi } from './api.ts';

const metricsSchema = z.record(z.string(), z.unknown());
const figuresSchema = z.object({
  data: z.object({ public_metrics: metricsSchema, non_public_metrics: metricsSchema.catch({}).default({}) }).optional(),
});
const followersSchema = z.object({ data: z.object({ public_metrics: metricsSchema.catch({}) }) });

/** https://docs.x.com/x-api/posts/get-post-by-id */
export async function readFigures(api: XApi, parts: readonly PublishedPart[]): Promise<Figures | null> {
  const [first] = parts;
  if (!first) return null;
  const answer = await api.send({
    step: 'read figures',
    path: `/tweets/${first.remoteId}`,
    query: { 'tweet.fields': 'public_metrics,non_public_metrics' },
    accepts: [404],
  });
  // A deleted post is missing from a successful answer.
  const told = answer.status === 404 ? undefined : parsed(figuresSchema, answer).data;
  if (!told) return null;
  const { public_metrics: metrics, non_public_metrics: own } = told;
  return knownFigures({
    impressions: metrics.impression_count,
    likes: metrics.like_count,
    comments: metrics.reply_count,
    shares: sumOf(metrics.retweet_count, metrics.quote_count),
    saves: metrics.bookmark_count,
    clicks: own.url_link_clicks,
  });
}

/** https://docs.x.com/x-api/users/get-my-user */
export async function readFollowers(api: XApi): Promise<number | undefined> {
  const query = { 'user.fields': 'public_metrics' };
  const answer = await api.send({ step: 'count followers', path: '/users/me', query });
  return sumOf(parsed(followersSchema, answer).data.public_metrics.followers_count);
}
