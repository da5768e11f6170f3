import { z } from 'zod';

/** The platforms in the order in which every screen shows them: the six of §3, then two more. */
export const PLATFORMS = [
  { id: 'instagram', label: 'Instagram' },
  { id: 'facebook', label: 'Facebook' },
  { id: 'tiktok', label: 'TikTok' },
  { id: 'youtube_shorts', label: 'YouTube Shorts' },
  { id: 'twitter', label: 'X/Twitter' },
  { id: 'linkedin', label: 'LinkedIn' },
  { id: 'bluesky', label: 'Bluesky' },
  { id: 'mastodon', label: 'Mastodon' },
] as const;

export const PLATFORM_IDS = PLATFORMS.map((platform) => platform.id);

export const platformSchema = z.enum([
  'instagram',
  'facebook',
  'tiktok',
  'youtube_shorts',
  'twitter',
  'linkedin',
  'bluesky',
  'mastodon',
] satisfies (typeof PLATFORMS)[number]['id'][]);
export type Platform = z.infer<typeof platformSchema>;

/** The label that people read for a platform id; an id from a newer database is shown as it is. */
export function platformLabel(id: string): string {
  return PLATFORMS.find((platform) => platform.id === id)?.label ?? id;
}
