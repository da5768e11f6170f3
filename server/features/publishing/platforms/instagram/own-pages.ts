import { z } from 'zod';
import { type Figures, knownFigures } from '../../../../../shared/publishing/figures.ts';
import { stopOfAddress } from '../../../../instagram/site.ts';
import { type OwnPages, parsedScript } from '../../own-pages/own-pages.ts';

/** The key under which Instagram's pages embed the data of the shown post. */
const POST = 'xdt_api__v1__media__shortcode__web_info';
/** How deep the data is searched for it. */
const DEPTH_MAX = 24;

const count = z.number().int().nonnegative().nullish().catch(undefined);
const itemsSchema = z.object({
  items: z.array(
    z.object({
      code: z.string(),
      like_count: count,
      comment_count: count,
      play_count: count,
      view_count: count,
      /** The owner hides the likes from others, so the count is not the true one. */
      like_and_view_counts_disabled: z.boolean().nullish().catch(undefined),
    }),
  ),
});

/** Reads posts and reels. Profile pages show rounded follower counts, which are not read. */
export const instagramOwnPages: OwnPages = {
  postId: ({ hostname, pathname }) =>
    hostname === 'instagram.com' || hostname.endsWith('.instagram.com')
      ? (/^\/(?:[\w.]{1,30}\/)?(?:p|reel|tv)\/([\w-]{5,40})\/?$/.exec(pathname)?.[1] ?? null)
      : null,
  wantsPerson: (address) => stopOfAddress(address) !== null,
  collectPost: () => ({ scripts: 'script[type="application/json"]', with: POST }),
  readPost({ scripts }, code) {
    for (const text of scripts) {
      const { data } = itemsSchema.safeParse(find(parsedScript(text), DEPTH_MAX));
      const item = data?.items.find((one) => one.code === code);
      if (item) return figuresOf(item);
    }
    return null;
  },
};

function figuresOf(item: z.infer<typeof itemsSchema>['items'][number]): Figures {
  const isHidden = item.like_and_view_counts_disabled === true;
  return knownFigures({
    comments: item.comment_count,
    ...(!isHidden && { likes: item.like_count, impressions: item.play_count ?? item.view_count }),
  });
}

function find(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  if (POST in value) return value[POST];
  for (const one of Object.values(value)) {
    const found = find(one, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
