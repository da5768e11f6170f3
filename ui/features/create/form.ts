import { z } from 'zod';
import { createToasts, fieldErrors, type Message } from '@/features/create/messages.ts';
import {
  contentProjectSchema,
  POSTS_PER_DAY_DEFAULT,
  sourceUrlSchema,
  withoutVideo,
} from '../../../shared/posts/content-project.ts';

/** The form's fields: the contract without the video, which is uploaded first. Further sources may be left empty. */
export const projectFormSchema = contentProjectSchema.omit({ video_path: true }).extend({
  extra_sources: z
    .array(z.string().trim().pipe(z.literal('').or(sourceUrlSchema)))
    .transform((urls) => urls.filter((url) => url !== '')),
});
export type ProjectForm = z.infer<typeof projectFormSchema>;

export const EMPTY_FORM: ProjectForm = {
  niche_name: '',
  source_url_1: '',
  source_url_2: '',
  extra_sources: [],
  posts_per_day: POSTS_PER_DAY_DEFAULT,
  platforms: [],
  account_ids: null,
  videos: 'needed',
};

/** Words for a schema issue with the remedy; used as zod's error map. */
export function describeIssue({ path, code, input }: { path?: PropertyKey[]; code: string; input?: unknown }): string {
  switch (path?.[0]) {
    case 'niche_name':
      return code === 'too_big' ? fieldErrors.nicheTooLong : fieldErrors.niche;
    case 'platforms':
      return fieldErrors.platforms;
    case 'account_ids':
      return fieldErrors.accounts;
    case 'posts_per_day':
      return fieldErrors.postsPerDay;
    default:
      if (code === 'too_big') return fieldErrors.urlTooLong;
      return isBlank(input) ? fieldErrors.sourceUrl : fieldErrors.badUrl;
  }
}

/**
 * The notification for a rejected form (§5): an empty field before a missing platform; null when the field's error
 * suffices.
 */
export function refusalToast(form: ProjectForm): Message | null {
  if ([form.niche_name, form.source_url_1, form.source_url_2].some(isBlank)) return createToasts.missing;
  return form.platforms.length === 0 ? createToasts.noPlatforms : null;
}

/** Whether a project needs an uploaded video: all its platforms require one, and none are to be made. */
export function needsVideo({ platforms, videos = 'needed' }: ProjectForm): boolean {
  return withoutVideo({ platforms, video_path: null, videos }).length === platforms.length;
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}
