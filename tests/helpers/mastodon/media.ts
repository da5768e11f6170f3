import type { Reply } from '../publishing/imitation.ts';
import { DESCRIPTION_MAX, isProcessed, MIME_TYPES, mediaEntity } from './entities.ts';
import { ApiError, type Call, callerOf, type Media, nextId, textParam } from './world.ts';

/** Pictures are processed at once, larger media later. https://docs.joinmastodon.org/methods/media/#v2 */
export function createMedia(call: Call): Reply {
  const { world, file } = call;
  const account = callerOf(call);
  if (account.isDisabled) throw new ApiError(403, 'Your login is currently disabled');
  if (!file) throw new ApiError(422, "Validation failed: File can't be blank");
  if (!MIME_TYPES.includes(file.mimeType))
    throw new ApiError(422, 'Validation failed: File content type is invalid, File is invalid');
  if ((textParam(call, 'description') ?? '').length > DESCRIPTION_MAX)
    throw new ApiError(422, `Validation failed: Description is too long (maximum is ${DESCRIPTION_MAX} characters)`);
  const { options } = world;
  const isPicture = file.mimeType.startsWith('image/') && file.mimeType !== 'image/gif';
  const laterAt = { done: options.now() + options.processingMs, never: Number.POSITIVE_INFINITY, failed: null };
  const media: Media = {
    id: nextId(world),
    account,
    mimeType: file.mimeType,
    size: file.size,
    sha256: file.sha256,
    description: textParam(call, 'description'),
    readyAt: isPicture ? options.now() : laterAt[world.processing],
    statusId: null,
  };
  world.media.push(media);
  return { status: isProcessed(world, media) ? 200 : 202, body: mediaEntity(world, media) };
}

/** https://docs.joinmastodon.org/methods/media/#get */
export function showMedia(call: Call): Reply {
  const media = unattached(call);
  return { status: isProcessed(call.world, media) ? 200 : 206, body: mediaEntity(call.world, media) };
}

/** https://docs.joinmastodon.org/methods/media/#update */
export function updateMedia(call: Call): Reply {
  const { file } = call;
  const media = unattached(call);
  if (file && (file.field !== 'thumbnail' || !file.mimeType.startsWith('image/')))
    throw new ApiError(422, 'Validation failed: Thumbnail content type is invalid');
  return { status: 200, body: mediaEntity(call.world, media) };
}

function unattached(call: Call): Media {
  const account = callerOf(call);
  const media = call.world.media.find(({ id }) => id === call.ids[0]);
  if (!media || media.account.id !== account.id || media.statusId !== null) throw new ApiError(404, 'Record not found');
  if (media.readyAt === null) throw new ApiError(422, 'Error processing thumbnail for uploaded media');
  return media;
}
