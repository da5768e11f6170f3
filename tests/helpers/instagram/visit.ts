import type { Switches } from './switches.ts';

/** How far the visitor has scrolled in the feed, and whether they were stopped. */
export function createVisit() {
  let seen = 0;
  let isStopped = false;
  let waiting: { posts: number; resolve(): void }[] = [];

  const isDue = ({ stop }: Switches) => isStopped || (stop !== null && seen >= stop.after);
  return {
    /** The feed has been reopened. */
    begin() {
      seen = 0;
    },
    /** The visitor has reached the post with this number. */
    advance(posts: number) {
      seen = Math.max(seen, posts);
      for (const { resolve } of waiting.filter((one) => seen >= one.posts)) resolve();
      waiting = waiting.filter((one) => seen < one.posts);
    },
    whenSeen: (posts: number) =>
      new Promise<void>((resolve) => {
        if (seen >= posts) resolve();
        else waiting.push({ posts, resolve });
      }),
    /** What stops the visitor now, or null. A stopped visitor stays stopped. */
    stopOf(switches: Switches) {
      isStopped = switches.stop !== null && isDue(switches);
      return isStopped && switches.stop ? switches.stop.by : null;
    },
    letIn() {
      isStopped = false;
    },
  };
}
