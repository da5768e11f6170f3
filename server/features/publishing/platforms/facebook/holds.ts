import { z } from 'zod';
import type { HeldPost, Holds } from '../../holds.ts';
import type { OutgoingPost } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { comparable, type Graph, idSchema, parsed, readList } from '../meta/graph.ts';
import { isGone } from '../meta/graph-errors.ts';
import { uploadPhoto } from '../meta/photos.ts';
import { isStory } from '../meta/stories.ts';
import { findPost } from './find.ts';
import { partOf } from './parts.ts';
import { createPost, type PageAccount } from './posts.ts';

const PAGES_MAX = 10;

const heldSchema = z.object({
  id: idSchema,
  message: z.string().optional().catch(undefined),
  is_published: z.boolean().optional().catch(undefined),
  /** In seconds since the epoch; some API versions send it as text. */
  scheduled_publish_time: z.coerce.number().int().positive().optional().catch(undefined),
});
type Held = z.infer<typeof heldSchema>;

/**
 * Posts with `published=false` and `scheduled_publish_time`, 10 minutes to 30 days ahead. They keep their id when they
 * are published. Facebook can change the time and text of such a post, but not its pictures, so after any edit except
 * of the time, the post is withdrawn and handed over again. https://developers.facebook.com/docs/pages-api/posts and
 * https://developers.facebook.com/docs/graph-api/reference/page/scheduled_posts
 */
export function holdsOf(graph: Graph, account: PageAccount): Holds {
  return {
    refuses(post) {
      if (isStory(post)) return 'a story';
      return post.media.some(({ kind }) => kind === 'video') ? 'a video' : null;
    },
    async prepare(post, until) {
      const photoIds: string[] = [];
      for (const [index, media] of post.media.entries())
        photoIds.push(await uploadPhoto(graph, account.pageId, media, `picture ${index + 1}`));
      const [text = ''] = post.parts;
      const link = chosenOptions(post).text('link');
      return {
        handOver: async () => ({
          id: (await createPost(graph, account, text, { link, photoIds, until: secondsOf(until) })).remoteId,
        }),
      };
    },
    look: (post, { id, until }) =>
      id === null ? lookByText(graph, account, post) : lookById(graph, account, { ...post, dueAt: until }, id),
    async move(id, until) {
      const form = { scheduled_publish_time: secondsOf(until) };
      await graph.send({ step: 'move the scheduled post', path: `/${id}`, form });
    },
    async withdraw(id) {
      // A post that is already published must not be deleted here.
      const held = await read(graph, id);
      if (held === null || held.is_published !== false) return 'absent';
      try {
        await graph.send({ step: 'take the post back', method: 'DELETE', path: `/${id}` });
        return 'withdrawn';
      } catch (error) {
        if (isGone(error)) return 'absent';
        throw error;
      }
    },
  };
}

async function lookById(graph: Graph, account: PageAccount, post: OutgoingPost, id: string): Promise<HeldPost> {
  const held = await read(graph, id);
  if (held === null) return { is: 'absent' };
  if (held.is_published === false) return heldPost(held);
  return held.is_published ? { is: 'published', parts: [partOf(graph, id)] } : await published(graph, account, post);
}

async function lookByText(graph: Graph, account: PageAccount, post: OutgoingPost): Promise<HeldPost> {
  const [text = ''] = post.parts;
  const query = { fields: 'id,message,scheduled_publish_time', limit: '100' };
  const request = { step: 'list scheduled posts', path: `/${account.pageId}/scheduled_posts`, query };
  const { entries, isWhole } = await readList(graph, heldSchema, request, { pages: PAGES_MAX });
  const found = entries.find(({ message = '' }) => comparable(message) === comparable(text));
  if (found) {
    if (text.trim() === '') return { is: 'unclear', why: WITHOUT_WORDS };
    return heldPost(found);
  }
  return isWhole ? await published(graph, account, post) : { is: 'unclear', why: TOO_MANY };
}

async function published(graph: Graph, account: PageAccount, post: OutgoingPost): Promise<HeldPost> {
  const found = await findPost(graph, account, post);
  if (found.found === 'all') return { is: 'published', parts: found.parts };
  return found.found === 'unclear' ? { is: 'unclear', why: found.why } : { is: 'absent' };
}

/** Null if it does not exist. */
async function read(graph: Graph, id: string): Promise<Held | null> {
  const query = { fields: 'id,is_published,scheduled_publish_time' };
  try {
    return parsed(heldSchema, await graph.send({ step: 'look for the scheduled post', path: `/${id}`, query }));
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

function heldPost({ id, scheduled_publish_time: seconds }: Held): HeldPost {
  return { is: 'held', id, until: seconds === undefined ? null : new Date(seconds * 1000).toISOString() };
}

function secondsOf(until: string): string {
  return String(Math.ceil(Date.parse(until) / 1000));
}

const TOO_MANY = 'The Page has too many scheduled posts; not all were read.';
const WITHOUT_WORDS = 'A post without text is scheduled on the Page, and it is unclear whether it is this one.';
