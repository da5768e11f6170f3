import type { PublishingAccount } from '@/domain/publishing/accounts.ts';
import type { ScheduledPost } from '@/features/scheduler/queries.ts';
import { type Platform, platformLabel } from '../../../../shared/posts/platforms.ts';

/** A post's destination; `account` is null when the platform has none. */
export type Place = { platform: Platform; account: string | null };

/**
 * The destinations of a post, by platform: where it was sent, or else where it will be, by the rule of the database's
 * `destinations`: the chosen accounts, or the connected ones, or all if none is connected.
 */
export function placesOf(post: ScheduledPost, accounts: Iterable<PublishingAccount>): Place[] {
  if (post.post_deliveries.length > 0) {
    return post.post_deliveries.map(({ platform, account_label }) => ({ platform, account: account_label }));
  }
  const { platforms, account_ids: chosen } = post.generated_content;
  const known = [...accounts];
  return platforms.flatMap((platform): Place[] => {
    const ofPlatform = known.filter((account) => account.platform === platform);
    const connected = ofPlatform.filter(({ channel }) => channel !== null);
    const wanted = chosen ? ofPlatform.filter(({ id }) => chosen.includes(id)) : connected;
    const going = chosen || connected.length > 0 ? wanted : ofPlatform;
    if (going.length > 0) return going.map(({ label }) => ({ platform, account: label }));
    return chosen && ofPlatform.length > 0 ? [] : [{ platform, account: null }];
  });
}

/** "Instagram: IG_Main, Bluesky: bakery.bsky.social". */
export function placesText(places: readonly Place[]): string {
  return places
    .map(({ platform, account }) => (account ? `${platformLabel(platform)}: ${account}` : platformLabel(platform)))
    .join(', ');
}
