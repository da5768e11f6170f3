import type { PostFields } from '../../../shared/posts/compose.ts';
import type { LineProblem } from '../../../shared/posts/import/import.ts';
import { type Destination, textFor } from '../../../shared/posts/platform-limits.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { CheckedMedia } from '../../../shared/publishing/checked-post.ts';
import { goesAsDocument } from '../../../shared/publishing/document.ts';
import { checkPost } from '../../../shared/publishing/preflight.ts';
import type { ImportAccount } from './destinations.ts';
import type { LibraryFile } from './library.ts';

/**
 * Assumed sizes of files that were not measured: a square is never cropped, and every platform accepts upright videos.
 */
const UNKNOWN_SIZE = { image: { width: 1080, height: 1080 }, video: { width: 1080, height: 1920 } } as const;

type Checked = {
  line: number;
  time: string;
  accounts: readonly ImportAccount[];
  /** Null when unknown, because some were not found or the line is empty. */
  files: readonly LibraryFile[] | null;
};

/**
 * Checks a post against its platforms, as the agent does before publishing (shared/publishing/preflight.ts). Problems
 * that the user can still fix, such as connecting an account, do not block the import.
 */
export function checkFields(fields: PostFields, { line, time, accounts, files }: Checked): LineProblem[] {
  const found = new Map<string, LineProblem>();
  if (files === null) return [];
  for (const destination of destinationsOf(fields, accounts)) {
    const { platform, accountId } = destination;
    const { channel = null, defaults = {} } = accounts.find(({ id }) => id === accountId) ?? {};
    // Platform quotas are checked once the posts exist.
    const problems = checkPost({
      platform,
      accountId,
      text: textFor(destination, fields),
      firstComment: fields.first_comment,
      media: files.map((file, index) => checkedMedia(file, fields.media[index])),
      isDocument: goesAsDocument(platform, fields),
      scheduledTime: time,
      options: { own: fields.options[platform] ?? {}, defaults },
      channel: channel && { state: channel.state, expiresAt: channel.expires_at, limits: channel.limits, quotas: [] },
    });
    for (const { text, isWarning, mend } of problems) {
      const label = platformLabel(platform);
      const words = text.startsWith(label) ? text : `${label}: ${text}`;
      found.set(words, { line, column: null, text: words, isWarning: isWarning || mend === 'reconnect' });
    }
  }
  return [...found.values()];
}

/** A post's destinations, by the same rule as the SQL function private.destinations. */
export function destinationsOf(
  { platforms, account_ids }: PostFields,
  accounts: readonly ImportAccount[],
): Destination[] {
  return platforms.flatMap((platform): Destination[] => {
    const ofPlatform = accounts.filter((account) => account.platform === platform);
    const connected = ofPlatform.filter(({ channel }) => channel !== null);
    const usual = connected.length > 0 ? connected : ofPlatform;
    const chosen = account_ids ? ofPlatform.filter(({ id }) => account_ids.includes(id)) : usual;
    if (ofPlatform.length === 0) return [{ platform, accountId: null }];
    return chosen.map(({ id }) => ({ platform, accountId: id }));
  });
}

function checkedMedia(
  { item, mimeType, size, seconds }: LibraryFile,
  { alt = '', coverMs }: Partial<PostFields['media'][number]> = {},
): CheckedMedia {
  const { kind } = item;
  const { width = UNKNOWN_SIZE[kind].width, height = UNKNOWN_SIZE[kind].height } = item;
  const facts = { mimeType, size, width, height };
  return {
    kind,
    alt,
    hasCover: coverMs !== undefined,
    trouble: null,
    facts: kind === 'image' ? { kind, ...facts } : { kind, ...facts, seconds, frameRate: null },
  };
}
