/**
 * The bucket for uploaded videos and drawn pictures (§3). In a file without zod, so that the dashboard loads without
 * it.
 */
export const MEDIA_BUCKET = 'media-assets';

/** The types that the bucket accepts, with their usual extensions. */
export const MEDIA_TYPES = {
  'video/mp4': 'mp4',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
} as const;

/** The bucket's size limit (§9's 200 MB for videos, for every type). */
export const MEDIA_MAX_BYTES = 200 * 1024 * 1024;

export type PictureType = Extract<keyof typeof MEDIA_TYPES, `image/${string}`>;

/** The URL of an object for members, relative to the Supabase URL, which differs between machines and may change. */
export function mediaObjectUrl(path: string): string {
  return `/storage/v1/object/authenticated/${MEDIA_BUCKET}/${path}`;
}

const POSTER_ENDING = '.poster.jpg';

/** The path of a video's poster, derived from the video's. It may not exist. */
export function posterPath(videoPath: string): string {
  return `${videoPath}${POSTER_ENDING}`;
}

/** The objects to remove together: a video and its poster. */
export function withPoster(path: string): string[] {
  return /\.(png|jpe?g|webp)$/i.test(path) ? [path] : [path, posterPath(path)];
}
