import { z } from 'zod';
import { contentProjectSchema, VIDEO_CHOICES } from './content-project.ts';
import { platformSchema } from './platforms.ts';

export const projectParamsSchema = z.object({ id: z.uuid('expected the id of a project') });

const readingSchema = z.discriminatedUnion('ok', [
  z.object({ url: z.string(), at: z.string(), ok: z.literal(true), title: z.string(), passages: z.number() }),
  z.object({ url: z.string(), at: z.string(), ok: z.literal(false), reason: z.string() }),
]);

/** A stored project. Times are ISO 8601. */
export const projectSchema = z.object({
  id: z.uuid(),
  created_at: z.string(),
  niche_name: z.string(),
  source_url_1: z.string(),
  source_url_2: z.string(),
  extra_sources: z.array(z.string()),
  posts_per_day: z.number(),
  platforms: z.array(platformSchema),
  /** Null: every connected account of the platforms. */
  account_ids: z.array(z.string()).nullable(),
  video_path: z.string().nullable(),
  videos: z.enum(VIDEO_CHOICES),
  is_paused: z.boolean(),
  source_readings: z.array(readingSchema),
});
export type Project = z.infer<typeof projectSchema>;
export const projectListSchema = z.array(projectSchema);

/** The form's fields. Idempotent by `id`. */
export const newProjectSchema = contentProjectSchema.extend({ id: z.uuid().optional() });
export type NewProject = z.infer<typeof newProjectSchema>;

/** With the form's checks; omitted fields are unchanged. `video_path` is a video of the Media Library. */
export const projectChangeSchema = contentProjectSchema.partial().extend({ is_paused: z.boolean().optional() });
export type ProjectChange = z.infer<typeof projectChangeSchema>;
