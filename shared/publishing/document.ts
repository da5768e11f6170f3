import { type Platform, platformOf } from '../posts/platforms.ts';
import type { MediaItem } from '../workspace/database.ts';

/** Rules of posts whose pictures go out as one document. */

/** Where a post has no words that could be a title. */
const UNTITLED = 'Slides';

/** What of a post says whether it goes out as a document. */
export type Slides = {
  /** What the person chose; null where they said nothing. */
  as_document: boolean | null;
  media: readonly Pick<MediaItem, 'kind' | 'card'>[];
};

/** Several pictures and nothing else: they can be the pages of a document. */
export function canBeDocument(media: Slides['media']): boolean {
  return media.length > 1 && media.every(({ kind }) => kind === 'image');
}

/**
 * Whether the pictures of a post go out as one PDF to swipe through, which people call a carousel:
 * as chosen, else where all of them are drawn slides. Other pictures are shown beside each other.
 */
export function goesAsDocument(platform: Platform, { as_document, media }: Slides): boolean {
  if (!platformOf(platform).document || !canBeDocument(media)) return false;
  return as_document ?? media.every(({ card }) => card !== undefined);
}

/** A document's title on a platform that takes documents, from the first line of a post. */
export function documentTitle(platform: Platform, text: string): string {
  const most = platformOf(platform).document?.titleLength ?? 0;
  const [line = ''] = text.trim().split('\n', 1);
  const title = line.replace(/\s+/gu, ' ').trim();
  if (title === '') return UNTITLED;
  const signs = [...title];
  if (signs.length <= most) return title;
  const cut = signs.slice(0, most - 1).join('');
  const blank = cut.lastIndexOf(' ');
  return `${blank > 0 ? cut.slice(0, blank) : cut}…`;
}
