import { type Platform, platformLabel } from '../posts/platforms.ts';
import { addressesIn } from '../posts/x-length.ts';

/**
 * What X takes for a call, in mills (thousandths of a US dollar). https://docs.x.com/x-api/getting-started/pricing, read
 * in August 2026.
 */
const X_MILLS = { post: 15, postWithLink: 200, description: 5 };

/** Whether the platform takes money for each call: what is merely nice to know is asked seldom there. */
export function isPaidByCall(platform: Platform): boolean {
  return platform === 'twitter';
}

/** What a platform takes for sending a post, in mills; 0 where it takes nothing. Each part of a thread is a post. */
export function priceOf(
  platform: Platform,
  parts: readonly string[],
  media: readonly { kind: 'image' | 'video'; alt: string }[],
): number {
  if (!isPaidByCall(platform)) return 0;
  const posts = parts.map((text) => (addressesIn(text).length > 0 ? X_MILLS.postWithLink : X_MILLS.post));
  const described = media.filter(({ kind, alt }) => kind === 'image' && alt !== '').length;
  return posts.reduce((sum, price) => sum + price, 0) + described * X_MILLS.description;
}

/** What a post costs, as a whole sentence; null where it costs nothing. */
export function priceInWords(
  platform: Platform,
  parts: readonly string[],
  media: Parameters<typeof priceOf>[2],
): string | null {
  const price = priceOf(platform, parts, media);
  if (price === 0) return null;
  const costs = `It costs about ${inDollars(price)} on ${platformLabel(platform)}`;
  const hasLink = parts.some((text) => addressesIn(text).length > 0);
  return hasLink ? `${costs}, where each post with a link costs ${inDollars(X_MILLS.postWithLink)}.` : `${costs}.`;
}

/** "$0.015", "$0.20". */
export function inDollars(mills: number): string {
  return `$${(mills / 1000).toFixed(mills % 10 === 0 ? 2 : 3)}`;
}

/** An amount of dollars as it is entered, "5" or "2.50", in mills; null for none. */
export function millsOf(dollars: string | undefined): number | null {
  return dollars ? Math.round(Number(dollars) * 1000) : null;
}
