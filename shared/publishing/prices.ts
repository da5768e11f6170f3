import { type Platform, platformLabel, platformOf } from '../posts/platforms.ts';
import { addressesIn } from '../posts/x-length.ts';

/** Whether each call costs money, so that optional reads are infrequent. */
export function isPaidByCall(platform: Platform): boolean {
  return platformOf(platform).prices !== undefined;
}

/** The price of sending a post, in mills; 0 if it is free. Each part of a thread is a post. */
export function priceOf(
  platform: Platform,
  parts: readonly string[],
  media: readonly { kind: 'image' | 'video'; alt: string }[],
): number {
  const { prices } = platformOf(platform);
  if (!prices) return 0;
  const posts = parts.map((text) => (addressesIn(text).length > 0 ? prices.postWithLink : prices.post));
  const described = media.filter(({ kind, alt }) => kind === 'image' && alt !== '').length;
  return posts.reduce((sum, price) => sum + price, 0) + described * prices.description;
}

/** The price of this many reads of posts and of the account, in mills; 0 if it is free. */
export function costOfReads(platform: Platform, { posts, accounts }: { posts: number; accounts: number }): number {
  const { prices } = platformOf(platform);
  return prices ? posts * prices.readPost + accounts * prices.readAccount : 0;
}

/** The most that a single read costs, in mills. */
export function readPriceOf(platform: Platform): number {
  const { prices } = platformOf(platform);
  return prices ? Math.max(prices.readPost, prices.readAccount) : 0;
}

/** A post's price, as a whole sentence; null if it is free. */
export function priceInWords(
  platform: Platform,
  parts: readonly string[],
  media: Parameters<typeof priceOf>[2],
): string | null {
  const { prices } = platformOf(platform);
  const price = priceOf(platform, parts, media);
  if (!prices || price === 0) return null;
  const costs = `It costs about ${inDollars(price)} on ${platformLabel(platform)}`;
  const hasLink = parts.some((text) => addressesIn(text).length > 0);
  return hasLink ? `${costs}, where each post with a link costs ${inDollars(prices.postWithLink)}.` : `${costs}.`;
}

/** "$0.015", "$0.20". */
export function inDollars(mills: number): string {
  return `$${(mills / 1000).toFixed(mills % 10 === 0 ? 2 : 3)}`;
}

/** An entered amount of dollars, "5" or "2.50", in mills; null if empty. */
export function millsOf(dollars: string | undefined): number | null {
  return dollars ? Math.round(Number(dollars) * 1000) : null;
}
