import { z } from 'zod';
import type { HeldPost, Holds } from '../../holds.ts';
import { type OutgoingPost, PublishError } from '../../publisher.ts';
import type { MastodonSecret } from './account.ts';
import { type MastodonApi, parsed, remoteIdSchema } from './api.ts';
import { findPost, partOf, statusOf, statusSchema } from './posts.ts';

const PATH = '/api/v1/scheduled_statuses';
/** The page size, and how many pages are read at most: a server holds up to 300 posts of an account. */
const PAGE_SIZE = 40;
const PAGES_MAX = 10;

const heldSchema = z.object({
  id: remoteIdSchema,
  scheduled_at: z.iso.datetime({ offset: true }),
  params: z.object({ text: z.string().nullish() }).catch({ text: null }),
  media_attachments: z.array(z.unknown()).catch([]),
});
type Held = z.infer<typeof heldSchema>;

/**
 * Statuses with `scheduled_at`, which the server publishes itself: at least 5 minutes ahead, at most 300 in total and
 * 25 per day. `PUT` only changes the time, so after any other edit the post is withdrawn and handed over again. A reply
 * needs the id of its parent, so threads are not held. The published status gets a new id.
 * https://docs.joinmastodon.org/methods/scheduled_statuses/ and https://docs.joinmastodon.org/methods/statuses/#create
 * (The daily limit is in Mastodon's source: app/models/scheduled_status.rb.)
 */
export function holdsOf(
  api: MastodonApi,
  account: Pick<MastodonSecret, 'accountId' | 'username'>,
  upload: (post: OutgoingPost) => Promise<string[]>,
): Holds {
  return {
    refuses: () => null,
    async prepare(post, until) {
      // A server without scheduled statuses would publish the post immediately.
      if ((await held(api, null)) === null)
        throw new PublishError('rejected', `${new URL(api.server).host} cannot hold posts.`);
      const mediaIds = await upload(post);
      return { handOver: () => handOver(api, account, post, until, mediaIds) };
    },
    look: (post, { id, until }) =>
      id === null ? lookByText(api, account, post) : lookById(api, account, post, id, until),
    async move(id, until) {
      const json = { scheduled_at: until };
      await api.send({
        step: 'move the scheduled post',
        method: 'PUT',
        path: `${PATH}/${encodeURIComponent(id)}`,
        json,
      });
    },
    async withdraw(id) {
      const path = `${PATH}/${encodeURIComponent(id)}`;
      const answer = await api.send({ step: 'take the post back', method: 'DELETE', path, accepts: [404] });
      return answer.status === 404 ? 'absent' : 'withdrawn';
    },
  };
}

/**
 * Each call has a new idempotency key: a server keeps keys for an hour, but a post that was withdrawn and handed over
 * again must create a new status. Before a call is repeated, the post is looked up.
 */
async function handOver(
  api: MastodonApi,
  account: Pick<MastodonSecret, 'accountId' | 'username'>,
  post: OutgoingPost,
  until: string,
  mediaIds: readonly string[],
) {
  const answer = await api.send({
    step: 'hand over',
    path: '/api/v1/statuses',
    headers: { 'idempotency-key': `${post.key}-held-${api.calls.now().getTime()}` },
    json: { ...statusOf(post, 0, mediaIds), scheduled_at: until },
    isIrreversible: true,
  });
  const scheduled = heldSchema.safeParse(answer.json);
  if (scheduled.success) return { id: scheduled.data.id };
  const status = parsed(statusSchema, answer, { isIrreversible: true });
  return { published: [partOf(api, account, status)] };
}

async function lookById(
  api: MastodonApi,
  account: Pick<MastodonSecret, 'accountId' | 'username'>,
  post: OutgoingPost,
  id: string,
  until: string,
): Promise<HeldPost> {
  const path = `${PATH}/${encodeURIComponent(id)}`;
  const answer = await api.send({ step: 'look for the scheduled post', path, accepts: [404] });
  if (answer.status === 404) return published(api, account, { ...post, dueAt: until });
  return heldPost(parsed(heldSchema, answer));
}

async function lookByText(
  api: MastodonApi,
  account: Pick<MastodonSecret, 'accountId' | 'username'>,
  post: OutgoingPost,
): Promise<HeldPost> {
  const [text = ''] = post.parts;
  const isSame = ({ params, media_attachments }: Held) =>
    (params.text ?? '').trim() === text.trim() && media_attachments.length === post.media.length;
  const found = (await held(api, isSame)) ?? [];
  return found[0] ? heldPost(found[0]) : published(api, account, post);
}

function heldPost({ id, scheduled_at }: Held): HeldPost {
  return { is: 'held', id, until: new Date(scheduled_at).toISOString() };
}

async function published(
  api: MastodonApi,
  account: Pick<MastodonSecret, 'accountId' | 'username'>,
  post: OutgoingPost,
): Promise<HeldPost> {
  const found = await findPost(api, account, post);
  if (found.found === 'all') return { is: 'published', parts: found.parts };
  return found.found === 'unclear' ? { is: 'unclear', why: found.why } : { is: 'absent' };
}

/** The held posts that match `fits`; null if the server cannot hold posts. If `fits` is null, only that is checked. */
async function held(api: MastodonApi, fits: ((one: Held) => boolean) | null): Promise<Held[] | null> {
  const all: Held[] = [];
  let last: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const answer = await api.send({
      step: 'list scheduled posts',
      path: PATH,
      query: { limit: String(fits ? PAGE_SIZE : 1), ...(last && { max_id: last }) },
      accepts: [404, 501],
    });
    if (answer.status !== 200) return null;
    const listed = parsed(z.array(heldSchema), answer);
    all.push(...listed.filter((one) => fits?.(one)));
    last = listed.at(-1)?.id;
    if (!fits || listed.length < PAGE_SIZE) break;
  }
  return all;
}
