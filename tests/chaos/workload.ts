import { readFile } from 'node:fs/promises';
import type { Client } from '../../server/supabase/connection.ts';
import { MEDIA_BUCKET } from '../../shared/posts/media-bucket.ts';
import type { Platform } from '../../shared/posts/platforms.ts';
import type { MediaItem } from '../../shared/workspace/database.ts';
import { mp4Of, REEL } from '../server/features/publishing/hostile-media.ts';
import type { Account } from './balance.ts';
import type { Shape } from './platforms.ts';

/** An account, and the kinds of posts that it accepts. */
export type Connected = Account & { shapes: readonly Shape[] };

/** Platforms that get most of the posts, because they treat a repeated post as the same one, or let it be found. */
const THRICE: Platform[] = ['bluesky', 'mastodon'];

/** The platforms, each repeated once for each of its accounts. */
export const severalOf = (platforms: readonly Platform[]): Platform[] =>
  platforms.flatMap((platform) => (THRICE.includes(platform) ? [platform, platform, platform] : [platform]));

/** Stores a picture and a video in the library; returns them by kind of post. */
export async function storeFiles(admin: Client): Promise<Record<Shape, MediaItem[]>> {
  const picture = await readFile(new URL('../fixtures/pictures/small.jpg', import.meta.url));
  const store = async (kind: 'image' | 'video', name: string, body: Buffer, contentType: string) => {
    const { error } = await admin.storage.from(MEDIA_BUCKET).upload(name, body, { contentType });
    if (error) throw error;
    return { path: name, url: `/storage/v1/object/authenticated/${MEDIA_BUCKET}/${name}`, kind };
  };
  return {
    text: [],
    picture: [await store('image', 'small.jpg', picture, 'image/jpeg')],
    video: [await store('video', 'reel.mp4', mp4Of(REEL, 'first'), 'video/mp4')],
  };
}

type Plan = { posts: number; chance: () => number; startAt: number; spanMs: number };

export async function addPosts(
  admin: Client,
  all: readonly Connected[],
  files: Record<Shape, MediaItem[]>,
  { posts, chance, startAt, spanMs }: Plan,
) {
  const rows = Array.from({ length: posts }, (_, n) => {
    const roll = chance();
    const wanted: Shape = roll < 0.7 ? 'text' : roll < 0.85 ? 'picture' : 'video';
    const takes = (shape: Shape) => all.filter(({ shapes }) => shapes.includes(shape));
    const shape = takes(wanted).length > 0 ? wanted : (all[0]?.shapes[0] ?? 'text');
    const accounts = takes(shape);
    const chosen = accounts.filter(() => chance() < 1.4 / accounts.length);
    const goesTo = chosen.length > 0 ? chosen : accounts.slice(n % accounts.length, (n % accounts.length) + 1);
    // The text of a video becomes its title.
    const words = shape === 'video' ? 3 : chance() < 0.15 ? 60 : 5;
    return {
      content_type: shape === 'picture' ? ('image' as const) : shape,
      media: files[shape],
      status: 'scheduled' as const,
      caption: Array.from({ length: words }, (__, word) => `Post ${n} sentence ${word}.`).join(' '),
      platforms: [...new Set(goesTo.map(({ platform }) => platform))] as Platform[],
      account_ids: goesTo.map(({ id }) => id),
    };
  });
  const { data } = await admin.from('generated_content').insert(rows).select('id').throwOnError();
  const places = data.map(({ id }) => ({
    content_id: id,
    scheduled_time: new Date(startAt + chance() * spanMs).toISOString(),
  }));
  await admin.from('scheduled_posts').insert(places).throwOnError();
}

/**
 * A user who looks at the posts and presses a button. They look for a post in doubt on the platform first, as the
 * screen says, and leave a video alone that TikTok may still be processing.
 */
export async function person(
  admin: Client,
  accounts: readonly Connected[],
  pick: <T>(list: readonly T[]) => T,
  chance: () => number,
): Promise<void> {
  const states = ['pending', 'preparing', 'publishing', 'failed', 'needs_review', 'waiting'] as const;
  const query = admin.from('post_deliveries').select('id, state, platform, account_id, outgoing').in('state', states);
  const { data } = await query.limit(50).throwOnError();
  if (data.length === 0) return;
  const { id, state, platform, account_id, outgoing } = pick(data);
  const retry = () => admin.rpc('retry_delivery', { delivery: id }).throwOnError();
  const mark = () => admin.rpc('mark_delivery', { delivery: id, url: null }).throwOnError();
  if (state === 'needs_review') {
    const texts = accounts.find((one) => one.id === account_id)?.texts() ?? [];
    if (outgoing?.parts.every((part) => texts.includes(part))) await mark();
    else if (platform !== 'tiktok') await retry();
  } else if (state === 'failed' || state === 'waiting') await retry();
  else if (chance() < 0.3) await admin.rpc('cancel_delivery', { delivery: id }).throwOnError();
  if (chance() < 0.1) await mark();
  await reconnect(admin);
}

export async function reconnect(admin: Client): Promise<void> {
  await admin.from('channels').update({ state: 'ready' }).eq('state', 'reconnect').throwOnError();
}

/** Whether any delivery has begun. */
export async function isSending(admin: Client): Promise<boolean> {
  const begun = admin.from('post_deliveries').select('id').not('outgoing', 'is', null);
  return (await begun.limit(1).throwOnError()).data.length > 0;
}

/** Whether anything is unfinished. */
export const isUnderWay = (admin: Client) => isOpen(admin);

/**
 * Whether anything is due at `now`, in milliseconds since the epoch: a jump must not make a post late that no agent has
 * taken up yet.
 */
export const isBusy = (admin: Client, now: number) => isOpen(admin, new Date(now).toISOString());

/**
 * Whether a post is scheduled or a delivery is open; with `dueBy` (ISO 8601), only those due by then. Posts are checked
 * before deliveries: a post that is no longer scheduled already has its deliveries.
 */
async function isOpen(admin: Client, dueBy?: string): Promise<boolean> {
  const scheduled = admin.from('scheduled_posts').select('id').eq('status', 'scheduled');
  const posts = await (dueBy ? scheduled.lte('scheduled_time', dueBy) : scheduled).limit(1).throwOnError();
  if (posts.data.length > 0) return true;
  const open = admin.from('post_deliveries').select('id').in('state', ['pending', 'preparing', 'publishing']);
  const due = dueBy ? open.or(`retry_after.is.null,retry_after.lte.${dueBy}`) : open;
  return (await due.limit(1).throwOnError()).data.length > 0;
}
