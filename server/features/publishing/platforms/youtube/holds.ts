import { z } from 'zod';
import type { HeldPost, Holds, PreparedHold } from '../../holds.ts';
import type { OutgoingPost, PublishedPart } from '../../publisher.ts';
import type { YouTubeSecret } from './account.ts';
import { parsed, type YouTubeApi } from './api.ts';
import { choicesOf } from './video-resource.ts';
import { findPost, partOf, removeVideo } from './videos.ts';

const statusSchema = z.object({
  privacyStatus: z.string(),
  publishAt: z.iso.datetime({ offset: true }).optional().catch(undefined),
  license: z.string().optional().catch(undefined),
  embeddable: z.boolean().optional().catch(undefined),
  publicStatsViewable: z.boolean().optional().catch(undefined),
  selfDeclaredMadeForKids: z.boolean().optional().catch(undefined),
  containsSyntheticMedia: z.boolean().optional().catch(undefined),
});
type Status = z.infer<typeof statusSchema>;
const listSchema = z.object({ items: z.array(z.object({ status: statusSchema })).default([]) });

/**
 * Videos with `status.publishAt`, which only a private video that was never published can have: YouTube makes them
 * public at that time. videos.update changes the time, and replaces all of `status`. After any other edit, the video is
 * deleted and uploaded again. https://developers.google.com/youtube/v3/docs/videos#status.publishAt and
 * https://developers.google.com/youtube/v3/docs/videos/update
 */
export function holdsOf(
  api: YouTubeApi,
  secret: YouTubeSecret,
  upload: (post: OutgoingPost, until: string) => Promise<() => Promise<PublishedPart>>,
): Holds {
  return {
    refuses(post) {
      const { privacy } = choicesOf(post, secret.choices);
      if (privacy !== 'public') return privacy === 'private' ? 'a private video' : 'an unlisted video';
      return secret.isAudited === false ? 'videos of a Google project that has not been audited' : null;
    },
    async prepare(post, until): Promise<PreparedHold> {
      const end = await upload(post, until);
      return { handOver: async () => ({ id: (await end()).remoteId }) };
    },
    look: (post, { id }) => (id === null ? lookByWords(api, secret, post) : lookById(api, secret, post, id)),
    async move(id, until) {
      const status = await readStatus(api, id);
      if (status) await writeStatus(api, id, { ...status, privacyStatus: 'private', publishAt: until });
    },
    async withdraw(id) {
      const status = await readStatus(api, id);
      // A video that is already published must not be deleted here.
      if (status?.privacyStatus !== 'private') return 'absent';
      await removeVideo(api, [{ remoteId: id, url: '' }]);
      return 'withdrawn';
    },
  };
}

async function lookById(api: YouTubeApi, secret: YouTubeSecret, post: OutgoingPost, id: string): Promise<HeldPost> {
  const status = await readStatus(api, id);
  if (status === null) return { is: 'absent' };
  const now = (post.clock?.() ?? api.calls.now()).getTime();
  const until = status.publishAt === undefined ? null : new Date(status.publishAt).toISOString();
  const isHeld = status.privacyStatus === 'private' && (until !== null || now < Date.parse(post.dueAt));
  if (isHeld) return { is: 'held', id, until };
  // A private video that YouTube has locked counts as published: this project's uploads cannot become more public.
  return { is: 'published', parts: [partOf({ id, status }, choicesOf(post, secret.choices))] };
}

/** Looks a video up among the uploads, where it is listed by the time of its upload. */
async function lookByWords(api: YouTubeApi, secret: YouTubeSecret, post: OutgoingPost): Promise<HeldPost> {
  const uploadedAt = post.sentAt ?? (post.clock?.() ?? api.calls.now()).toISOString();
  const found = await findPost(api, secret, { ...post, dueAt: uploadedAt, parts: post.parts.slice(0, 1) });
  if (found.found === 'unclear') return { is: 'unclear', why: found.why };
  if (found.found !== 'all' || !found.parts[0]) return { is: 'absent' };
  return await lookById(api, secret, post, found.parts[0].remoteId);
}

/** Null if the video does not exist. */
async function readStatus(api: YouTubeApi, id: string): Promise<Status | null> {
  const url = api.method('videos', { part: 'status', id });
  const [video] = parsed(listSchema, await api.send({ step: 'look for the scheduled video', url })).items;
  return video?.status ?? null;
}

async function writeStatus(api: YouTubeApi, id: string, status: Status): Promise<void> {
  const url = api.method('videos', { part: 'status' });
  await api.send({ step: 'move the scheduled video', method: 'PUT', url, json: { id, status } });
}
