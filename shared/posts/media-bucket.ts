/**
 * The bucket that holds uploaded videos and drawn pictures (§3). In a file without zod, so that the dashboard loads
 * without it.
 */
export const MEDIA_BUCKET = 'media-assets';

/** The types that the bucket takes, each with its usual extension. */
export const MEDIA_TYPES = {
  'video/mp4': 'mp4',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
} as const;

/** The largest file that the bucket takes (§9's 200 MB for videos, for every type). */
export const MEDIA_MAX_BYTES = 200 * 1024 * 1024;

/** What a picture is stored as. */
export type PictureType = Extract<keyof typeof MEDIA_TYPES, `image/${string}`>;

/** Where a member fetches an object, relative to the Supabase URL, which differs between machines and may change. */
export function mediaObjectUrl(path: string): string {
  return `/storage/v1/object/authenticated/${MEDIA_BUCKET}/${path}`;
}

const POSTER_ENDING = '.poster.jpg';

/**
 * Where the still picture of a video lies: beside it, so that nothing has to say that the two belong together. It may
 * be missing.
 */
export function posterPath(videoPath: string): string {
  return `${videoPath}${POSTER_ENDING}`;
}

/** What is removed with an object: a video's poster. */
export function withPoster(path: string): string[] {
  return /\.(png|jpe?g|webp)$/i.test(path) ? [path] : [path, posterPath(path)];
}
