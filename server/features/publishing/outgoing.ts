import { type Destination, MEDIA_LIMITS, textFor, textLength } from '../../../shared/posts/platform-limits.ts';
import type { ChannelLimits } from '../../../shared/publishing/channel.ts';
import type { Outgoing } from '../../../shared/publishing/delivery.ts';
import { documentTitle, goesAsDocument } from '../../../shared/publishing/document.ts';
import { canThread, firstCommentLimit, sendsFirstComment, threadOf } from '../../../shared/publishing/post-parts.ts';
import type { MediaItem, PostDeliveriesRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { MediaWork } from './media/media.ts';
import { COMMENT_TOO_LONG, FOREIGN_FILE, TOO_LONG } from './messages.ts';
import { type OutgoingMedia, type OutgoingPost, PublishError } from './publisher.ts';
import type { PostContent } from './store.ts';
import type { StoredFile } from './stored-media.ts';

/** Where a file of a post lies: `path` in the bucket; null for an address elsewhere. */
type Address = Outgoing['media'][number];

/**
 * What a post sends to a destination: its words, as a thread where they are too long for one post and the platform has
 * threads, with the first comment as the last where the platform takes one; and its files, as a document where they go
 * out so. PublishError `rejected` where the words are too long even so.
 */
export function outgoingOf(
  destination: Destination,
  content: PostContent,
  dueAt: string,
  limits: ChannelLimits,
): Outgoing {
  const { platform } = destination;
  const text = textFor(destination, content);
  const { parts, rest } = canThread(platform) ? threadOf(text, platform, limits) : { parts: [text], rest: '' };
  if (rest !== '') throw new PublishError('rejected', TOO_LONG);
  const comment = content.first_comment.trim();
  const sent = {
    dueAt,
    media: mediaOf(content),
    ...(goesAsDocument(platform, content) && { document: { title: documentTitle(text) } }),
  };
  if (comment === '' || !sendsFirstComment(platform)) return { ...sent, parts };
  if (textLength(comment, platform) > firstCommentLimit(platform, limits))
    throw new PublishError('rejected', COMMENT_TOO_LONG);
  return { ...sent, parts: [...parts, comment], hasFirstComment: true };
}

/** The files of a post in order. A post that a tool made may have nothing but one address. */
export function mediaOf({ media, media_url }: Pick<PostContent, 'media' | 'media_url'>): Address[] {
  if (media.length > 0) return media.map(addressOf);
  return media_url ? [{ path: null, url: media_url, kind: 'image', alt: '' }] : [];
}

function addressOf({ path, url, kind, alt, isAiMade }: MediaItem): Address {
  return { path: path || null, url, kind, alt: alt ?? '', ...(isAiMade && { isAiMade }) };
}

/** A page of a document is a JPEG, as it stands in a PDF without being touched. */
const DOCUMENT_LIMITS: ChannelLimits = { mimeTypes: ['image/jpeg'] };

export type OpenPostDeps = {
  openFile(path: string): Promise<StoredFile>;
  media: Pick<MediaWork, 'probe' | 'fitPicture'>;
};

/**
 * Opens what a delivery sends. Original bytes go out unless the platform does not take them; `changes` says what was
 * done. PublishError `rejected` where a file is gone or cannot be made to fit.
 */
export async function openPost(
  delivery: Pick<PostDeliveriesRow, 'idempotency_key' | 'platform'>,
  { dueAt, parts, media, document }: Outgoing,
  limits: ChannelLimits,
  deps: OpenPostDeps,
): Promise<{ post: OutgoingPost; changes: string[] }> {
  const changes: string[] = [];
  const files: OutgoingMedia[] = [];
  for (const [index, item] of media.entries()) {
    const { file, change } = await openMedia(item, delivery.platform, document ? DOCUMENT_LIMITS : limits, deps);
    files.push(file);
    if (change)
      changes.push(
        media.length > 1 ? `${item.kind === 'video' ? 'Video' : 'Picture'} ${index + 1}: ${change}` : change,
      );
  }
  return {
    post: { key: delivery.idempotency_key, dueAt: new Date(dueAt).toISOString(), parts, media: files, document },
    changes,
  };
}

async function openMedia(
  { path, kind, alt, isAiMade }: Address,
  platform: PostDeliveriesRow['platform'],
  limits: ChannelLimits,
  { openFile, media }: OpenPostDeps,
): Promise<{ file: OutgoingMedia; change: string | null }> {
  if (path === null) throw new PublishError('rejected', FOREIGN_FILE);
  const stored = await openFile(path);
  try {
    const facts = await media.probe(stored);
    const { mimeType, size, width, height } = facts;
    const file: OutgoingMedia = {
      kind,
      mimeType,
      size,
      width,
      height,
      alt,
      isAiMade,
      address: stored.address,
      open: stored.open,
    };
    if (facts.kind === 'video') {
      const { seconds, frameRate } = facts;
      return { file: { ...file, seconds, frameRate }, change: null };
    }
    const own = MEDIA_LIMITS[platform];
    const fitted = await media.fitPicture(file, {
      maxBytes: limits.imageBytes ?? (mimeType === 'image/gif' ? own.gifBytes : undefined) ?? own.imageBytes,
      maxPixels: limits.imagePixels,
      mimeTypes: limits.mimeTypes?.filter((type) => type.startsWith('image/')) ?? own.imageTypes,
    });
    // What was changed lies nowhere.
    const address = fitted.change === null ? stored.address : undefined;
    return { file: { ...fitted.media, address }, change: fitted.change };
  } catch (error) {
    // The file is what it is: trying again changes nothing.
    if (error instanceof AppError && error.code === 'bad_input')
      throw new PublishError('rejected', error.message, { cause: error });
    throw error;
  }
}
