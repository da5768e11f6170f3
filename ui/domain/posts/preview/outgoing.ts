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

/** A post as published and shown on a platform. */
export type Outgoing = Text & {
  platform: Platform;
  /** The post's own title, or else its first line; null on platforms without titles. */
  title: string | null;
  /** The text below the title, with the hashtags at its end. */
  body: string;
  /** The whole text before its links are tagged. Used to find the link's card. */
  written: string;
  /** Its links are tagged. */
  isTagged: boolean;
  /** The posts of a thread; only `body` if it is published as one post. */
  parts: string[];
  /** The platform has its own text; otherwise the main text is used. */
  hasOwnText: boolean;
  /** How many hashtags of the main text are dropped for the platform. */
  droppedHashtags: number;
  check: TextCheck;
  mediaProblem: MediaProblem | null;
  /** The title of the document that the pictures are published as; null if they are published as pictures. */
  document: string | null;
  /** How many pictures are cropped or padded, as the preview shows. */
  reshaped: Record<PictureFit, number>;
  /**
   * For a story: the number of its files, of which only one is allowed. A story has neither text nor title. Null for a
   * post.
   */
  story: { files: number } | null;
  /** It has neither text nor media. */
  isEmpty: boolean;
};

/** A picture or video; one with only a URL has no known size. */
type PreviewedItem = Slides['media'][number] & Partial<Pick<MediaItem, 'width' | 'height' | 'fit'>>;

type OutgoingRules = {
  /** The account's own limits. */
  limits?: Pick<ChannelLimits, 'textLength' | 'pictures'> | undefined;
  /** How links are tagged. */
  tagging?: LinkTagging | null | undefined;
  /** The options chosen for the platform, such as a story, a title or a description. */
  options?: OptionValues | undefined;
};

/**
 * The platform's own text if it has one, else the main text, checked against the platform's limits. `asDocument`:
 * whether the pictures are published as one document.
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
