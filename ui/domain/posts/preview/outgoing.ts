import { draftOf, type StoredText, type Text, textFor } from '@/domain/posts/post-text.ts';
import type { OptionValues } from '../../../../shared/platforms/options.ts';
import { isStory } from '../../../../shared/platforms/story.ts';
import { type LinkTagging, withLinkTags } from '../../../../shared/posts/link-tags.ts';
import {
  checkMedia,
  checkText,
  joinCaption,
  type MediaProblem,
  type TextCheck,
  titledText,
} from '../../../../shared/posts/platform-limits.ts';
import { canThread, type Platform } from '../../../../shared/posts/platforms.ts';
import type { ChannelLimits } from '../../../../shared/publishing/channel.ts';
import { documentTitle, goesAsDocument, type Slides } from '../../../../shared/publishing/document.ts';
import { fittedItems, type PictureFit, shapesOf } from '../../../../shared/publishing/picture-fit.ts';
import { threadOf } from '../../../../shared/publishing/post-parts.ts';
import type { MediaItem } from '../../../../shared/workspace/database.ts';

/** What goes out on a platform, as that platform shows it. */
export type Outgoing = Text & {
  platform: Platform;
  /** The post's own title or its first line, where the platform has titles. Null where there are no titles. */
  title: string | null;
  /** The text below the title, with the hashtags at its end. */
  body: string;
  /** The whole text before its links are tagged, by which their card is found. */
  written: string;
  /** Links are tagged. */
  isTagged: boolean;
  /** The posts of a thread, where `body` goes out as one; else `body` alone. */
  parts: string[];
  /** The platform has a text of its own; else the main text goes out. */
  hasOwnText: boolean;
  /** How many hashtags of the main text the platform does not take. */
  droppedHashtags: number;
  check: TextCheck;
  mediaProblem: MediaProblem | null;
  /** The title of the document that the pictures go out as; null where they go out as pictures. */
  document: string | null;
  /** How many of the pictures are given another shape, as the preview shows them. */
  reshaped: Record<PictureFit, number>;
  /** Of a story: its files, of which it can have one. It has neither text nor title. Null for a post. */
  story: { files: number } | null;
  /** There is neither a word nor a picture. */
  isEmpty: boolean;
};

/** A picture or video; one that has an address only has no size. */
type PreviewedItem = Slides['media'][number] & Partial<Pick<MediaItem, 'width' | 'height' | 'fit'>>;

type OutgoingRules = {
  /** The account's own. */
  limits?: Pick<ChannelLimits, 'textLength' | 'pictures'> | undefined;
  /** What links get. */
  tagging?: LinkTagging | null | undefined;
  /** What was chosen for the platform: a story, a title and a description of their own. */
  options?: OptionValues | undefined;
};

/**
 * The platform's own text where it has one, else the main text, held against the platform's limits. `asDocument` is
 * whether the pictures go out as one document.
 */
export function outgoingOf(
  platform: Platform,
  stored: StoredText,
  media: readonly PreviewedItem[],
  asDocument: boolean | null = null,
  { limits = {}, tagging = null, options }: OutgoingRules = {},
): Outgoing {
  const draft = draftOf(stored, [platform]);
  const story = isStory(options, media) ? { files: media.length } : null;
  const { caption: written, hashtags } = story ? { caption: '', hashtags: [] } : textFor(platform, draft);
  const caption = withLinkTags(written, tagging);
  const shapes = story ? [] : shapesOf(platform, fittedItems(media));
  const hasOwnText = draft.own[platform] !== undefined;
  const { title, body } = titledText(platform, joinCaption(caption.trim(), hashtags), options);
  const thread = canThread(platform) ? threadOf(body, platform, limits) : { parts: [body], rest: '' };
  const check = checkText(platform, caption, hashtags, options, limits.textLength);
  return {
    platform,
    caption,
    hashtags,
    title,
    body,
    written: joinCaption(written, hashtags),
    isTagged: caption !== written,
    parts: thread.parts,
    hasOwnText,
    droppedHashtags: hasOwnText || story ? 0 : stored.hashtags.length - hashtags.length,
    check: thread.parts.length > 1 ? { ...check, isTooLong: thread.rest !== '' } : check,
    mediaProblem: checkMedia(
      platform,
      media.map(({ kind }) => kind),
      limits.pictures,
    ),
    document: goesAsDocument(platform, { media, as_document: asDocument })
      ? documentTitle(platform, joinCaption(caption, hashtags))
      : null,
    reshaped: {
      crop: shapes.filter((shape) => shape?.how === 'crop').length,
      pad: shapes.filter((shape) => shape?.how === 'pad').length,
    },
    story,
    isEmpty: caption.trim() === '' && hashtags.length === 0 && media.length === 0,
  };
}
