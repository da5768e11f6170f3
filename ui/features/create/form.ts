import type { z } from 'zod';
import { createToasts, fieldErrors, type Message } from '@/features/create/messages.ts';
import { contentProjectSchema, POSTS_PER_DAY_DEFAULT } from '../../../shared/posts/content-project.ts';
import { videoOnly } from '../../../shared/posts/platform-limits.ts';

/** What the form asks for: the contract without the video, which is uploaded first. */
export const projectFormSchema = contentProjectSchema.omit({ video_path: true });
export type ProjectForm = z.infer<typeof projectFormSchema>;

export const EMPTY_FORM: ProjectForm = {
  niche_name: '',
  source_url_1: '',
  source_url_2: '',
  posts_per_day: POSTS_PER_DAY_DEFAULT,
  platforms: [],
  account_ids: null,
};

/** Puts an issue of the contract into words that say what to do; handed to zod as its error map. */
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
 * The notification that a refused form gets (§5): an empty field before a missing platform; null where the field's own
 * error says it all.
 */
export function refusalToast(form: ProjectForm): Message | null {
  if ([form.niche_name, form.source_url_1, form.source_url_2].some(isBlank)) return createToasts.missing;
  return form.platforms.length === 0 ? createToasts.noPlatforms : null;
}

/** Whether nothing can be made for these platforms without a video. */
export function needsVideo(platforms: ProjectForm['platforms']): boolean {
  return videoOnly(platforms).length === platforms.length;
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}
