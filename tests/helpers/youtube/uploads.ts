import { createHash } from 'node:crypto';
import type { Incoming, Reply } from '../publishing/imitation.ts';
import { judge } from './schema-judge.ts';
import {
  ApiError,
  addVideo,
  assertPublishAt,
  assertVideoResource,
  newId,
  type UploadSession,
  uploadAnswer,
  type World,
} from './world.ts';

export const UNIT = 256 * 1024;

/** https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol#Start_Resumable_Session */
export function beginUpload(world: World, { query, headers, fields, file }: Incoming): Reply {
  if (query.get('uploadType') === 'multipart')
    return multipart(world, headers['content-type'] ?? '', file?.bytes ?? Buffer.alloc(0));
  if (query.get('uploadType') !== 'resumable') throw new ApiError(400, 'badRequest', 'Unknown upload type.');
  const resource = readResource(world, fields);
  const size = Number(headers['x-upload-content-length']);
  if (!Number.isSafeInteger(size) || size < 1) throw new ApiError(400, 'badRequest', 'Missing length.');
  if (!/^(?:video\/|application\/octet-stream)/.test(String(headers['x-upload-content-type'])))
    throw new ApiError(400, 'mediaBodyRequired', 'The request does not include the video content.');
  const session = { id: newId(24), size, resource, pieces: [], received: 0, video: null, isGone: false };
  world.sessions.set(session.id, session);
  const location = `${world.origin}/upload/youtube/v3/videos?uploadType=resumable&upload_id=${session.id}`;
  return { status: 200, headers: { location } };
}

function readResource(world: World, fields: object): UploadSession['resource'] {
  const resource = fields as UploadSession['resource'];
  world.violations.push(...judge(resource, 'Video'));
  assertVideoResource(resource);
  assertPublishAt(world, resource.status ?? {});
  return resource;
}

/** Takes the session's next bytes, of which only the first `kept` arrive. */
export function takeBytes(world: World, { query, headers, file }: Incoming, kept?: number): Reply {
  const body = file?.bytes ?? Buffer.alloc(0);
  const session = world.sessions.get(query.get('upload_id') ?? '');
  if (!session || session.isGone) return { status: 404, body: 'Not Found' };
  const range = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(headers['content-range'] ?? '');
  const wrong = (why: string): Reply => ({ status: 400, body: `Failed to parse Content-Range header: ${why}` });
  if (!range || Number(range[3]) !== session.size) return wrong('size');
  if (session.video) return { status: 200, body: uploadAnswer(world, session.video, session.resource) };
  if (range[1] === undefined) return body.length === 0 ? incomplete(session) : wrong('a probe has no body');
  const [start, end] = [Number(range[1]), Number(range[2])];
  const isLast = end === session.size - 1;
  if (start !== session.received) return wrong(`expected ${session.received}`);
  if (body.length !== end - start + 1 || Number(headers['content-length']) !== body.length) return wrong('length');
  if (!isLast && body.length % UNIT !== 0) return wrong('not a multiple of 256 KB');
  const taken = kept === undefined || kept >= body.length ? body.length : kept - (kept % UNIT);
  session.pieces.push(body.subarray(0, taken));
  session.received += taken;
  if (session.received < session.size) return incomplete(session);
  const bytes = Buffer.concat(session.pieces);
  session.video = addVideo(world, session.resource, {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  return { status: 201, body: uploadAnswer(world, session.video, session.resource) };
}

function incomplete({ received }: UploadSession): Reply {
  return { status: 308, ...(received > 0 && { headers: { range: `bytes=0-${received - 1}` } }) };
}

/** https://developers.google.com/youtube/v3/docs/thumbnails/set */
export function setThumbnail(world: World, { query, headers, file }: Incoming): Reply {
  const video = world.videos.find(({ id }) => id === query.get('videoId'));
  if (!video) throw new ApiError(404, 'videoNotFound', 'The video cannot be found.');
  if (!file || file.size > 2_000_000 || !/^image\/(jpeg|png)$/.test(String(headers['content-type'])))
    throw new ApiError(400, 'invalidImage', 'The provided image content is invalid.');
  video.cover = file.sha256;
  return { status: 200, body: { kind: 'youtube#thumbnailSetResponse' } };
}

/** https://developers.google.com/youtube/v3/docs/captions/insert */
export function takeCaptions(world: World, { query, headers, file }: Incoming): Reply {
  if (query.get('uploadType') !== 'multipart' || query.get('part') !== 'snippet')
    throw new ApiError(400, 'badRequest', 'Unknown upload type.');
  const { json, bytes } = partsOf(headers['content-type'] ?? '', file?.bytes ?? Buffer.alloc(0));
  const { snippet } = json as { snippet: { videoId: string; language: string; name: string } };
  world.violations.push(...judge(json, 'Caption'));
  const video = world.videos.find(({ id }) => id === snippet.videoId);
  if (!video) throw new ApiError(404, 'videoNotFound', 'The video cannot be found.');
  if (video.captions?.[snippet.language] !== undefined)
    throw new ApiError(409, 'captionExists', 'The specified video track already exists.');
  video.captions = { ...video.captions, [snippet.language]: bytes.toString() };
  return { status: 200, body: { kind: 'youtube#caption', id: newId() } };
}

/** Metadata and file in one request, in the format of Google's client. */
function multipart(world: World, type: string, body: Buffer): Reply {
  const { json, bytes } = partsOf(type, body);
  const resource = readResource(world, json);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    status: 200,
    body: uploadAnswer(world, addVideo(world, resource, { size: bytes.length, sha256 }), resource),
  };
}

/** The two parts of a multipart/related body. */
function partsOf(type: string, body: Buffer): { json: object; bytes: Buffer } {
  const boundary = /boundary=(\S+)/.exec(type)?.[1] ?? '';
  const parts = body.toString('latin1').split(`--${boundary}`).slice(1, -1);
  const [json = '', file = ''] = parts.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4, -2));
  return { json: JSON.parse(Buffer.from(json, 'latin1').toString()), bytes: Buffer.from(file, 'latin1') };
}
