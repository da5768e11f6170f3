import { z } from 'zod';
import { knownFigures } from '../../../../../shared/publishing/figures.ts';
import { type OwnPages, parsedScript, type SeenPage } from '../../own-pages/own-pages.ts';

/** The script in which every TikTok page embeds its data. */
const DATA = '#__UNIVERSAL_DATA_FOR_REHYDRATION__';
/** The status codes of a page whose video was deleted by its author. */
const DELETED = [10204, 10217];

const count = z.coerce.number().int().nonnegative().optional().catch(undefined);
const videoSchema = z.object({
  statusCode: z.number().optional(),
  itemInfo: z
    .object({
      itemStruct: z.object({
        id: z.string(),
        stats: z.object({
          playCount: count,
          diggCount: count,
          commentCount: count,
          shareCount: count,
          collectCount: count,
        }),
      }),
    })
    .optional(),
});
const userSchema = z.object({
  userInfo: z.object({ user: z.object({ uniqueId: z.string() }), stats: z.object({ followerCount: count }) }),
});

/** Reads videos and their author's page. Counts of 10,000 and more are taken as TikTok states them. */
export const tiktokOwnPages: OwnPages = {
  postId: ({ hostname, pathname }) =>
    isTikTok(hostname) ? (/^\/@[\w.]{1,64}\/video\/(\d{1,25})\/?$/.exec(pathname)?.[1] ?? null) : null,
  collectPost: () => ({ scripts: DATA }),
  readPost(page, id) {
    const { success, data: video } = videoSchema.safeParse(scopeOf(page, 'webapp.video-detail'));
    if (!success) return null;
    const item = video.itemInfo?.itemStruct;
    if (!item) return DELETED.includes(video.statusCode ?? 0) ? 'gone' : null;
    if (item.id !== id) return null;
    const { playCount: impressions, diggCount: likes, commentCount, shareCount, collectCount } = item.stats;
    return knownFigures({ impressions, likes, comments: commentCount, shares: shareCount, saves: collectCount });
  },
  profile: {
    address({ origin, pathname }) {
      const [name] = /^\/@[\w.]{1,64}(?=\/)/.exec(pathname) ?? [];
      return name === undefined ? null : `${origin}${name}`;
    },
    collect: { scripts: DATA },
    readFollowers(page, { pathname }) {
      const { data } = userSchema.safeParse(scopeOf(page, 'webapp.user-detail'));
      const isOfAuthor = data && `/@${data.userInfo.user.uniqueId}`.toLowerCase() === pathname.toLowerCase();
      return (isOfAuthor && data.userInfo.stats.followerCount) || null;
    },
  },
};

const isTikTok = (host: string) => host === 'tiktok.com' || host.endsWith('.tiktok.com');

const dataSchema = z.object({ __DEFAULT_SCOPE__: z.record(z.string(), z.unknown()) });

function scopeOf({ scripts: [text = ''] }: SeenPage, name: string): unknown {
  return dataSchema.safeParse(parsedScript(text)).data?.__DEFAULT_SCOPE__[name];
}
