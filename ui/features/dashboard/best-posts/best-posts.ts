import type { Platform } from '../../../../shared/posts/platforms.ts';
import { type Figures, interactionsOf } from '../../../../shared/publishing/figures.ts';

/** A published delivery with its metrics. Times are ISO 8601. */
export type PublishedDelivery = {
  id: string;
  platform: Platform;
  remote_url: string | null;
  published_at: string;
  figures: Figures;
  scheduled_posts: { generated_content: { caption: string; template_name: string | null } };
};

/** Deliveries with a common key: their number and average reactions. */
export type Group<Key> = { key: Key; count: number; average: number };

/** The sum of likes, comments, shares and saves; unknown metrics count as 0. */
export function reactionsOf(figures: Figures): number {
  return interactionsOf(figures) ?? 0;
}

/** The deliveries with the most reactions, at most `most`; newer ones first among equals. */
export function bestOf(deliveries: readonly PublishedDelivery[], most: number): PublishedDelivery[] {
  return deliveries
    .toSorted(
      (a, b) =>
        reactionsOf(b.figures) - reactionsOf(a.figures) || Date.parse(b.published_at) - Date.parse(a.published_at),
    )
    .slice(0, most);
}

/** Groups the deliveries by `keyOf`, best average first, larger groups first among equals. */
export function groupsOf<Key extends string | number | null>(
  deliveries: readonly PublishedDelivery[],
  keyOf: (delivery: PublishedDelivery) => Key,
): Group<Key>[] {
  const sums = new Map<Key, { count: number; total: number }>();
  for (const delivery of deliveries) {
    const { count, total } = sums.get(keyOf(delivery)) ?? { count: 0, total: 0 };
    sums.set(keyOf(delivery), { count: count + 1, total: total + reactionsOf(delivery.figures) });
  }
  return [...sums]
    .map(([key, { count, total }]) => ({ key, count, average: total / count }))
    .sort((a, b) => b.average - a.average || b.count - a.count);
}

/** Returns a function that reads the hour of the day, 0 to 23, in a zone (IANA name). */
export function hourIn(timeZone: string): (time: string) => number {
  const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone });
  return (time) => Number(clock.format(Date.parse(time)));
}
