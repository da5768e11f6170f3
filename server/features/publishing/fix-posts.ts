import { randomUUID } from 'node:crypto';
import { MEDIA_BUCKET } from '../../../shared/posts/media-bucket.ts';
import { textLength, textLimit, versionFor } from '../../../shared/posts/platform-limits.ts';
import { splitThread } from '../../../shared/posts/thread.ts';
import { asOnePost } from '../../../shared/posts/thread-parts.ts';
import { altLengthOf, altLimitOf } from '../../../shared/publishing/check-media.ts';
import { type PictureFit, withFit } from '../../../shared/publishing/picture-fit.ts';
import type { MendRequest } from '../../../shared/publishing/publishing-api.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { Client } from '../../supabase/connection.ts';
import { couldNot } from '../../supabase/could-not.ts';
import type { MediaWork, PictureLimits } from './media/media.ts';
import { CHANGED_MEANWHILE, NO_POST, NOTHING_TO_MEND } from './messages.ts';
import type { StoredFile } from './stored-media.ts';

type Content = Pick<
  GeneratedContentRow,
  'id' | 'caption' | 'hashtags' | 'alternatives' | 'account_versions' | 'media' | 'updated_at'
>;
type Change = Partial<Pick<Content, 'alternatives' | 'account_versions' | 'media'>>;

export type MendDeps = {
  /** Shortens a text with the chosen model; null without one, or on failure. */
  shorten(
    text: { text: string; limit: number; count: (text: string) => number },
    client: Client,
  ): Promise<string | null>;
};

/**
 * Fixes a problem of a scheduled post in one step: shortens its text for a platform, or an alt text, with the chosen
 * model or at the end of a sentence; or chooses how pictures are fitted to the platform's shape. AppError not_found;
 * conflict if there is nothing to fix or the post has changed in the meantime.
 */
export async function mendPost(client: Client, postId: string, request: MendRequest, deps: MendDeps): Promise<void> {
  const { data, error } = await client
    .from('scheduled_posts')
    .select('generated_content!inner(id, caption, hashtags, alternatives, account_versions, media, updated_at)')
    .eq('id', postId)
    .eq('status', 'scheduled')
    .maybeSingle();
  if (error) throw couldNot('read a post', error);
  if (!data) throw new AppError('not_found', NO_POST);
  const content = data.generated_content;
  const change = await changeFor(client, content, request, deps);
  const answer = await client
    .from('generated_content')
    .update(change)
    .eq('id', content.id)
    .eq('updated_at', content.updated_at)
    .select('id');
  if (answer.error) throw couldNot('change the post', answer.error);
  if (answer.data.length === 0) throw new AppError('conflict', CHANGED_MEANWHILE);
}

async function changeFor(client: Client, content: Content, request: MendRequest, deps: MendDeps): Promise<Change> {
  if (request.mend !== 'shorten') return fitted(content, request.mend, request.media);
  return request.media === null
    ? shortened(client, content, request, deps)
    : shortenedAlt(client, content, request, deps);
}

/** The alt text, which all platforms share, shortened to fit every connected account of the platform. */
async function shortenedAlt(
  client: Client,
  { media }: Content,
  { platform, media: place }: MendRequest,
  { shorten }: Pick<MendDeps, 'shorten'>,
): Promise<Change> {
  const { data, error } = await client.from('channels').select('limits').eq('platform', platform);
  if (error) throw couldNot('read the channels', error);
  const limits = data.map((row) => altLimitOf(platform, row.limits)).filter((limit) => limit !== undefined);
  const limit = Math.min(...limits);
  const item = place === null ? undefined : media[place];
  const alt = item?.alt ?? '';
  if (!item || altLengthOf(alt) <= limit) throw new AppError('conflict', NOTHING_TO_MEND);
  const words = await shorten({ text: alt, limit, count: altLengthOf }, client);
  const [first = ''] = words === null ? splitThread(alt, limit, altLengthOf).parts : [words];
  return { media: media.map((one) => (one === item ? { ...item, alt: first } : one)) };
}

/**
 * The account's version if it has one, else the platform's, shortened to its limit, with the hashtags that still fit.
 */
async function shortened(
  client: Client,
  content: Content,
  { platform, account }: MendRequest,
  { shorten }: Pick<MendDeps, 'shorten'>,
): Promise<Change> {
  const version = versionFor({ platform, accountId: account }, content);
  const own = { ...version, caption: asOnePost(version.caption) };
  const limit = textLimit(platform, content.media.length > 0);
  const count = (text: string) => textLength(text, platform);
  const tags = [...own.hashtags];
  while (tags.length > 0 && count(tags.join(' ')) > limit / 3) tags.pop();
  const room = limit - (tags.length > 0 ? count(tags.join(' ')) + 2 : 0);
  if (count(own.caption) <= room && tags.length === own.hashtags.length)
    throw new AppError('conflict', NOTHING_TO_MEND);
  const words = await shorten({ text: own.caption, limit: room, count }, client);
  // Without a model: as many whole sentences as fit.
  const [first = ''] = words === null ? splitThread(own.caption, room, count).parts : [words];
  const { alternatives, account_versions } = content;
  const mended = { caption: first, hashtags: tags };
  if (account !== null && account_versions[account])
    return { account_versions: { ...account_versions, [account]: mended } };
  return { alternatives: { ...alternatives, [platform]: mended } };
}

type CopyDeps = {
  openFile(client: Client, path: string): Promise<StoredFile>;
  media: Pick<MediaWork, 'probe' | 'fitPicture'>;
};

/** A stored copy of a picture; `change` describes for the user what was done. */
export type FittedCopy = { path: string; width: number | null; height: number | null; change: string };

/**
 * Stores a JPEG copy of a picture within the limits; null if the picture already fits. AppError bad_input if that is
 * impossible.
 */
export async function storeFittedCopy(
  client: Client,
  path: string,
  limits: PictureLimits,
  { openFile, media }: CopyDeps,
): Promise<FittedCopy | null> {
  const stored = await openFile(client, path);
  const { mimeType, size, width, height } = await media.probe(stored);
  const picture = { kind: 'image' as const, mimeType, size, width, height, alt: '', open: stored.open };
  const { media: fitted, change } = await media.fitPicture(picture, limits);
  if (change === null) return null;
  const copy = `${randomUUID()}.jpg`;
  const bytes = await new Response(await fitted.open()).arrayBuffer();
  const { error } = await client.storage.from(MEDIA_BUCKET).upload(copy, bytes, { contentType: fitted.mimeType });
  if (error) throw couldNot('save the picture', error);
  return { path: copy, width: fitted.width, height: fitted.height, change };
}

/** Sets how one picture, or every picture, is fitted; they are cropped or padded only when sent. */
function fitted({ media }: Content, fit: PictureFit, place: number | null): Change {
  const chosen = withFit(media, fit, place);
  if (chosen.every(({ fit: now }, at) => now === media[at]?.fit)) throw new AppError('conflict', NOTHING_TO_MEND);
  return { media: chosen };
}
