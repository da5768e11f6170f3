import { z } from 'zod';
import { BRANDED_IS_PUBLIC } from '../../../../../shared/platforms/tiktok/options.ts';
import type { TikTokMode } from '../../../../../shared/platforms/tiktok/platform.ts';
import { type Figures, knownFigures } from '../../../../../shared/publishing/figures.ts';
import {
  type Found,
  ManualStepRequired,
  type OutgoingPost,
  PublishError,
  type PublishedPart,
} from '../../publisher.ts';
import { chosenOptions } from '../kit/chosen-options.ts';
import { mayBeThereSince } from '../kit/reading-back.ts';
import { assertPrivacy, type Creator, LISTING, notAllowed, readCreator, TIKTOK, type TikTokSecret } from './account.ts';
import { dataOf, failureOf, type TikTokApi } from './api.ts';
import { knownUpload, readStatus, type Status } from './upload.ts';

/** In UTF-16 code units. */
const CAPTION_MAX = 2200;
/** TikTok is polled with growing delays for a post's status, for this long in total. */
const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 20_000;
const PROCESSING_LIMIT_MS = 5 * 60_000;
const PAGE_SIZE = 20;
/** Video ids are numbers; the id of an unfinished post is not. */
const VIDEO_ID = /^\d{1,30}$/;

const IN_INBOX =
  'The video is in your TikTok inbox. Open the TikTok app on your phone, tap Inbox and the notification about it, paste the caption, and post it. Then mark it as published here.';
const STILL_WORKING = 'TikTok is still working on the video.';

/**
 * The request that starts a post. Throws a PublishError if TikTok would reject the post.
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post
 */
export async function initOf(
  api: TikTokApi,
  mode: TikTokMode,
  post: OutgoingPost,
): Promise<{ path: string; info: object }> {
  // In inbox mode, the user chooses everything in the app.
  if (mode === 'inbox') return { path: 'post/publish/inbox/video/init/', info: {} };
  const {
    parts: [title = ''],
    media,
  } = post;
  if (title.length > CAPTION_MAX)
    throw new PublishError(
      'rejected',
      `The caption has more than ${CAPTION_MAX} characters, the most that TikTok accepts.`,
    );
  const creator = await readCreator(api);
  const { text, isOn } = chosenOptions(post);
  const privacy = text('privacy');
  if (privacy === undefined) assertPrivacy(creator, mode);
  else if (!creator.privacy_level_options.includes(privacy))
    throw new PublishError('rejected', notAllowed(creator, privacy, 'Choose one of these for the post.'));
  const isBranded = isOn('commercial') === true && isOn('brandedContent') === true;
  const privacy_level = privacy ?? mode;
  if (isBranded && privacy_level === 'SELF_ONLY') throw new PublishError('rejected', BRANDED_IS_PUBLIC);
  const isAiMade = isOn('madeWithAi') || media.some((one) => one.isAiMade);
  const cover = media[0]?.cover;
  return {
    path: 'post/publish/video/init/',
    info: {
      post_info: {
        title,
        privacy_level,
        ...disabled(creator, post),
        ...(isAiMade && { is_aigc: true }),
        ...(isOn('commercial') && {
          brand_content_toggle: isBranded,
          brand_organic_toggle: isOn('yourBrand') === true,
        }),
        ...(cover && { video_cover_timestamp_ms: cover.ms }),
      },
    },
  };
}

/**
 * What viewers cannot do: TikTok requires that the user turns each of these on, and the account may have disabled some.
 * https://developers.tiktok.com/doc/content-sharing-guidelines
 */
function disabled({ comment_disabled, duet_disabled, stitch_disabled }: Creator, post: OutgoingPost): object {
  const { isOn } = chosenOptions(post);
  return {
    disable_comment: comment_disabled || !isOn('comments'),
    disable_duet: duet_disabled || !isOn('duet'),
    disable_stitch: stitch_disabled || !isOn('stitch'),
  };
}

/**
 * Waits until an uploaded video is published. Throws ManualStepRequired once it is in the inbox, PublishError `unknown`
 * on a timeout.
 */
export async function untilOut(
  api: TikTokApi,
  secret: Pick<TikTokSecret, 'username'>,
  publishId: string,
): Promise<PublishedPart> {
  let wait = FIRST_WAIT_MS;
  for (let waited = 0; waited < PROCESSING_LIMIT_MS; waited += wait, wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    await api.calls.wait(wait);
    const status = await readStatus(api, publishId).catch((error: unknown) => {
      // The video is uploaded; a failed poll does not matter.
      if (error instanceof PublishError && error.errorClass === 'transient') return null;
      const words = error instanceof Error ? error.message : String(error);
      throw new PublishError('unknown', words, { cause: error });
    });
    const part = status && outcomeOf(status, secret, publishId, api);
    if (part) return part;
  }
  throw new PublishError('unknown', STILL_WORKING);
}

/**
 * The published part; null while TikTok processes it. Throws a PublishError if it was rejected, ManualStepRequired if
 * it is in the inbox.
 */
function outcomeOf(
  { status, fail_reason = '', postId }: Status,
  { username }: Pick<TikTokSecret, 'username'>,
  publishId: string,
  { calls }: TikTokApi,
): PublishedPart | null {
  if (status === 'PUBLISH_COMPLETE') return partOf(postId ?? publishId, username);
  if (status === 'SEND_TO_USER_INBOX') throw new ManualStepRequired(IN_INBOX);
  if (status === 'FAILED') throw failureOf(fail_reason, calls.now());
  return null;
}

/** A private video, or one under review, has no URL; the account's URL is used instead. */
function partOf(id: string, username: string | null): PublishedPart {
  const profile = username ? `${TIKTOK}/@${username}` : TIKTOK;
  return { remoteId: id, url: VIDEO_ID.test(id) && username ? `${profile}/video/${id}` : profile };
}

/** Looks up a post, which has a single part: by its upload, if known, else among the account's public videos. */
export async function findPost(api: TikTokApi, secret: TikTokSecret, post: OutgoingPost): Promise<Found> {
  if (post.known?.length) return { found: 'all', parts: [...post.known] };
  const upload = await knownUpload(api, secret.openId, post);
  const status = upload && (await readStatus(api, upload.publishId));
  if (!upload || !status) return await searchVideos(api, secret, post);
  const hasFailed = status.status === 'FAILED';
  const part = hasFailed ? null : outcomeOf(status, secret, upload.publishId, api);
  if (part) return { found: 'all', parts: [part] };
  const isWhole = status.uploaded_bytes === undefined || status.uploaded_bytes >= upload.plan.size;
  if (isWhole && !hasFailed) return { found: 'unclear', why: STILL_WORKING };
  return upload.isOfLatest ? { found: 'none' } : await searchVideos(api, secret, post);
}

const videosSchema = z.object({
  videos: z
    .array(
      z.object({
        id: z.string().regex(VIDEO_ID),
        title: z.string().catch(''),
        video_description: z.string().catch(''),
        /** In seconds. */
        create_time: z.number(),
      }),
    )
    .catch([]),
});

/** https://developers.tiktok.com/doc/tiktok-api-v2-video-list */
async function searchVideos(api: TikTokApi, secret: TikTokSecret, post: OutgoingPost): Promise<Found> {
  const unclear = {
    found: 'unclear',
    why: 'TikTok lists public videos only. Check in the app whether it is there.',
  } as const;
  if (!secret.tokens.scopes.includes(LISTING)) return unclear;
  const answer = await api.send({
    step: 'look for the video',
    path: 'video/list/',
    query: { fields: 'id,title,video_description,create_time' },
    body: { max_count: PAGE_SIZE },
  });
  const since = mayBeThereSince(post, answer.headers, api.calls.now());
  const taken = new Set(await post.taken?.());
  const caption = comparable(post.parts[0] ?? '');
  const own = dataOf(videosSchema, answer).videos.find(
    ({ id, title, video_description, create_time }) =>
      create_time * 1000 >= since &&
      !taken.has(id) &&
      caption !== '' &&
      comparable(video_description || title) === caption,
  );
  return own ? { found: 'all', parts: [partOf(own.id, secret.username)] } : unclear;
}

function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

const figuresSchema = z.object({ videos: z.array(z.record(z.string(), z.unknown())).catch([]) });

/**
 * The metrics of a public video: empty if the user did not grant listing videos, null if the video is gone.
 * https://developers.tiktok.com/doc/tiktok-api-v2-video-query
 */
export async function readFigures(
  api: TikTokApi,
  { tokens }: TikTokSecret,
  [video]: readonly PublishedPart[],
): Promise<Figures | null> {
  if (!video || !tokens.scopes.includes(LISTING)) return {};
  const { remoteId } = video;
  const id = VIDEO_ID.test(remoteId) ? remoteId : (await readStatus(api, remoteId))?.postId;
  if (!id) return {};
  const answer = await api.send({
    step: 'read figures',
    path: 'video/query/',
    query: { fields: 'id,view_count,like_count,comment_count,share_count' },
    body: { filters: { video_ids: [id] } },
  });
  const [found] = dataOf(figuresSchema, answer).videos;
  if (!found) return null;
  const { view_count: impressions, like_count: likes, comment_count: comments, share_count: shares } = found;
  return knownFigures({ impressions, likes, comments, shares });
}
