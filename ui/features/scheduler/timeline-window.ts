/** How many rows a list shows at first, and how many more each "Show more" adds. */
export const PAGE_SIZE = 50;

/** Of the past, a long timeline shows this many entries before the first one that is still to come. */
const PAST_ENTRIES = 5;

/**
 * Where a timeline that is ordered by time begins to be shown, given how many entries it has and how many of them are past: at its start while it
 * fits one page, else shortly before the first entry to come, so that what comes next is never behind a "Show more".
 */
export function timelineStart(total: number, past: number): number {
  if (total <= PAGE_SIZE) return 0;
  return Math.max(0, past === total ? total - PAGE_SIZE : past - PAST_ENTRIES);
}
