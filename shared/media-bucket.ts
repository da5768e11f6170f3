/** The bucket that holds uploaded videos and drawn pictures (§3). In a file without zod, so that the dashboard loads without it. */
export const MEDIA_BUCKET = 'media-assets';
