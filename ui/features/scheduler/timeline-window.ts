/** How many rows a list shows at first, and how many more each "Show more" adds. */
export const PAGE_SIZE = 50;

/** Of the past, a long timeline shows this many entries before the first one that is still to come. */
const PAST_ENTRIES = 5;

/**
 * Where a timeline that is ordered by time begins to be shown: at its start while it fits one page, else shortly before the first entry that is not
 * before `now`, so that what comes next is never behind a "Show more".
 */
export function timelineStart(posts: { scheduled_time: string }[], now: Date): number {
  if (posts.length <= PAGE_SIZE) return 0;
  const upcoming = posts.findIndex((post) => Date.parse(post.scheduled_time) >= now.getTime());
  const first = upcoming === -1 ? posts.length - PAGE_SIZE : upcoming - PAST_ENTRIES;
  return Math.max(0, first);
}
