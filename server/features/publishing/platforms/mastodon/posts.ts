import { z } from 'zod';
import { type Figures, knownFigures, sumOf } from '../../../../../shared/publishing/figures.ts';
import { textOfHtml } from '../../../../../shared/web/html-text.ts';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { type Found, type OutgoingPost, PublishError, type PublishedPart } from '../../publisher.ts';
import { findParts, mayBeThereSince, successorsOf } from '../kit/reading-back.ts';
import { webAddress } from '../kit/server-address.ts';
import type { MastodonSecret } from './account.ts';
import { type MastodonApi, parsed, remoteIdSchema } from './api.ts';
import { statusOptions, warningOf } from './status-options.ts';
import { comparableText } from './status-text.ts';

/** The page size, and how many pages are read at most. */
const PAGE_SIZE = 40;
const PAGES_MAX = 25;
const TOO_MANY = `The account has posted more than ${PAGE_SIZE * PAGES_MAX} times since, and older posts were not read.`;
/**
 * After this time a part is looked up before it is sent again. The server stores an idempotency key for an hour after
 * its answer, and not if it crashes between creating the status and storing the key.
 */
const LOOK_UP_AFTER_MS = 10 * 60_000;

export const statusSchema = z.object({
  id: remoteIdSchema,
  url: z.string().nullish().catch(null),
});
const listedSchema = statusSchema.extend({
  created_at: z.iso.datetime({ offset: true }).transform((at) => Date.parse(at)),
  content: z.string().nullish(),
  in_reply_to_id: remoteIdSchema.nullish().transform((id) => id ?? null),
  media_attachments: z.array(z.unknown()).catch([]),
  reblog: z.unknown(),
});
type Listed = z.infer<typeof listedSchema>;
const figuresSchema = z.record(z.string(), z.unknown());

type Account = Pick<MastodonSecret, 'accountId' | 'username'>;
type OnPart = (part: PublishedPart) => Promise<void>;

/**
 * Publishes the parts after the known ones, each as a reply to the previous one.
 * https://docs.joinmastodon.org/methods/statuses/#create
 */
export async function publishParts(
  api: MastodonApi,
  account: Account,
  post: OutgoingPost,
  mediaIds: readonly string[],
  known: readonly PublishedPart[],
  onPart: OnPart,
): Promise<PublishedPart[]> {
  const parts = [...known];
  const add = async (part: PublishedPart) => {
    parts.push(part);
    await onPart(part);
  };
  const isLate = () => (post.clock?.() ?? api.calls.now()).getTime() - Date.parse(post.dueAt) > LOOK_UP_AFTER_MS;
  if (isLate()) for (const part of await missedParts(api, account, post, known)) await add(part);
  for (let index = parts.length; index < post.parts.length; index++) {
    await add(await send(api, account, post, index, { mediaIds, replyTo: parts.at(-1)?.remoteId ?? null }));
  }
  return parts;
}

/** Parts after the known ones that were published although no answer arrived. */
async function missedParts(api: MastodonApi, account: Account, post: OutgoingPost, known: readonly PublishedPart[]) {
  if (known.length === post.parts.length) return [];
  const { parts, reachesBack } = await readBack(api, account, post, known);
  if (!reachesBack && parts.length === known.length) throw new PublishError('unknown', TOO_MANY);
  return parts.slice(known.length);
}

/**
 * Sends a part. If its idempotency key returns a status that belongs to another delivery with the same text, the part
 * is sent again with a new key.
 */
async function send(
  api: MastodonApi,
  account: Account,
  post: OutgoingPost,
  index: number,
  { mediaIds, replyTo }: { mediaIds: readonly string[]; replyTo: string | null },
): Promise<PublishedPart> {
  const create = async (key: string) => {
    const answer = await api.send({
      step: post.parts.length === 1 ? 'post' : `post part ${index + 1}`,
      path: '/api/v1/statuses',
      headers: { 'idempotency-key': key },
      json: { ...statusOf(post, index, mediaIds), ...(replyTo !== null && { in_reply_to_id: replyTo }) },
      isIrreversible: true,
    });
    return parsed(statusSchema, answer, { isIrreversible: true });
  };
  const key = `${post.key}-${index}`;
  const status = await create(key);
  const isTaken = (await post.taken?.())?.includes(status.id);
  return partOf(api, account, isTaken ? await create(`${key}-again`) : status);
}

/** The parameters of a part's status, except for the status that it replies to. */
export function statusOf(post: OutgoingPost, index: number, mediaIds: readonly string[]): object {
  return {
    status: post.parts[index],
    ...(index === 0 && mediaIds.length > 0 && { media_ids: mediaIds }),
    ...statusOptions(post, index),
  };
}

/** Looks up a post among the account's statuses since its time, or the successors of its known parts. */
export function findPost(api: MastodonApi, account: Account, post: OutgoingPost): Promise<Found> {
  return findParts(post, {
    timeOf: (part) => timeOf(api, part),
    readBack: (known, since) => readBack(api, account, post, known, since),
    tooMany: TOO_MANY,
  });
}

const madeSchema = listedSchema.pick({ created_at: true });

/** When a status was created, by the server's clock; null when it was deleted. */
async function timeOf(api: MastodonApi, { remoteId }: PublishedPart): Promise<number | null> {
  const answer = await api.send({ step: 'check the post', path: statusPath(remoteId), accepts: [404, 410] });
  return answer.status === 404 || answer.status === 410 ? null : parsed(madeSchema, answer).created_at;
}

/** The known parts and their successors on the server, and whether other parts are certainly absent. */
async function readBack(
  api: MastodonApi,
  account: Account,
  post: OutgoingPost,
  known: readonly PublishedPart[],
  since?: number,
) {
  const { statuses, reachesBack } = await statusesSince(
    api,
    account,
    ({ headers }) => since ?? mayBeThereSince(post, headers, api.calls.now()),
  );
  const isNext = (status: Listed, index: number, text: string, replyTo: string | null) => {
    // If a status has no text, servers use the warning as its text.
    const texts = text === '' ? [text, warningOf(post) ?? text] : [text];
    return texts.some((one) => isPart(status, one, replyTo, index === 0 ? post.media.length : 0));
  };
  const parts = await successorsOf(post, known, statuses, isNext, (status) => partOf(api, account, status));
  return { parts, reachesBack };
}

function isPart(status: Listed, text: string, replyTo: string | null, media: number): boolean {
  return (
    status.in_reply_to_id === replyTo &&
    // A server may list a link preview among the media.
    (media === 0 || status.media_attachments.length === media) &&
    comparableText(textOfHtml(status.content ?? '')) === comparableText(text)
  );
}

/**
 * The account's statuses since the time that `startOf` returns for each answer, oldest first. `reachesBack` if none can
 * be missing.
 */
async function statusesSince(api: MastodonApi, { accountId }: Account, startOf: (answer: PlatformAnswer) => number) {
  const statuses: Listed[] = [];
  let last: Listed | undefined;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const answer = await api.send({
      step: 'look for the post',
      path: `/api/v1/accounts/${accountId}/statuses`,
      query: { exclude_reblogs: 'true', limit: String(PAGE_SIZE), ...(last && { max_id: last.id }) },
    });
    const listed = parsed(z.array(listedSchema), answer);
    const start = startOf(answer);
    statuses.push(...listed.filter((status) => !status.reblog && status.created_at >= start));
    last = listed.at(-1);
    if (!last || last.created_at < start) return { statuses: statuses.reverse(), reachesBack: true };
  }
  return { statuses: statuses.reverse(), reachesBack: false };
}

export function partOf(
  api: MastodonApi,
  { username }: Account,
  { id, url }: z.infer<typeof statusSchema>,
): PublishedPart {
  return { remoteId: id, url: webAddress(url) ?? `${api.server}/@${encodeURIComponent(username)}/${id}` };
}

/** https://docs.joinmastodon.org/methods/statuses/#delete */
export async function removeParts(api: MastodonApi, parts: readonly PublishedPart[]): Promise<void> {
  for (const { remoteId } of parts.toReversed()) {
    await api.send({ step: 'delete', method: 'DELETE', path: statusPath(remoteId), accepts: [404, 410] });
  }
}

/** https://docs.joinmastodon.org/methods/statuses/#get */
export async function readFigures(api: MastodonApi, parts: readonly PublishedPart[]): Promise<Figures | null> {
  const [first] = parts;
  if (!first) return null;
  const answer = await api.send({ step: 'read figures', path: statusPath(first.remoteId), accepts: [404, 410] });
  if (answer.status === 404 || answer.status === 410) return null;
  const { favourites_count, reblogs_count, quotes_count, replies_count } = parsed(figuresSchema, answer);
  return knownFigures({
    likes: favourites_count,
    comments: replies_count,
    shares: sumOf(reblogs_count, quotes_count),
  });
}

/** https://docs.joinmastodon.org/methods/accounts/#verify_credentials */
export async function readFollowers(api: MastodonApi): Promise<number | undefined> {
  const answer = await api.send({ step: 'count followers', path: '/api/v1/accounts/verify_credentials' });
  return sumOf(parsed(figuresSchema, answer).followers_count);
}

function statusPath(remoteId: string): string {
  return `/api/v1/statuses/${encodeURIComponent(remoteId)}`;
}
