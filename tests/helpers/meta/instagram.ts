import { newToken } from './facebook.ts';
import {
  type Answer,
  type Call,
  type Container,
  GraphRefusal,
  type Media,
  needScope,
  newMedia,
  nextId,
  notThere,
  type Professional,
  paged,
  readyAt,
  secretText,
  timeText,
  type World,
} from './world.ts';

const ITEMS = { min: 2, max: 10 };
const DAY_MS = 24 * 3_600_000;

/** The account of a call, whose token is its own or that of the Page to which it is linked. */
function accountOf({ world, ids, token }: Call): Professional {
  const account = world.professionals.find(({ id }) => id === ids[0]);
  const linked = world.pages.find(({ id }) => id === token.pageId)?.igId;
  if (!account || (token.igId ?? linked) !== account.id) throw notThere(ids[0] ?? '');
  return account;
}

function needPublishing(call: Call): void {
  if (call.token.kind === 'instagram')
    needScope(call, 'instagram_business_basic', 'instagram_business_content_publish');
  else needScope(call, 'instagram_basic', 'instagram_content_publish', 'pages_read_engagement');
}

/** `GET /me` of graph.instagram.com. */
export function showProfessional({ world, token }: Call): Answer {
  const account = world.professionals.find(({ id }) => id === token.igId);
  if (!account) throw notThere('me');
  return {
    body: { id: `9${account.id}`, user_id: account.id, username: account.username, account_type: account.type },
  };
}

/** https://developers.facebook.com/docs/instagram-platform/reference/refresh_access_token */
export function refreshToken({ world, token }: Call): Answer {
  const now = Math.floor(world.options.now() / 1000);
  if (now - token.issuedAt < 86_400) throw new GraphRefusal(100, 'The token must be at least 24 hours old');
  const { value } = newToken(world, {
    ...token,
    value: `IGAA${secretText()}`,
    issuedAt: now,
    expiresAt: now + 60 * 86_400,
  });
  return { body: { access_token: value, token_type: 'bearer', expires_in: 60 * 86_400 } };
}

/** https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media */
export function createContainer(call: Call): Answer {
  const account = accountOf(call);
  needPublishing(call);
  const { world, params } = call;
  const caption = params.caption ?? '';
  const isItem = params.is_carousel_item === 'true';
  const mediaType = (params.media_type ?? 'IMAGE') as Container['mediaType'];
  if (isItem && params.is_ai_generated) throw new GraphRefusal(100, 'is_ai_generated goes with the carousel');
  if (params.alt_text && mediaType !== 'IMAGE') throw new GraphRefusal(100, 'alt_text is for images only');
  const offset = params.thumb_offset;
  if (offset !== undefined && (mediaType !== 'REELS' || !/^\d+$/.test(offset)))
    throw new GraphRefusal(100, 'thumb_offset is for reels, in milliseconds');
  checkTold(params, mediaType);
  const children = (params.children ?? '').split(',').filter(Boolean);
  if (mediaType === 'CAROUSEL') checkChildren(world, account, children);
  else if (mediaType === 'IMAGE' || (mediaType === 'STORIES' && params.image_url))
    checkImage(world, params.image_url ?? '');
  else if (params.upload_type !== 'resumable') throw new GraphRefusal(100, 'The parameter video_url is required');
  const container: Container = {
    id: nextId(world),
    igId: account.id,
    mediaType,
    caption,
    alt: params.alt_text ?? '',
    isAi: params.is_ai_generated === 'true',
    isItem,
    imageUrl: params.image_url ?? null,
    children,
    file: null,
    createdAt: world.options.now(),
    readyAt: params.upload_type === 'resumable' ? Number.POSITIVE_INFINITY : readyAt(world),
    mediaId: null,
  };
  world.containers.push(container);
  const uri = `${world.origin}/ig-api-upload/${world.options.version}/${container.id}`;
  return { body: { id: container.id, ...(params.upload_type === 'resumable' && { uri }) } };
}

/** Checks which parameters are allowed for this type, and their format. */
function checkTold(params: Record<string, string>, mediaType: Container['mediaType']): void {
  const refuse = (name: string) => new GraphRefusal(100, `Invalid parameter: ${name}`);
  const ofPosts = ['caption', 'collaborators', 'location_id', 'share_to_feed', 'is_ai_generated'];
  if (mediaType === 'STORIES') for (const name of ofPosts) if (params[name] !== undefined) throw refuse(name);
  if (params.share_to_feed && mediaType !== 'REELS') throw refuse('share_to_feed');
  if (params.location_id && !/^\d+$/.test(params.location_id)) throw refuse('location_id');
  const names = params.collaborators === undefined ? [] : JSON.parse(params.collaborators);
  if (names.length > 3 || names.some((name: string) => !/^[\w.]{1,30}$/.test(name))) throw refuse('collaborators');
  if (params.user_tags === undefined) return;
  if (mediaType === 'CAROUSEL') throw refuse('user_tags');
  const tags: { username: string; x?: number; y?: number }[] = JSON.parse(params.user_tags);
  const isPicture = params.image_url !== undefined;
  const isPlace = (at: number | undefined) => at !== undefined && at >= 0 && at <= 1;
  for (const { username, x, y } of tags) {
    if (!/^[\w.]{1,30}$/.test(username)) throw refuse('user_tags');
    if (isPicture ? !isPlace(x) || !isPlace(y) : x !== undefined || y !== undefined) throw refuse('user_tags');
  }
}

function checkChildren(world: World, account: Professional, children: string[]): void {
  if (children.length < ITEMS.min || children.length > ITEMS.max)
    throw new GraphRefusal(100, 'Carousels have 2 to 10 children', { subcode: 2207052 });
  for (const id of children) {
    const child = world.containers.find((one) => one.id === id && one.igId === account.id);
    if (!child?.isItem || statusOf(world, child) !== 'FINISHED')
      throw new GraphRefusal(9007, 'Media ID is not available', { subcode: 2207027 });
  }
}

/** Meta fetches the picture: it must be public and a JPEG. */
function checkImage(world: World, address: string): void {
  const photo = world.photos.find(({ id }) => address.startsWith(`${world.origin}/cdn/${id}.jpg`));
  const isPublic = /^https:\/\/pictures\.example\/.*\.jpe?g/.test(address);
  if (!photo && !isPublic)
    throw new GraphRefusal(9004, 'Only photo or video can be accepted as media type.', { subcode: 2207052 });
}

export function uploadContainer({ world, ids, headers, file }: Call): Answer {
  const container = world.containers.find(({ id }) => id === ids[0]);
  if (!container) throw notThere(ids[0] ?? '');
  const size = file?.size ?? 0;
  if (headers.offset !== '0' || headers.file_size !== String(size) || size === 0)
    throw new GraphRefusal(100, 'PartialRequestError: the file is not whole');
  container.file = file;
  container.readyAt = readyAt(world);
  return { body: { success: true, message: 'Upload successful.' } };
}

type Status = 'EXPIRED' | 'ERROR' | 'FINISHED' | 'IN_PROGRESS' | 'PUBLISHED';
function statusOf({ options, processing }: World, { mediaId, createdAt, readyAt: at, mediaType }: Container): Status {
  if (mediaId !== null) return 'PUBLISHED';
  if (createdAt < options.now() - DAY_MS) return 'EXPIRED';
  if (processing === 'failed' && mediaType !== 'IMAGE') return 'ERROR';
  return at <= options.now() ? 'FINISHED' : 'IN_PROGRESS';
}

export function containerEntity(world: World, container: Container): object {
  const status_code = statusOf(world, container);
  const status = status_code === 'ERROR' ? 'Error: Media upload has failed with error code 2207026' : status_code;
  return { id: container.id, status_code, status };
}

/** https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media_publish */
export function publishContainer(call: Call): Answer {
  const account = accountOf(call);
  needPublishing(call);
  const { world, params } = call;
  const container = world.containers.find(({ id, igId }) => id === params.creation_id && igId === account.id);
  if (!container || container.isItem) throw new GraphRefusal(24, 'Media builder not found', { subcode: 2207008 });
  const status = statusOf(world, container);
  if (status === 'EXPIRED') throw new GraphRefusal(-2, 'Media expired', { subcode: 2207020 });
  if (status === 'IN_PROGRESS')
    throw new GraphRefusal(9007, 'Media ID is not available', {
      subcode: 2207027,
      userMessage: 'The media is not ready for publishing, please wait for a moment',
    });
  if (status !== 'FINISHED') throw new GraphRefusal(100, 'The container cannot be published');
  if (usage(world, account) >= world.options.postsPerDay)
    throw new GraphRefusal(9, 'You reached maximum number of posts that is allowed', { subcode: 2207042 });
  const isStory = container.mediaType === 'STORIES';
  const shown = { container, isStory, caption: container.caption, mediaType: typeOf(container) };
  const media = addMedia(world, account, shown);
  container.mediaId = media.id;
  return { body: { id: media.id } };
}

function typeOf({ mediaType, imageUrl }: Container): string {
  if (mediaType === 'CAROUSEL') return 'CAROUSEL_ALBUM';
  return imageUrl === null ? 'VIDEO' : 'IMAGE';
}

export function addMedia(world: World, account: Professional, more: Partial<Media>): Media {
  const media: Media = { ...newMedia(nextId(world), account.id, world.options.now()), ...more };
  world.media.push(media);
  return media;
}

function usage({ media, options }: World, { id }: Professional): number {
  return media.filter(({ igId, createdAt }) => igId === id && createdAt > options.now() - DAY_MS).length;
}

export function showLimit(call: Call): Answer {
  const account = accountOf(call);
  needPublishing(call);
  const config = { quota_total: call.world.options.postsPerDay, quota_duration: 86_400 };
  return { body: { data: [{ quota_usage: usage(call.world, account), config }] } };
}

/** Without stories. */
export const listMedia = (call: Call) => listOf(call, false);

/**
 * Only stories of the last day.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/stories
 */
export const listStories = (call: Call) => listOf(call, true);

function listOf(call: Call, stories: boolean): Answer {
  const account = accountOf(call);
  const { world, params } = call;
  const isListed = ({ igId, isStory, createdAt }: Media) =>
    igId === account.id && isStory === stories && (!stories || createdAt > world.options.now() - DAY_MS);
  const entries = world.media.filter(isListed).reverse();
  return { body: paged(entries.map(mediaEntity), params) };
}

/** Its media_product_type. */
export function kindOf({ isStory, mediaType }: Media): 'STORY' | 'REELS' | 'FEED' {
  if (isStory) return 'STORY';
  return mediaType === 'VIDEO' ? 'REELS' : 'FEED';
}

export function mediaEntity(media: Media): object {
  const { id, caption, mediaType, createdAt, figures } = media;
  return {
    id,
    ...(caption !== '' && { caption }),
    media_type: mediaType,
    media_product_type: kindOf(media),
    timestamp: timeText(createdAt),
    permalink: `https://www.instagram.com/p/C${id}/`,
    like_count: figures.likes,
    comments_count: figures.comments,
  };
}
