import { z } from 'zod';
import { linksIn } from '../../../../../shared/posts/link-card.ts';
import type { OutgoingCard, OutgoingMedia, OutgoingPost } from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { createdAt } from './record-key.ts';
import { stretchesIn } from './rich-text.ts';

export const POSTS = 'app.bsky.feed.post';

/** More pictures need a gallery, which older apps do not show (lexicons of 2026-11: @atproto/api 0.21.0). */
const IMAGES_MAX = 4;
const GALLERY = 'app.bsky.embed.gallery';

/** A file as returned by uploadBlob. */
export const blobSchema = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string().min(1).max(200) }),
  mimeType: z.string().min(1).max(200),
  size: z.number().int().nonnegative(),
});
type Blob = z.infer<typeof blobSchema>;
type Shape = { width: number; height: number };

export type StrongRef = { uri: string; cid: string };

export type PostRecord = {
  $type: typeof POSTS;
  text: string;
  createdAt: string;
  langs?: readonly string[];
  labels?: object;
  facets?: object[];
  embed?: object;
  reply?: { root: StrongRef; parent: StrongRef };
};

/**
 * The languages of a post: the chosen ones, else the language detected in all of its text; empty if uncertain.
 * https://docs.bsky.app/docs/advanced-guides/posts#setting-the-posts-language
 */
export async function languagesOf(post: OutgoingPost): Promise<Pick<PostRecord, 'langs'>> {
  const chosen = chosenOptions(post).list('languages');
  if (chosen.length > 0) return { langs: chosen };
  const { certainLanguage } = await import('../../../../generation/writers/languages/certain-language.ts');
  const language = certainLanguage(post.parts.join('\n'));
  return language === null ? {} : { langs: [language] };
}

/**
 * The content warning of a post's media, as a label by its author.
 * https://docs.bsky.app/docs/advanced-guides/moderation#self-labels
 */
export function labelsOf(post: OutgoingPost): Pick<PostRecord, 'labels'> {
  const val = chosenOptions(post).text('contentWarning');
  if (val === undefined || val === 'none' || post.media.length === 0) return {};
  return { labels: { $type: 'com.atproto.label.defs#selfLabels', values: [{ val }] } };
}

/** The record of a part without its reply reference. `dids` are the resolved mentions. */
export function recordOf(
  post: OutgoingPost,
  part: number,
  dids: Map<string, string>,
  embed: object | null,
): PostRecord {
  const text = partText(post, part);
  const facets = stretchesIn(text).flatMap(({ byteStart, byteEnd, feature }) => {
    const named = featureOf(feature, dids);
    return named ? [{ index: { byteStart, byteEnd }, features: [named] }] : [];
  });
  return {
    $type: POSTS,
    text,
    createdAt: createdAt(post, part),
    ...(facets.length > 0 && { facets }),
    ...(embed && { embed }),
  };
}

/** The text in valid UTF-8: lone surrogates cannot be sent. */
export function partText(post: OutgoingPost, part: number): string {
  return Buffer.from(post.parts[part] ?? '').toString();
}

/** The handles that a post mentions, without duplicates. */
export function mentionedIn(post: OutgoingPost): string[] {
  const handles = post.parts.flatMap((_, part) =>
    stretchesIn(partText(post, part)).flatMap(({ feature }) => (feature.kind === 'mention' ? feature.handle : [])),
  );
  return [...new Set(handles)];
}

/** The subtitles of a video (app.bsky.embed.video#caption). */
export type Caption = { lang: string; file: Blob };

/** The record's embed for pictures or a video. */
export function embedOf(
  media: readonly OutgoingMedia[],
  blobs: readonly Blob[],
  caption: Caption | null = null,
): object | null {
  const items = media.map(({ alt, width, height }, index) => ({
    blob: blobs[index],
    alt,
    ...(width && height && { aspectRatio: { width, height } }),
  }));
  const [first] = items;
  if (!first) return null;
  if (media[0]?.kind === 'video') {
    const { blob, alt, ...shape } = first;
    const captions = caption && { captions: [caption] };
    return { $type: 'app.bsky.embed.video', video: blob, ...captions, ...(alt !== '' && { alt }), ...shape };
  }
  if (items.length > IMAGES_MAX) return galleryOf(items);
  return { $type: 'app.bsky.embed.images', images: items.map(({ blob, ...rest }) => ({ image: blob, ...rest })) };
}

/** A link card (app.bsky.embed.external). */
export function cardEmbed({ url, title, description }: OutgoingCard, thumb: Blob | null): object {
  const external = { uri: url, title, description, ...(thumb && { thumb }) };
  return { $type: 'app.bsky.embed.external', external };
}

/** The part of a thread that gets the card: the one with its link, else the first. */
export function cardPart({ parts }: OutgoingPost, { url }: OutgoingCard): number {
  return Math.max(
    0,
    parts.findIndex((text) => linksIn(text).includes(url)),
  );
}

/** A picture of unknown shape counts as square: the lexicon requires a ratio, which may be approximate. */
function galleryOf(items: readonly { blob: Blob | undefined; alt: string; aspectRatio?: Shape }[]): object {
  const image = { $type: `${GALLERY}#image`, aspectRatio: { width: 1, height: 1 } };
  return { $type: GALLERY, items: items.map(({ blob, ...rest }) => ({ ...image, image: blob, ...rest })) };
}

function featureOf(feature: ReturnType<typeof stretchesIn>[number]['feature'], dids: Map<string, string>) {
  if (feature.kind === 'link') return { $type: 'app.bsky.richtext.facet#link', uri: feature.uri };
  if (feature.kind === 'tag') return { $type: 'app.bsky.richtext.facet#tag', tag: feature.tag };
  const did = dids.get(feature.handle);
  return did ? { $type: 'app.bsky.richtext.facet#mention', did } : null;
}
