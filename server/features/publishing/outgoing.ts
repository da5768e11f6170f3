import { optionProblems, postKindOf, sentOptions } from '../../../shared/platforms/option-values.ts';
import type { OptionValues } from '../../../shared/platforms/options.ts';
import type { CardContent } from '../../../shared/posts/link-card.ts';
import { type Destination, MEDIA_LIMITS, textFor, textLength } from '../../../shared/posts/platform-limits.ts';
import { optionsOf } from '../../../shared/posts/platform-options.ts';
import { canThread, type Platform, platformLabel, platformOf } from '../../../shared/posts/platforms.ts';
import { coverTimeSchema, videoCaptionsSchema } from '../../../shared/posts/video-captions.ts';
import type { ChannelLimits } from '../../../shared/publishing/channel.ts';
import type { Outgoing } from '../../../shared/publishing/delivery.ts';
import { documentTitle, goesAsDocument } from '../../../shared/publishing/document.ts';
import { effectsOf, limitsBeside } from '../../../shared/publishing/option-effects.ts';
import { isChanged, type Shape, shapesOf } from '../../../shared/publishing/picture-fit.ts';
import { firstCommentLimit, sendsFirstComment, threadOf } from '../../../shared/publishing/post-parts.ts';
import type { MediaItem, PostDeliveriesRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { MediaFacts, MediaWork } from './media/media.ts';
import { COMMENT_TOO_LONG, FOREIGN_FILE, NO_COVER, NO_LANGUAGE, TOO_LONG } from './messages.ts';
import { type OutgoingCard, type OutgoingMedia, type OutgoingPost, PublishError } from './publisher.ts';
import type { PostContent } from './store.ts';
import type { StoredFile } from './stored-media.ts';

/** The location of a post's file: `path` in the bucket; null for a URL elsewhere. */
type Address = Outgoing['media'][number];

/**
 * The content for a destination: its text, split into a thread if too long and supported, with the first comment as the
 * last part if supported; its files, as a document if chosen; and its options, checked. PublishError `rejected` if the
 * text is still too long, or an option is wrong.
 */
export function outgoingOf(
  destination: Destination,
  content: PostContent,
  dueAt: string,
  { limits: ofChannel, defaults }: AccountSettings,
): Outgoing {
  const { platform } = destination;
  const chosen = optionsFor(platform, content, defaults);
  const effects = effectsOf(platform, chosen.options ?? {});
  const limits = limitsBeside(platform, ofChannel, effects);
  const text = textFor(destination, content);
  const { parts, rest } = canThread(platform) ? threadOf(text, platform, limits) : { parts: [text], rest: '' };
  if (rest !== '') throw new PublishError('rejected', TOO_LONG);
  const comment = content.first_comment.trim();
  const sent = {
    dueAt,
    media: mediaOf(content),
    ...chosen,
    ...(goesAsDocument(platform, content) && { document: { title: documentTitle(platform, text) } }),
  };
  if (comment === '' || effects.isStory || !sendsFirstComment(platform, limits)) return { ...sent, parts };
  if (textLength(comment, platform) > firstCommentLimit(platform, limits))
    throw new PublishError('rejected', COMMENT_TOO_LONG);
  return { ...sent, parts: [...parts, comment], hasFirstComment: true };
}

/** The limits of an account's channel, and the default values of its posts' options. */
export type AccountSettings = { limits: ChannelLimits; defaults: OptionValues };

/**
 * The options to send. Those not chosen for the post are the account's defaults: automatically created posts have no
 * others. Whether they suit the account's current state is left to the platform. PublishError `rejected`.
 */
function optionsFor(platform: Platform, content: PostContent, defaults: OptionValues): Pick<Outgoing, 'options'> {
  const chosen = { own: content.options[platform] ?? {}, defaults, kind: postKindOf(mediaOf(content)) };
  const options = optionsOf(platform);
  const wrong = optionProblems(options, platformLabel(platform), chosen).find(({ isWarning }) => !isWarning);
  if (wrong) throw new PublishError('rejected', wrong.text);
  const sent = sentOptions(options, chosen);
  return Object.keys(sent).length > 0 ? { options: sent } : {};
}

/** The files of a post in order. A post created by another tool may have only a single URL. */
export function mediaOf({ media, media_url }: Pick<PostContent, 'media' | 'media_url'>): Address[] {
  if (media.length > 0) return media.map(addressOf);
  return media_url ? [{ path: null, url: media_url, kind: 'image', alt: '' }] : [];
}

function addressOf({ path, url, kind, alt, isAiMade, fit, ...item }: MediaItem): Address {
  const own = { path: path || null, url, kind, alt: alt ?? '', ...(isAiMade && { isAiMade }), ...(fit && { fit }) };
  return kind === 'video' ? { ...own, ...shownBy(item) } : own;
}

/** The cover and captions of a video. Invalid values, stored by another tool, are left out. */
function shownBy({ coverMs, poster, captions }: Pick<MediaItem, 'coverMs' | 'poster' | 'captions'>): Partial<Address> {
  const { success, data: cover } = coverTimeSchema.safeParse(coverMs);
  const said = videoCaptionsSchema.safeParse(captions).data;
  return {
    ...(success && { coverMs: cover }),
    ...(success && poster && { poster: poster.path }),
    ...(said?.length && { captions: said }),
  };
}

/** A document's pages are JPEGs, which are embedded in a PDF unchanged. */
const DOCUMENT_LIMITS: ChannelLimits = { mimeTypes: ['image/jpeg'] };

export type OpenPostDeps = {
  openFile(path: string): Promise<StoredFile>;
  media: Pick<MediaWork, 'probe' | 'fitPicture'>;
  /** See LinkCards.open. */
  openCard(card: CardContent): Promise<{ card: OutgoingCard; problem: string | null }>;
};

/**
 * Opens a delivery's content. Original bytes are sent unless the platform rejects them; `changes` says what was done.
 * PublishError `rejected` if a file is missing or cannot be converted.
 */
export async function openPost(
  delivery: Pick<PostDeliveriesRow, 'idempotency_key' | 'platform'>,
  { dueAt, parts, media, document, options, card, cardProblem }: Outgoing,
  limits: ChannelLimits,
  deps: OpenPostDeps,
): Promise<{ post: OutgoingPost; changes: string[] }> {
  const changes: string[] = [];
  const files: OutgoingMedia[] = [];
  const found: Examined[] = [];
  for (const item of media) found.push(await examine(item, deps));
  const { platform } = delivery;
  const { isStory } = effectsOf(platform, options ?? {});
  const items = found.map(({ facts: { kind, width, height } }, index) => ({
    kind,
    size: { width, height },
    fit: media[index]?.fit,
  }));
  const shapes = isStory ? [] : shapesOf(platform, items);
  for (const [index, one] of found.entries()) {
    const own = document ? DOCUMENT_LIMITS : limits;
    const shape = isChanged(shapes[index]) ? shapes[index] : null;
    const { file, change } = await openMedia(one, platform, { ...own, shape, isWhole: isStory }, deps);
    files.push(file);
    if (change)
      changes.push(
        media.length > 1 ? `${one.item.kind === 'video' ? 'Video' : 'Picture'} ${index + 1}: ${change}` : change,
      );
  }
  const [video] = files;
  if (video?.kind === 'video' && media[0]) changes.push(...(await addShown(video, media[0], parts, platform, deps)));
  const opened = card && (await deps.openCard(card));
  const problem = opened?.problem ?? cardProblem;
  if (problem) changes.push(problem);
  const due = new Date(dueAt).toISOString();
  return {
    post: { key: delivery.idempotency_key, dueAt: due, parts, media: files, document, options, card: opened?.card },
    changes,
  };
}

/** YouTube's limits for covers, which every platform with covers accepts. */
const COVER_LIMITS = { maxBytes: 2_000_000, mimeTypes: ['image/jpeg'] };

/**
 * Adds the cover and the subtitles to a video, if the platform supports them. A post never fails because of them:
 * returns messages about what was left out.
 */
async function addShown(
  video: OutgoingMedia,
  { coverMs, poster, captions = [] }: Address,
  parts: readonly string[],
  platform: PostDeliveriesRow['platform'],
  { openFile, media }: OpenPostDeps,
): Promise<string[]> {
  const { takesCover, takesSubtitles } = platformOf(platform);
  const without: string[] = [];
  if (takesCover && coverMs !== undefined) {
    const lastMs = video.seconds ? Math.max(0, Math.floor(video.seconds * 1000) - 1) : coverMs;
    video.cover = { ms: Math.min(coverMs, lastMs), picture: null };
    if (takesCover === 'picture' && poster)
      try {
        const { mimeType, size, open } = await openFile(poster);
        const picture = { kind: 'image' as const, mimeType, size, width: null, height: null, alt: '', open };
        video.cover.picture = (await orRejected(() => media.fitPicture(picture, COVER_LIMITS))).media;
      } catch (error) {
        if (!(error instanceof PublishError) || error.errorClass !== 'rejected') throw error;
        without.push(NO_COVER);
      }
  }
  if (takesSubtitles && captions.length > 0) {
    const { subtitleLanguage } = await import('./subtitle-language.ts');
    const language = subtitleLanguage(captions, parts);
    if (language === null) without.push(NO_LANGUAGE);
    else video.subtitles = { language, captions };
  }
  return without;
}

/** A file of a post, and its facts. */
type Examined = { item: Address; stored: StoredFile; facts: MediaFacts };

async function examine(
  item: Address,
  { openFile, media }: Pick<OpenPostDeps, 'openFile' | 'media'>,
): Promise<Examined> {
  if (item.path === null) throw new PublishError('rejected', FOREIGN_FILE);
  const stored = await openFile(item.path);
  return { item, stored, facts: await orRejected(() => media.probe(stored)) };
}

async function openMedia(
  { item: { kind, alt, isAiMade }, stored, facts }: Examined,
  platform: PostDeliveriesRow['platform'],
  limits: ChannelLimits & { shape: Shape | null | undefined; isWhole?: boolean | undefined },
  { media }: OpenPostDeps,
): Promise<{ file: OutgoingMedia; change: string | null }> {
  const { mimeType, size, width, height } = facts;
  const { address, open } = stored;
  const file: OutgoingMedia = { kind, mimeType, size, width, height, alt, isAiMade, address, open };
  if (facts.kind === 'video') {
    const { seconds, frameRate } = facts;
    return { file: { ...file, seconds, frameRate }, change: null };
  }
  const own = MEDIA_LIMITS[platform];
  const fitted = await orRejected(() =>
    media.fitPicture(file, {
      maxBytes: limits.imageBytes ?? (mimeType === 'image/gif' ? own.gifBytes : undefined) ?? own.imageBytes,
      maxPixels: limits.imagePixels,
      mimeTypes: limits.mimeTypes?.filter((type) => type.startsWith('image/')) ?? own.imageTypes,
      aspect: limits.isWhole ? undefined : own.aspect,
      shape: limits.shape,
    }),
  );
  // A converted file has no URL.
  return { file: { ...fitted.media, address: fitted.change === null ? address : undefined }, change: fitted.change };
}

/** Converts AppError bad_input to PublishError `rejected`, since a retry would not change the file. */
async function orRejected<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_input')
      throw new PublishError('rejected', error.message, { cause: error });
    throw error;
  }
}
