import type { Temporal } from 'temporal-polyfill';
import { postedRowsSchema } from '../../../shared/memory/memory.ts';
import { nearDuplicateAt } from '../../../shared/memory/near-duplicate.ts';
import { versionFor } from '../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { PostProblem } from '../../../shared/posts/post-problem.ts';
import { DEFAULT_SETTINGS } from '../../../shared/workspace/default-settings.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot, dataOf } from '../../supabase/could-not.ts';

type Words = Parameters<typeof versionFor>[1];
type Checked = Words & { id?: string | undefined };
type Place = { platform: Platform; account_id: string | null };

/**
 * A warning for each of the post's destinations where nearly the same was, or will be, posted. Each text is first
 * looked up across all destinations in one query, which finds nothing for most posts.
 */
export async function nearDuplicateWarnings(
  client: Client,
  content: Checked,
  { places, now }: { places: readonly Place[]; now: Temporal.Instant },
): Promise<PostProblem[]> {
  const texts = new Map<string, Place[]>();
  for (const place of places) {
    const { caption } = versionFor({ platform: place.platform, accountId: place.account_id }, content);
    texts.set(caption, [...(texts.get(caption) ?? []), place]);
  }
  const found = await Promise.all(
    [...texts].map(async ([text, goingTo]) => {
      if ((await nearest(client, { text, otherThan: content.id })) === undefined) return [];
      return Promise.all(
        goingTo.map(async (place) => ({ place, near: await nearest(client, { text, otherThan: content.id, place }) })),
      );
    }),
  );
  const near = found.flat();
  if (!near.some((one) => one.near)) return [];
  const { data: settings, error } = await client.from('app_settings').select('timezone').maybeSingle();
  if (error) throw couldNot('read the settings', error);
  const { timezone: timeZone } = settings ?? DEFAULT_SETTINGS;
  return near.flatMap(({ place, near: earlier }) => {
    if (!earlier) return [];
    const at = { platform: place.platform, accountId: place.account_id };
    const said = nearDuplicateAt(earlier, at, { timeZone, now: new Date(now.epochMilliseconds) });
    return { ...at, ...said, isWarning: true, mend: null, media: null };
  });
}

async function nearest(client: Client, asked: { text: string; otherThan?: string | undefined; place?: Place }) {
  const { text: wanted, otherThan: other_than, place } = asked;
  const at = place && { account: place.account_id ?? undefined, platform: place.platform };
  const answer = await client.rpc('near_duplicates', { wanted, other_than, most: 1, ...at });
  return postedRowsSchema.parse(dataOf(answer, 'look for posts that are nearly the same'))[0];
}
