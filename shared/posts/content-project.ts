import { z } from 'zod';
import { MEDIA_MAX_BYTES } from './media-bucket.ts';
import { videoOnly } from './platform-limits.ts';
import { type Platform, platformSchema } from './platforms.ts';

export const POSTS_PER_DAY_MIN = 1;
export const POSTS_PER_DAY_MAX = 10;
export const POSTS_PER_DAY_DEFAULT = 3;

export const VIDEO_MIME_TYPE = 'video/mp4';
/** Size limit of an uploaded video (§9: 200 MB). */
export const VIDEO_MAX_BYTES = MEDIA_MAX_BYTES;

export const sourceUrlSchema = z
  .string()
  .trim()
  .max(2048)
  .pipe(z.url({ protocol: /^https?$/ }));

/** Maximum number of a project's sources, including the two required ones. */
export const SOURCES_MAX = 10;

/** The result of reading a source (§3): the number of usable passages, or why it could not be read. */
export type SourceReadingNote = { url: string; at: string } & (
  | { ok: true; title: string; passages: number }
  | { ok: false; reason: string }
);

/**
 * For which posts the agent makes a video, if their project has none: those for platforms that accept only videos, all,
 * or none.
 */
export const VIDEO_CHOICES = ['needed', 'always', 'never'] as const;
export type VideoChoice = (typeof VIDEO_CHOICES)[number];

type VideoPlan = { platforms: readonly Platform[]; video_path: string | null; videos: VideoChoice };

/** Whether the agent makes videos of a project's posts. */
export function makesVideos({ platforms, video_path, videos }: VideoPlan): boolean {
  if (video_path !== null || videos === 'never') return false;
  return videos === 'always' || videoOnly(platforms).length > 0;
}

/** A project's platforms that get no posts, because they accept only videos and there are none. */
export function withoutVideo({ platforms, video_path, videos }: VideoPlan): Platform[] {
  return video_path === null && videos === 'never' ? videoOnly(platforms) : [];
}

/** The fields of a new content project, as inserted (§3, §5). `video_path` is the file's name in the bucket. */
export const contentProjectSchema = z.object({
  niche_name: z.string().trim().min(1).max(200),
  source_url_1: sourceUrlSchema,
  source_url_2: sourceUrlSchema,
  /** Further pages or feeds. */
  extra_sources: z
    .array(sourceUrlSchema)
    .max(SOURCES_MAX - 2)
    .optional(),
  posts_per_day: z.number().int().min(POSTS_PER_DAY_MIN).max(POSTS_PER_DAY_MAX),
  platforms: z.array(platformSchema).min(1),
  /** The accounts to post to; null for every connected one. */
  account_ids: z.array(z.uuid()).min(1).nullable().optional(),
  video_path: z.string().nullable().optional(),
  videos: z.enum(VIDEO_CHOICES).optional(),
});

/** A project's sources in their order, each once. */
export function sourcesOf(project: { source_url_1: string; source_url_2: string; extra_sources?: string[] }): string[] {
  return [...new Set([project.source_url_1, project.source_url_2, ...(project.extra_sources ?? [])])];
}
