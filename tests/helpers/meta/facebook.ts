import {
  type Answer,
  type Call,
  GraphRefusal,
  needScope,
  newPost,
  newUserToken,
  newVideo,
  nextId,
  notThere,
  type Page,
  type Post,
  paged,
  readyAt,
  type Story,
  secretText,
  type Token,
  timeText,
  type Video,
  type World,
} from './world.ts';

const DAY_MS = 24 * 3_600_000;

export function newToken(world: World, more: Partial<Token>): Token {
  const token: Token = { ...newUserToken(Math.floor(world.options.now() / 1000)), ...more };
  world.tokens.push(token);
  return token;
}

/** https://developers.facebook.com/docs/graph-api/reference/debug_token */
export function debugToken({ world, params }: Call): Answer {
  const token = world.tokens.find(({ value }) => value === params.input_token);
  if (!token) return { body: { data: { is_valid: false, error: { code: 190, message: 'Malformed access token' } } } };
  const isOver = token.expiresAt > 0 && token.expiresAt * 1000 <= world.options.now();
  const error = { code: 190, subcode: 463, message: 'Error validating access token: Session has expired' };
  return {
    body: {
      data: {
        app_id: world.app.id,
        type: token.kind.toUpperCase(),
        is_valid: !token.isRevoked && !isOver,
        expires_at: token.expiresAt,
        data_access_expires_at: token.issuedAt + 90 * 86_400,
        scopes: token.scopes,
        ...(token.pageId && { profile_id: token.pageId }),
        ...((token.isRevoked || isOver) && { error }),
      },
    },
  };
}

/** https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived */
export function exchangeToken({ world, params }: Call): Answer {
  const { grant_type, client_id, client_secret, fb_exchange_token } = params;
  if (grant_type === 'client_credentials') return appToken(world, params);
  const token = world.tokens.find(({ value }) => value === fb_exchange_token);
  if (grant_type !== 'fb_exchange_token' || !token) throw new GraphRefusal(100, 'Invalid parameter');
  if (client_id !== world.app.id || client_secret !== world.app.secret)
    throw new GraphRefusal(1, 'Error validating client secret.');
  const expiresAt = Math.floor(world.options.now() / 1000) + 60 * 86_400;
  const { value } = newToken(world, { ...token, value: `EAA${secretText()}`, expiresAt });
  return { body: { access_token: value, token_type: 'bearer', expires_in: 60 * 86_400 } };
}

/** https://developers.facebook.com/documentation/facebook-login/guides/access-tokens */
function appToken({ app }: World, { client_id, client_secret }: Call['params']): Answer {
  if (client_id !== app.id) throw new GraphRefusal(101, 'Error validating application. Cannot get application info.');
  if (client_secret !== app.secret) throw new GraphRefusal(1, 'Error validating client secret.');
  return { body: { access_token: appTokenOf(app), token_type: 'bearer' } };
}

export function appTokenOf({ id, secret }: World['app']): string {
  return `${id}|${secret.slice(0, 27)}`;
}

/** A Page's token expires with the user's if that is short-lived. */
function pageToken(world: World, { id }: Page, { scopes, expiresAt }: Token): string {
  const isLong = expiresAt === 0 || expiresAt * 1000 > world.options.now() + 2 * DAY_MS;
  return newToken(world, { kind: 'page', scopes, expiresAt: isLong ? 0 : expiresAt, pageId: id }).value;
}

function pageEntity(world: World, page: Page, token: Token | null): object {
  const professional = world.professionals.find(({ id }) => id === page.igId);
  return {
    id: page.id,
    name: page.name,
    link: `https://www.facebook.com/${page.id}`,
    tasks: page.tasks,
    ...(token && { access_token: pageToken(world, page, token) }),
    ...(professional && { instagram_business_account: { id: professional.id, username: professional.username } }),
  };
}

/** https://developers.facebook.com/docs/graph-api/reference/user/accounts */
export function listPages(call: Call): Answer {
  needScope(call, 'pages_show_list');
  const { world, params, token } = call;
  return {
    body: paged(
      world.pages.map((page) => pageEntity(world, page, token)),
      params,
    ),
  };
}

export function listPermissions({ token }: Call): Answer {
  return { body: { data: token.scopes.map((permission) => ({ permission, status: 'granted' })) } };
}

export function showMe({ world, token }: Call): Answer {
  const page = world.pages.find(({ id }) => id === token.pageId);
  return { body: page ? pageEntity(world, page, null) : { id: '500', name: 'Ada Lovelace' } };
}

/** The Page of a call, with its own token. */
export function pageOf({ world, ids, token }: Call): Page {
  const page = world.pages.find(({ id }) => id === ids[0]);
  if (!page) throw notThere(ids[0] ?? '');
  if (token.pageId !== page.id)
    throw new GraphRefusal(190, 'A Page access token is required for this call for the new Pages experience', {
      subcode: 2069032,
    });
  return page;
}

/** https://developers.facebook.com/docs/graph-api/reference/page/photos */
export function createPhoto(call: Call): Answer {
  const page = pageOf(call);
  needScope(call, 'pages_manage_posts');
  const { world, params, file } = call;
  if (!file) throw new GraphRefusal(324, 'Missing or invalid image file');
  const photo = { id: nextId(world), pageId: page.id, file, alt: params.alt_text_custom ?? '', postId: null };
  world.photos.push(photo);
  return { body: { id: photo.id } };
}

/** https://developers.facebook.com/docs/graph-api/reference/page/feed#publish */
export function createPost(call: Call): Answer {
  const page = pageOf(call);
  needScope(call, 'pages_manage_posts', 'pages_read_engagement');
  const { world, params } = call;
  if (params.message === '') throw new GraphRefusal(197, 'The post is empty. Please enter a message to share.');
  const photoIds = Object.entries(params)
    .filter(([name]) => /^attached_media\[\d+\]$/.test(name))
    .map(([, value]) => String(JSON.parse(value).media_fbid));
  const { message = null, link = null } = params;
  if (message === null && link === null && photoIds.length === 0)
    throw new GraphRefusal(197, 'The post is empty. Please enter a message to share.');
  const photos = photoIds.map((id) => world.photos.find((photo) => photo.id === id && photo.pageId === page.id));
  if (photos.some((photo) => !photo || photo.postId !== null))
    throw new GraphRefusal(100, 'Invalid parameter', { userMessage: 'Photos were already posted.' });
  const scheduledAt = scheduledTime(world, params);
  const post = addPost(world, page, { message, link, photoIds, ...(scheduledAt && { scheduledAt }) });
  for (const photo of photos) if (photo) photo.postId = post.id;
  return { body: { id: post.id } };
}

/** https://developers.facebook.com/docs/pages-api/posts: 10 minutes to 30 days ahead. */
function scheduledTime({ options }: World, params: Call['params']): number | null {
  if (params.published !== 'false') return null;
  const at = Number(params.scheduled_publish_time) * 1000;
  const ahead = at - options.now();
  if (!(ahead >= 10 * 60_000 && ahead <= 30 * 86_400_000))
    throw new GraphRefusal(100, 'Invalid parameter', {
      userMessage: 'The specified scheduled publish time is invalid.',
    });
  return at;
}

/** Publishes what is due, as Facebook does. */
export function publishScheduled(world: World): void {
  for (const post of world.posts) {
    if (!post.scheduledAt || post.scheduledAt > world.options.now()) continue;
    post.createdAt = post.scheduledAt;
    post.scheduledAt = undefined;
  }
}

/** https://developers.facebook.com/docs/graph-api/reference/page/scheduled_posts */
export function listScheduled(call: Call): Answer {
  const page = pageOf(call);
  needScope(call, 'pages_read_engagement');
  const own = call.world.posts.filter(({ pageId, scheduledAt }) => pageId === page.id && scheduledAt);
  const entries = own.map(({ id, message, scheduledAt = 0 }) => ({
    id,
    ...(message !== null && { message }),
    scheduled_publish_time: scheduledAt / 1000,
  }));
  return { body: paged(entries, call.params) };
}

/** https://developers.facebook.com/docs/pages-api/posts#update-a-post, only for scheduled posts. */
export function updatePost(call: Call): Answer {
  const { world, ids, params } = call;
  const post = world.posts.find(({ id }) => id === ids[0]);
  if (!post) throw notThere(ids[0] ?? '');
  needScope(call, 'pages_manage_posts');
  post.scheduledAt = scheduledTime(world, { ...params, published: 'false' }) ?? undefined;
  return { body: { success: true } };
}

export function addPost(world: World, page: Page, more: Partial<Post>): Post {
  const post: Post = { ...newPost(`${page.id}_${nextId(world)}`, page.id, world.options.now()), ...more };
  world.posts.push(post);
  return post;
}

/** https://developers.facebook.com/docs/graph-api/reference/page/published_posts */
export function listPosts(call: Call): Answer {
  const page = pageOf(call);
  needScope(call, 'pages_read_engagement');
  const { world, params } = call;
  const since = Number(params.since ?? 0) * 1000;
  const entries = world.posts
    .filter(({ pageId, createdAt, scheduledAt }) => pageId === page.id && createdAt >= since && !scheduledAt)
    .reverse()
    .map(({ id, message, createdAt, photoIds, link }) => ({
      id,
      ...(message !== null && { message }),
      created_time: timeText(createdAt),
      ...(photoIds.length > 0 && { attachments: { data: [{ media_type: photoIds.length > 1 ? 'album' : 'photo' }] } }),
      ...(photoIds.length === 0 && link !== null && { attachments: { data: [{ media_type: previewOf(link) }] } }),
    }));
  return { body: paged(entries, params) };
}

/** A link to a video is listed with the preview of a video. */
function previewOf(link: string): string {
  return /youtube\.com/.test(link) ? 'video' : 'link';
}

/** https://developers.facebook.com/documentation/video-api/guides/reels-publishing */
export const handleReels = (call: Call) => handleUpload(call, 'reel');

/** https://developers.facebook.com/docs/page-stories-api */
export const handleVideoStories = (call: Call) => handleUpload(call, 'story');

function handleUpload(call: Call, wanted: 'reel' | 'story'): Answer {
  const page = pageOf(call);
  needScope(call, 'pages_show_list', 'pages_read_engagement', 'pages_manage_posts');
  const { world, params } = call;
  const { version } = world.options;
  if (params.upload_phase === 'start') {
    const { id } = addVideo(world, page, { kind: wanted });
    return { body: { video_id: id, upload_url: `${world.origin}/video-upload/${version}/${id}` } };
  }
  const video = world.videos.find(
    ({ id, pageId, kind }) => id === params.video_id && pageId === page.id && kind === wanted,
  );
  if (params.upload_phase !== 'finish' || !video) throw new GraphRefusal(100, 'Invalid parameter');
  if (video.state !== 'uploaded') throw new GraphRefusal(6000, 'There was a problem uploading your video file.');
  if (wanted === 'story') {
    Object.assign(video, { state: 'finished', readyAt: readyAt(world) });
    return { body: { success: true, post_id: addStory(world, page, video.id, 'video').id } };
  }
  video.state = 'finished';
  video.description = params.description ?? '';
  video.readyAt = readyAt(world);
  return { body: { success: true, post_id: nextId(world) } };
}

/**
 * A photo that was uploaded for the story and is not part of a post.
 * https://developers.facebook.com/docs/page-stories-api
 */
export function createPhotoStory(call: Call): Answer {
  const page = pageOf(call);
  needScope(call, 'pages_show_list', 'pages_read_engagement', 'pages_manage_posts');
  const { world, params } = call;
  const photo = world.photos.find(({ id, pageId }) => id === params.photo_id && pageId === page.id);
  if (!photo || photo.postId !== null) throw new GraphRefusal(100, 'Invalid parameter: photo_id');
  const story = addStory(world, page, photo.id, 'photo');
  photo.postId = story.id;
  return { body: { success: true, post_id: story.id } };
}

function addStory(world: World, page: Page, mediaId: string, mediaType: Story['mediaType']): Story {
  const story = { id: nextId(world), pageId: page.id, mediaId, mediaType, createdAt: world.options.now() };
  world.stories.push(story);
  return story;
}

/** Newest first; videos only once they are processed. */
export function listStories(call: Call): Answer {
  const page = pageOf(call);
  needScope(call, 'pages_read_engagement');
  const { world, params } = call;
  const isShown = ({ pageId, mediaId, mediaType }: Story) =>
    pageId === page.id &&
    (mediaType === 'photo' || world.videos.some((video) => video.id === mediaId && isOut(world, video)));
  const entries = world.stories
    .filter(isShown)
    .reverse()
    .map(({ id, mediaId, mediaType, createdAt }) => ({
      post_id: id,
      status: 'published',
      creation_time: String(Math.floor(createdAt / 1000)),
      media_type: mediaType,
      media_id: mediaId,
      url: `https://facebook.com/stories/${id}`,
    }));
  return { body: paged(entries, params) };
}

function addVideo(world: World, page: Page, more: Partial<Video>): Video {
  const video: Video = { ...newVideo(nextId(world), page.id, world.options.now()), ...more };
  world.videos.push(video);
  return video;
}

/** https://developers.facebook.com/docs/graph-api/reference/page/videos */
export function handleVideos(call: Call): Answer {
  const page = pageOf(call);
  needScope(call, 'pages_show_list', 'pages_read_engagement', 'pages_manage_posts');
  const { world, params, file } = call;
  if (params.upload_phase === 'start') {
    const size = Number(params.file_size);
    if (!(size > 0)) throw new GraphRefusal(100, 'Parameter file_size is required');
    const video = addVideo(world, page, { size, file: { mimeType: '', size: 0, sha256: '' } });
    return { body: { video_id: video.id, upload_session_id: video.sessionId, ...wantedNext(world, video) } };
  }
  const video = world.videos.find(
    ({ sessionId, pageId, kind }) => sessionId === params.upload_session_id && pageId === page.id && kind === 'video',
  );
  if (!video?.file) throw new GraphRefusal(6000, 'There was a problem uploading your video file.');
  if (params.upload_phase === 'transfer') {
    if (!file || params.start_offset !== String(video.file.size) || video.file.size + file.size > video.size)
      throw new GraphRefusal(6001, 'There was a problem uploading your video file. Please try again.');
    video.file = { mimeType: file.mimeType, size: video.file.size + file.size, sha256: '' };
    video.chunks.push(file.sha256);
    if (video.file.size === video.size) video.state = 'uploaded';
    return { body: wantedNext(world, video) };
  }
  if (params.upload_phase !== 'finish' || video.state !== 'uploaded')
    throw new GraphRefusal(6000, 'The video is not whole.');
  video.state = 'finished';
  video.description = params.description ?? '';
  video.isPublished = params.published !== 'false' && world.processing !== 'draft';
  video.readyAt = readyAt(world);
  return { body: { success: true } };
}

function wantedNext({ options }: World, { size, file }: Video): object {
  const start = file?.size ?? 0;
  return { start_offset: String(start), end_offset: String(Math.min(start + options.chunkBytes, size)) };
}

export function uploadVideo({ world, ids, headers, file, token }: Call): Answer {
  const video = world.videos.find(({ id }) => id === ids[0]);
  if (!video || token.pageId !== video.pageId) throw notThere(ids[0] ?? '');
  const size = file?.size ?? 0;
  if (headers.offset !== '0' || headers.file_size !== String(size) || size === 0)
    throw new GraphRefusal(100, 'PartialRequestError: the file is not whole');
  video.file = file;
  video.state = 'uploaded';
  return { body: { success: true } };
}

/** https://developers.facebook.com/docs/graph-api/reference/video/thumbnails/ */
export function setThumbnail(call: Call): Answer {
  const { file } = ownVideo(call);
  if (!file?.mimeType.startsWith('image/') || file.size > 10e6) throw new GraphRefusal(100, 'Invalid image');
  return { body: { success: true } };
}

/** https://developers.facebook.com/docs/graph-api/reference/video/captions/ */
export function addCaptions(call: Call): Answer {
  const { file } = ownVideo(call);
  if (!/^[^.]+\.[a-z]{2}_[A-Z]{2}\.srt$/.test(file?.name ?? '')) throw new GraphRefusal(386, 'Invalid caption file');
  return { body: { success: true } };
}

function ownVideo(call: Call): Pick<Call, 'file'> {
  const { world, ids, token, file } = call;
  needScope(call, 'pages_manage_posts');
  const video = world.videos.find(({ id }) => id === ids[0]);
  if (!video || video.pageId !== token.pageId || !isOut(world, video)) throw notThere(ids[0] ?? '');
  return { file };
}

export const listReels = (call: Call) => listOfKind(call, 'reel');
export const listVideos = (call: Call) => listOfKind(call, 'video');

function listOfKind(call: Call, kind: Video['kind']): Answer {
  const page = pageOf(call);
  const { world, params } = call;
  const entries = world.videos
    .filter((video) => video.pageId === page.id && video.kind === kind && video.isPublished && isOut(world, video))
    .reverse()
    .map(({ id, description, createdAt }) => ({ id, description, created_time: timeText(createdAt) }));
  return { body: paged(entries, params) };
}

export function isOut({ options, processing }: World, { state, readyAt: at }: Video): boolean {
  return state === 'finished' && processing !== 'failed' && at <= options.now();
}

export function videoEntity(world: World, video: Video, fields: string): object {
  if (!fields.includes('status'))
    return { id: video.id, likes: { summary: { total_count: 4 } }, comments: { summary: { total_count: 1 } } };
  const hasFailed = world.processing === 'failed' && video.state === 'finished';
  const error = { message: 'The video is shorter than 3 seconds.', code: 1363040 };
  const publishing = isOut(world, video) ? 'complete' : video.state === 'finished' ? 'in_progress' : 'not_started';
  return {
    id: video.id,
    ...(fields.includes('published') && { published: video.isPublished && isOut(world, video) }),
    status: {
      video_status: hasFailed ? 'error' : isOut(world, video) ? 'ready' : 'processing',
      uploading_phase: { status: video.file ? 'complete' : 'in_progress', bytes_transfered: video.file?.size ?? 0 },
      processing_phase: hasFailed ? { status: 'error', errors: [error] } : { status: 'in_progress' },
      // Videos other than reels may not have this phase.
      ...(video.kind !== 'video' && {
        publishing_phase: { status: publishing, ...(publishing === 'complete' && { publish_status: 'published' }) },
      }),
    },
  };
}
