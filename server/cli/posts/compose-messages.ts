import { destinationsInWords } from '../../../shared/posts/dry-run-words.ts';
import { type Platform, platformLabel } from '../../../shared/posts/platforms.ts';
import type { ComposedPost } from '../../../shared/posts/posts-api.ts';
import { localTime, localZone } from '../terminal/local-time.ts';
import { oneLine } from '../terminal/terminal.ts';

export const DELETED = 'Deleted. It can be restored for 24 hours, from the Bin in the Scheduler.';
export const NO_DRAFTS = 'No drafts. Write one with `local-agent posts new --text "..."`.';
export const NOTHING_TO_CHANGE = 'Specify what to change, such as --text.';
export const EMPTY = 'Give a text or a file: --text, or --media.';
export const TWO_TIMES = 'Give either --at or --draft.';
export const FOR_NEEDS_WORDS = '--for needs --text or --hashtags.';
export const PART_NEEDS_TEXT = '--part needs --text, which is the first post of the thread.';
export const TOO_MANY_ALTS = 'There are more --alt than --media. Each --alt describes the file in the same position.';
export const chooseAccount = (platform: Platform) =>
  `${platformLabel(platform)} has accounts, and --account names none of them. Name one, or leave out --platform ${platform}.`;
export const replacedVersions = (platforms: readonly Platform[]) =>
  platforms.length === 0
    ? 'Versions for single accounts were replaced by this text.'
    : `Versions for ${platforms.map(platformLabel).join(', ')} were replaced by this text.`;

/** A post after a change: its id, time, destinations and problems. */
export function describeComposed({ id, status, post, destinations, problems }: ComposedPost): string[] {
  const when =
    post && post.status !== 'cancelled'
      ? `${post.status} for ${localTime(post.scheduled_time)} (${localZone()})`
      : status;
  return [
    `${id}  ${when}`,
    ...(destinations.length > 0 ? [oneLine(destinationsInWords(destinations))] : []),
    ...problems.map(({ platform, text, isWarning }) => {
      const label = platformLabel(platform);
      return `${isWarning ? 'Note' : 'Problem'}: ${text.includes(label) ? '' : `${label}: `}${oneLine(text)}`;
    }),
  ];
}
