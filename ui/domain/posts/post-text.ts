import { parseHashtags } from '../../../shared/posts/composing.ts';
import { fittedTo } from '../../../shared/posts/platform-limits.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';

/** A post's words. */
export type Text = { caption: string; hashtags: string[] };

/** The text of a piece of content as the database has it; `updated_at` tells one state from the next. */
export type StoredText = Pick<GeneratedContentRow, 'caption' | 'hashtags' | 'alternatives' | 'updated_at'>;

/** A text as it stands in the editor's fields: hashtags as they are typed. */
export type Version = { caption: string; hashtags: string };

/**
 * What is being edited: the main text, and the platforms' own texts where they have one. `base` is what the editing
 * started from.
 */
export type TextDraft = { base: StoredText; main: Version; own: Partial<Record<Platform, Version>> };

/** The draft of an untouched text. A platform that has just the main text has none of its own. */
export function draftOf(base: StoredText, platforms: readonly Platform[]): TextDraft {
  const own: TextDraft['own'] = {};
  for (const platform of platforms) {
    const text = base.alternatives[platform];
    if (text && !isSame(text, fittedTo(platform, base))) own[platform] = asTyped(text);
  }
  return { base, main: asTyped(base), own };
}

/** The words that go out on a platform: its own, or the main text with as many hashtags as the platform takes. */
export function textFor(platform: Platform, { main, own }: TextDraft): Text {
  const version = own[platform];
  return version ? asText(version) : fittedTo(platform, asText(main));
}

/** The text of an editor's fields. */
export function asText({ caption, hashtags }: Version): Text {
  return { caption, hashtags: parseHashtags(hashtags) };
}

/** A text for the editor's fields. */
export function asTyped({ caption, hashtags }: Text): Version {
  return { caption, hashtags: hashtags.join(' ') };
}

function isSame(a: Text, b: Text): boolean {
  return a.caption === b.caption && a.hashtags.join(' ') === b.hashtags.join(' ');
}
