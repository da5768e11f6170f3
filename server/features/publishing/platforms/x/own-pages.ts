import { z } from 'zod';
import { knownFigures } from '../../../../../shared/publishing/figures.ts';
import { numberIn, type OwnPages, parsedScript } from '../../own-pages/own-pages.ts';

const FOLLOWS = 'https://schema.org/FollowAction';
const profileSchema = z.object({
  mainEntity: z.object({
    additionalName: z.string(),
    interactionStatistic: z.array(
      z.object({ interactionType: z.string(), userInteractionCount: z.number().int().nonnegative() }),
    ),
  }),
});

/**
 * Reads a post's metrics from the labels of its buttons, which contain exact numbers in every language, and its
 * author's followers from the profile's structured data for search engines. A post without a link to its analytics
 * belongs to someone else, or has not been rendered yet.
 */
export const xOwnPages: OwnPages = {
  postId: ({ hostname, pathname }) =>
    /^(?:www\.|mobile\.)?(?:x|twitter)\.com$/.test(hostname)
      ? (/^\/\w{1,15}\/status\/(\d{1,19})\/?$/.exec(pathname)?.[1] ?? null)
      : null,
  collectPost: (id) => {
    const post = `article:has(a[href$="/status/${id}/analytics"])`;
    return { labels: `${post} button[data-testid], ${post} a[href$="/status/${id}/analytics"]` };
  },
  readPost({ labels }, id) {
    const path = Object.keys(labels).find((one) => one.endsWith(`/status/${id}/analytics`));
    if (path === undefined) return null;
    const known = (...names: string[]) => numberIn(names.map((name) => labels[name]).find((one) => one)) ?? undefined;
    return knownFigures({
      impressions: known(path),
      comments: known('reply'),
      shares: known('retweet', 'unretweet'),
      likes: known('like', 'unlike'),
      saves: known('bookmark', 'removeBookmark'),
    });
  },
  profile: {
    address({ origin, pathname }) {
      const [name] = /^\/\w{1,15}(?=\/status\/)/.exec(pathname) ?? [];
      return name === undefined ? null : `${origin}${name}`;
    },
    collect: { scripts: 'script[type="application/ld+json"]', with: FOLLOWS },
    readFollowers({ scripts: [text = ''] }, { pathname }) {
      const { data } = profileSchema.safeParse(parsedScript(text));
      if (data?.mainEntity.additionalName.toLowerCase() !== pathname.slice(1).toLowerCase()) return null;
      const followers = data.mainEntity.interactionStatistic.find((one) => one.interactionType === FOLLOWS);
      return followers?.userInteractionCount ?? null;
    },
  },
};
