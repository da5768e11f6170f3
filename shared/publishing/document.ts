import { type Platform, platformOf } from '../posts/platforms.ts';
import type { MediaItem } from '../workspace/database.ts';

/** Rules of posts whose pictures are sent as one document. */

/** The title of a post without text. */
const UNTITLED = 'Slides';

/** The fields that decide whether a post is sent as a document. */
export type Slides = {
  /** The user's choice; null if none was made. */
  as_document: boolean | null;
  media: readonly Pick<MediaItem, 'kind' | 'card'>[];
};

/** Whether the media are several pictures and no video. */
export function canBeDocument(media: Slides['media']): boolean {
  return media.length > 1 && media.every(({ kind }) => kind === 'image');
}

/**
 * Whether a post's pictures are sent as one PDF to swipe through, known as a carousel: as chosen, by default if all are
 * drawn slides. Other pictures are shown as a grid.
 */
export function goesAsDocument(platform: Platform, { as_document, media }: Slides): boolean {
  if (!platformOf(platform).document || !canBeDocument(media)) return false;
  return as_document ?? media.every(({ card }) => card !== undefined);
}

/** The document's title, from the post's first line. */
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
