import { type Platform, platformLabel } from '../posts/platforms.ts';
import { inDollars } from './prices.ts';

/** A remaining quota of an account, as the platform reports it. */
export type Quota = {
  /**
   * The unit: posts (each part of a thread), pictures and videos, videos only, bytes of video, or thousandths of a US
   * dollar.
   */
  of: 'posts' | 'files' | 'videos' | 'videoBytes' | 'mills';
  left: number;
  /** When it is reset, ISO 8601; null if the platform does not say. */
  until: string | null;
  /** The platform's reason, if given. */
  words: string | null;
};

/** What one post uses. */
export type QuotaUse = { [counted in Quota['of']]: number };

/** `mills` is the post's price. */
export function quotaUse(
  posts: number,
  media: readonly { kind: 'image' | 'video'; size: number }[],
  mills = 0,
): QuotaUse {
  const videos = media.filter(({ kind }) => kind === 'video');
  return {
    posts,
    files: media.length,
    videos: videos.length,
    videoBytes: videos.reduce((sum, { size }) => sum + size, 0),
    mills,
  };
}

/** The quotas that a post would exceed if published at `at`, ISO 8601. */
export function brokenQuotas(quotas: readonly Quota[], use: QuotaUse, at: string): Quota[] {
  return quotas.filter(
    ({ of, left, until }) => use[of] > left && (until === null || Date.parse(at) < Date.parse(until)),
  );
}

/** Why the post cannot be published and what to do, in whole sentences. */
export function quotaInWords(platform: Platform, { of, left, words }: Quota, use: QuotaUse): string {
  const label = platformLabel(platform);
  switch (of) {
    case 'videos':
      if (words) return `${label} accepts no video from this account now. It says: ${sentence(words)} ${OTHER_DAY}`;
      return `${label} accepts no more videos from this account today. ${OTHER_DAY}`;
    case 'videoBytes':
      return `${label} accepts ${inMegabytes(left)} more video from this account today; this one has ${inMegabytes(use.videoBytes)}. Use a smaller video, or move the post to another day.`;
    case 'files':
      if (left === 0) return `${label} accepts no more pictures and videos from this account for now. ${LATER}`;
      return `${label} accepts ${left === 1 ? '1 more picture or video' : `${left} more pictures and videos`} from this account for now; this post has ${use.files}. ${LATER}`;
    case 'mills':
      return `It costs about ${inDollars(use.mills)}, and ${inDollars(Math.max(left, 0))} are left of the account’s limit for this month. Connect the account again with a higher amount, or move the post to the next month.`;
    default:
      if (left === 0) return `${label} accepts no more posts from this account for now. ${LATER}`;
      return `${label} accepts ${left} more ${left === 1 ? 'post' : 'posts'} from this account for now; this one is published as ${use.posts}. ${LATER}`;
  }
}

/** What remains, for the account's page: "97 posts", "$4.50 this month". */
export function leftInWords({ of, left }: Quota): string {
  const count = Math.max(0, left);
  switch (of) {
    case 'posts':
      return count === 1 ? '1 post' : `${count.toLocaleString('en')} posts`;
    case 'files':
      return `${count.toLocaleString('en')} pictures and videos`;
    case 'videos':
      return count === 1 ? '1 video' : `${count.toLocaleString('en')} videos`;
    case 'videoBytes':
      return `${inMegabytes(count)} of video`;
    case 'mills':
      return `${inDollars(count)} this month`;
  }
}

const OTHER_DAY = 'Remove the video, or move the post to another day.';
const LATER = 'Move the post to a later time.';

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** A size for users: "1.5 MB". */
export function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
