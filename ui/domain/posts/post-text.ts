import { parseHashtags } from '../../../shared/posts/composing.ts';
import { fittedTo } from '../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';

export type Text = { caption: string; hashtags: string[] };

/** The text of a piece of content as stored in the database; `updated_at` identifies its version. */
export type StoredText = Pick<GeneratedContentRow, 'caption' | 'hashtags' | 'alternatives' | 'updated_at'>;

/** A text as entered in the editor: hashtags are not parsed. */
export type Version = { caption: string; hashtags: string };

/**
 * A text being edited: the main text, and the texts of platforms that have their own. `base` is the stored text that
 * editing started from.
 */
export type TextDraft = { base: StoredText; main: Version; own: Partial<Record<Platform, Version>> };

/** The draft of an unedited text. A platform's text that equals the main text is left out. */
export function draftOf(base: StoredText, platforms: readonly Platform[]): TextDraft {
  const own: TextDraft['own'] = {};
  for (const platform of platforms) {
    const text = base.alternatives[platform];
    if (text && !isSame(text, fittedTo(platform, base))) own[platform] = asTyped(text);
  }
  return { base, main: asTyped(base), own };
}

/** The text published on a platform: its own, or the main text with as many hashtags as the platform allows. */
export function textFor(platform: Platform, { main, own }: TextDraft): Text {
  const version = own[platform];
  return version ? asText(version) : fittedTo(platform, asText(main));
}

/** Parses the editor's fields. */
export function asText({ caption, hashtags }: Version): Text {
  return { caption, hashtags: parseHashtags(hashtags) };
}

/** Formats a text for the editor's fields. */
export function asTyped({ caption, hashtags }: Text): Version {
  return { caption, hashtags: hashtags.join(' ') };
}

function isSame(a: Text, b: Text): boolean {
  return a.caption === b.caption && a.hashtags.join(' ') === b.hashtags.join(' ');
}
