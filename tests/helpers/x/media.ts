import { ApiError, newMedia, nextId, type World, type XMedia, type XUser } from './world.ts';

const MB = 1_000_000;
const SEGMENT_MAX = 5 * 1024 * 1024;
const SIZE_MAX: Record<string, number> = {
  tweet_image: 5 * MB,
  tweet_gif: 15 * MB,
  tweet_video: 512 * MB,
  subtitles: MB,
};
const invalid = (detail: string) =>
  new ApiError(400, 'Invalid Request', detail, { type: 'https://api.x.com/2/problems/invalid-request' });

type Told = { world: World; user: XUser };

export function uploadAtOnce({ world, user }: Told, category: string, bytes: Buffer, mimeType: string): object {
  if (category !== 'tweet_image') throw invalid(`Media category ${category} needs a chunked upload.`);
  if (bytes.length > 5 * MB) throw invalid('File size exceeds 5242880 bytes.');
  const media = addMedia(world, user, category, mimeType, bytes.length);
  media.segments.set(0, bytes);
  media.readyAt = world.now();
  return shown(world, media);
}

export function initialize(
  { world, user }: Told,
  { media_type, total_bytes, media_category }: { media_type: string; total_bytes: number; media_category: string },
): object {
  if (total_bytes > (SIZE_MAX[media_category] ?? 0)) throw invalid('File size exceeds the limit of the category.');
  const { id } = addMedia(world, user, media_category, media_type, total_bytes);
  return { data: { id, media_key: `7_${id}` } };
}

export function append({ world, user }: Told, id: string, index: number, bytes: Buffer): object {
  const media = mediaNamed(world, user, id);
  if (bytes.length > SEGMENT_MAX) throw invalid('Segments of an upload have 5 MB at most.');
  media.segments.set(index, bytes);
  return { data: { expires_at: Math.floor(world.now() / 1000) + 86_400 } };
}

/** All bytes must be there, in segments without gaps. */
export function finalize({ world, user }: Told, id: string): object {
  const media = mediaNamed(world, user, id);
  const lengths = [...media.segments.values()].map(({ length }) => length);
  const isWhole = [...media.segments.keys()].sort((one, other) => one - other).every((index, at) => index === at);
  if (!isWhole || lengths.reduce((sum, length) => sum + length, 0) !== media.size)
    throw invalid('Segments do not add up to provided total file size.');
  const isSmall = media.category === 'tweet_image' || media.category === 'subtitles';
  const takesMs = isSmall ? 0 : world.processing === 'never' ? Number.POSITIVE_INFINITY : world.processingMs;
  media.readyAt = world.now() + takesMs;
  media.hasFailed = world.processing === 'failed';
  return shown(world, media);
}

export function status({ world, user }: Told, id: string): object {
  return shown(world, mediaNamed(world, user, id));
}

export function describe({ world, user }: Told, id: string, alt: string): object {
  const media = mediaNamed(world, user, id);
  if (!media.category.match(/image|gif/)) throw invalid('Alt text is for images and GIFs.');
  media.alt = alt;
  return { data: { id, associated_metadata: { alt_text: { text: alt } } } };
}

/** https://docs.x.com/x-api/media/create-media-subtitles */
export function subtitle(
  { world, user }: Told,
  json: { id: string; media_category: string; subtitles: object },
): object {
  const { id, language_code } = json.subtitles as { id: string; language_code: string };
  const isRight =
    json.media_category === 'TweetVideo' &&
    mediaNamed(world, user, json.id).category === 'tweet_video' &&
    mediaNamed(world, user, id).category === 'subtitles' &&
    /^[A-Z]{2}$/.test(language_code);
  if (!isRight) throw invalid('These are no subtitles of a video.');
  return { data: { id: json.id, media_category: json.media_category, associated_subtitles: [json.subtitles] } };
}

/** Throws X's error if a post contains media that are not its own, not ready, or of too many kinds. */
export function attachable({ world, user }: Told, ids: readonly string[]): XMedia[] {
  const media = ids.map((id) => mediaNamed(world, user, id));
  if (media.some(({ readyAt, hasFailed }) => readyAt === null || readyAt > world.now() || hasFailed))
    throw invalid('Your media IDs are invalid.');
  if (media.length > 1 && media.some(({ category }) => category !== 'tweet_image'))
    throw invalid('You can only attach 4 images, or 1 GIF or video.');
  return media;
}

function addMedia(world: World, owner: XUser, category: string, mimeType: string, size: number): XMedia {
  const media = newMedia(nextId(world), owner, category, mimeType, size);
  world.media.set(media.id, media);
  return media;
}

function mediaNamed(world: World, user: XUser, id: string): XMedia {
  const media = world.media.get(id);
  if (!media || media.owner !== user) throw invalid(`The media id ${id} is not found.`);
  return media;
}

function shown(world: World, { id, size, readyAt, hasFailed, category }: XMedia): object {
  const isReady = readyAt !== null && readyAt <= world.now();
  const info = !isReady
    ? { state: readyAt === null ? 'pending' : 'in_progress', check_after_secs: 30, progress_percent: 10 }
    : hasFailed
      ? { state: 'failed', error: { code: 1, name: 'InvalidMedia', message: 'Unsupported video codec' } }
      : { state: 'succeeded', progress_percent: 100 };
  return {
    data: {
      id,
      media_key: `3_${id}`,
      size,
      ...(category !== 'tweet_image' && { processing_info: info }),
    },
  };
}
