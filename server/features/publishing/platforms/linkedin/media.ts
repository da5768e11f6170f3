import { z } from 'zod';
import type { PlatformAnswer } from '../../platform-calls.ts';
import { type OutgoingMedia, type OutgoingPost, PublishError } from '../../publisher.ts';
import { type Additions, blobOf, COVER } from '../kit/additions.ts';
import { piecesOf } from '../kit/chunk-reader.ts';
import { type LinkedInApi, parsed } from './api.ts';
import { documentOf } from './document.ts';

/** Time limit of an upload of a picture or a part. */
const UPLOAD_LIMIT_MS = 5 * 60_000;
/** LinkedIn uses parts of 4 MB; this limit bounds the memory. */
const PART_MAX_BYTES = 64 * 1024 * 1024;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 20_000;
/** How long to wait if the token may not query whether LinkedIn has processed a file. */
const UNREADABLE_WAIT_MS = 10_000;
const PROCESSING_LIMIT_MS = 15 * 60_000;

const urnSchema = z.string().regex(/^urn:li:(image|video|document):[\w-]{1,200}$/);
const imageSchema = z.object({ value: z.object({ uploadUrl: z.url(), image: urnSchema }) });
const documentSchema = z.object({ value: z.object({ uploadUrl: z.url(), document: urnSchema }) });
const videoSchema = z.object({
  value: z.object({
    video: urnSchema,
    uploadToken: z.string().max(4096).default(''),
    thumbnailUploadUrl: z.url().optional().catch(undefined),
    uploadInstructions: z
      .array(z.object({ uploadUrl: z.url(), firstByte: z.number().int(), lastByte: z.number().int() }))
      .min(1)
      .max(2000),
  }),
});
type Part = z.infer<typeof videoSchema>['value']['uploadInstructions'][number];
const statusSchema = z.object({
  status: z.string(),
  processingFailureReason: z.string().optional().catch(undefined),
});

export async function beginUpload(
  api: LinkedInApi,
  kind: 'images' | 'videos' | 'documents',
  request: { owner: string; [field: string]: unknown },
  step: string,
): Promise<PlatformAnswer> {
  return await postJson(api, `/rest/${kind}?action=initializeUpload`, { initializeUploadRequest: request }, step);
}

/** Uploads a post's media and returns their URNs, those of videos and documents once processed. */
export async function uploadMedia(
  api: LinkedInApi,
  owner: string,
  { media, document }: Pick<OutgoingPost, 'media' | 'document'>,
  additions: Additions,
): Promise<string[]> {
  if (document) return [await uploadDocument(api, owner, await documentOf(media, document.title))];
  const urns: string[] = [];
  for (const [index, file] of media.entries()) {
    const name = `${file.kind === 'video' ? 'video' : 'picture'} ${index + 1}`;
    const isVideo = file.kind === 'video';
    urns.push(await (isVideo ? uploadVideo(api, owner, file, name, additions) : uploadPicture(api, owner, file, name)));
  }
  return urns;
}

/** The picture of a link card; null when LinkedIn rejects it, which does not block the post. */
export async function uploadThumb(api: LinkedInApi, owner: string, thumb: OutgoingMedia): Promise<string | null> {
  return await uploadPicture(api, owner, thumb, 'the picture of the link').catch((error: unknown) => {
    if (error instanceof PublishError && error.errorClass === 'rejected') return null;
    throw error;
  });
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api */
async function uploadPicture(api: LinkedInApi, owner: string, media: OutgoingMedia, name: string): Promise<string> {
  const begun = await beginUpload(api, 'images', { owner }, `begin upload of ${name}`);
  const { uploadUrl, image } = parsed(imageSchema, begun).value;
  await putWhole(api, uploadUrl, media, name);
  return image;
}

/**
 * Uploads a document. Only some tokens may query whether LinkedIn has processed it.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/documents-api
 */
async function uploadDocument(api: LinkedInApi, owner: string, pdf: WholeFile): Promise<string> {
  const begun = await beginUpload(api, 'documents', { owner }, 'begin upload of document');
  const { uploadUrl, document } = parsed(documentSchema, begun).value;
  await putWhole(api, uploadUrl, pdf, 'document');
  await untilProcessed(api, 'documents', document, 'document');
  return document;
}

type WholeFile = Pick<OutgoingMedia, 'size' | 'open'>;

async function putWhole(api: LinkedInApi, path: string, { size, open }: WholeFile, name: string): Promise<void> {
  await api.send({
    step: `upload ${name}`,
    method: 'PUT',
    path,
    headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
    body: await open(),
    limitMs: UPLOAD_LIMIT_MS,
  });
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api */
async function uploadVideo(
  api: LinkedInApi,
  owner: string,
  media: OutgoingMedia,
  name: string,
  additions: Additions,
): Promise<string> {
  const begin = async (uploadThumbnail: boolean) => {
    const request = { owner, fileSizeBytes: media.size, uploadCaptions: false, uploadThumbnail };
    return parsed(videoSchema, await beginUpload(api, 'videos', request, `begin upload of ${name}`)).value;
  };
  const picture = media.cover?.picture;
  const withCover =
    picture &&
    (await additions.add(COVER, () =>
      begin(true).then(async (begun) => {
        await putThumbnail(api, begun.thumbnailUploadUrl, picture);
        return begun;
      }),
    ));
  // An upload that was started with a cover would wait for it.
  const { video, uploadToken, uploadInstructions } = withCover ?? (await begin(false));
  const uploadedPartIds = await uploadParts(api, uploadInstructions, media, name);
  const finalizeUploadRequest = { video, uploadToken, uploadedPartIds };
  await postJson(api, '/rest/videos?action=finalizeUpload', { finalizeUploadRequest }, `finish upload of ${name}`);
  await untilProcessed(api, 'videos', video, name);
  return video;
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api#upload-the-thumbnail */
async function putThumbnail(api: LinkedInApi, path: string | undefined, picture: OutgoingMedia): Promise<void> {
  if (path === undefined) throw new PublishError('rejected', 'LinkedIn returned no upload address.');
  await api.send({
    step: 'upload cover',
    method: 'PUT',
    path,
    headers: { 'content-type': 'application/octet-stream', 'media-type-family': 'STILLIMAGE' },
    body: new Uint8Array(await (await blobOf(picture)).arrayBuffer()),
  });
}

/** Sends each part to its URL, and returns their ETags in order. */
async function uploadParts(
  api: LinkedInApi,
  parts: readonly Part[],
  media: OutgoingMedia,
  name: string,
): Promise<string[]> {
  const [first] = parts;
  const size = first ? first.lastByte - first.firstByte + 1 : 0;
  const isWhole = parts.every(
    ({ firstByte, lastByte }, index) =>
      firstByte === index * size && lastByte === Math.min((index + 1) * size, media.size) - 1,
  );
  if (!isWhole || size > PART_MAX_BYTES || parts.length !== Math.ceil(media.size / size))
    throw new PublishError('transient', `LinkedIn asked for parts of ${name} that do not make up the whole file.`);
  const ids: string[] = [];
  for await (const bytes of piecesOf(media, size)) {
    const path = parts[ids.length]?.uploadUrl;
    if (path === undefined) throw new PublishError('transient', `${name} is larger than declared.`);
    const answer = await api.send({
      step: `upload ${name}, part ${ids.length + 1}`,
      method: 'PUT',
      path,
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
      limitMs: UPLOAD_LIMIT_MS,
    });
    const id = answer.headers.get('etag')?.replaceAll('"', '');
    if (!id) throw new PublishError('transient', `LinkedIn answered an upload of ${name} without an ETag.`);
    ids.push(id);
  }
  return ids;
}

async function untilProcessed(
  api: LinkedInApi,
  kind: 'videos' | 'documents',
  urn: string,
  name: string,
): Promise<void> {
  let wait = FIRST_WAIT_MS;
  for (let waited = 0; waited < PROCESSING_LIMIT_MS; waited += wait, wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    await api.calls.wait(wait);
    const path = `/rest/${kind}/${encodeURIComponent(urn)}`;
    const answer = await api.send({ step: `wait for ${name}`, path, accepts: [403] }).catch((error: unknown) => {
      // The upload is complete, and one failed poll is no reason to repeat it.
      if (error instanceof PublishError && error.errorClass === 'transient') return null;
      throw error;
    });
    if (!answer) continue;
    // Not every member's token may query the status. The upload is complete anyway.
    if (answer.status === 403) return await api.calls.wait(UNREADABLE_WAIT_MS);
    const { status, processingFailureReason } = parsed(statusSchema, answer);
    if (status === 'AVAILABLE') return;
    if (status === 'PROCESSING_FAILED')
      throw new PublishError('rejected', `LinkedIn could not process ${name}: ${processingFailureReason ?? status}`);
  }
  const minutes = PROCESSING_LIMIT_MS / 60_000;
  throw new PublishError('transient', `LinkedIn did not finish processing ${name} within ${minutes} minutes.`);
}

async function postJson(api: LinkedInApi, path: string, body: object, step: string): Promise<PlatformAnswer> {
  return await api.send({
    step,
    path,
    json: body,
  });
}
