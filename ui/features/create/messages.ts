import type { UploadFailure } from '@/domain/media/upload.ts';
import { POSTS_PER_DAY_DEFAULT } from '../../../shared/posts/content-project.ts';
import type { GenerationResult } from '../../../shared/posts/generation.ts';

/** Messages of the Content Creator (§2) and every row of §8 under "Content Creator". */

export const createMessages = {
  title: 'AI Content Creator',
  subtitle: 'Enter a niche and two sources to get posts with pictures, scheduled and ready.',
  formTitle: 'Create New Content Project',
  formHint: 'Posts are based on public pages: two articles, blogs or feeds, and up to eight more.',
  niche: 'Niche Name *',
  nichePlaceholder: 'e.g., Fitness, Technology, Travel',
  sourceUrl1: 'Source URL 1 *',
  sourceUrl2: 'Source URL 2 *',
  extraSource: (number: number) => `Source URL ${number}`,
  addSource: 'Add another source',
  removeSource: (number: number) => `Remove source ${number}`,
  sourceUrlPlaceholder: 'https://example.com/article',
  video: 'Video Upload (Optional)',
  videoHint: 'MP4 only, max 200MB',
  chooseVideo: 'Choose a video',
  replaceVideo: 'Replace',
  removeVideo: (name: string) => `Remove ${name}`,
  lostVideo: (name: string) => `Your other entries were kept, but you need to choose "${name}" again.`,
  postsPerDay: 'Posts Per Day *',
  platforms: 'Platforms to Post *',
  submit: 'Generate & Schedule',
  busy: 'Generating Content...',
  uploading: 'Uploading the video...',
  cancelUpload: 'Cancel upload',
  savingProject: 'Saving the project...',
  openScheduler: 'Open the Scheduler',
  modelHint: 'The built-in writer wrote these. A model on this machine writes more freely, at no cost and in private.',
  modelHintLink: 'Install one in Settings',
  modelHintClose: 'Dismiss the hint',
  videoOnly: (platforms: string, one: boolean) =>
    `${platforms} ${one ? 'accepts' : 'accept'} only videos. Without one, no posts are made for ${one ? 'it' : 'them'}.`,
  videoMade: (platforms: string, one: boolean) =>
    `${platforms} ${one ? 'accepts' : 'accept'} only videos. The agent makes them from the text of the posts.`,
  videos: 'Videos made from posts',
  videosHint: 'Vertical, with music, made on your machine before the post is due.',
  videoChoices: {
    needed: 'When a platform needs one',
    always: 'For every post',
    never: 'Never',
  },
  videoApart: (platforms: string, one: boolean) =>
    `${platforms} ${one ? 'gets' : 'get'} the video in a separate post. The other platforms get the pictures.`,
  madeNow: (count: number) => `Made now: ${count}, spread over your posting hours.`,
  madePerRun: (count: number) => `Each run of “Generate now” fills the day up to ${count}.`,
  autopilot: {
    on: 'AI Autopilot then adds 1 a day, to the project that needs it most.',
    off: 'AI Autopilot, which adds 1 a day, is off.',
    paused: 'Automation is paused, so nothing else is added.',
  },
  autopilotLink: 'AI Autopilot in Settings',
} as const;

/** "1 post per day", "3 posts per day". */
export function postsPerDayLabel(count: number): string {
  return `${count} ${count === 1 ? 'post' : 'posts'} per day`;
}

export const fieldErrors = {
  niche: 'Enter the niche your posts are about.',
  nicheTooLong: 'Shorten the niche to 200 characters.',
  sourceUrl: 'Enter the address of a source page.',
  badUrl: 'Enter the full address of a web page, starting with https:// or http://.',
  urlTooLong: 'This address is too long. The limit is 2048 characters.',
  postsPerDay: `Choose the number of posts per day. ${POSTS_PER_DAY_DEFAULT} is a good start.`,
  platforms: 'Select at least one platform.',
  videoNeeded: 'These platforms accept only videos. Add a video, or select another platform.',
  accounts: 'Choose at least one account.',
} as const;

export const videoErrors = {
  notMp4: (name: string) => `"${name}" is not an MP4 video. Choose an .mp4 file, or convert this one first.`,
  tooLarge: (name: string, size: string) =>
    `"${name}" is ${size}; the limit is 200 MB. Shorten or compress it, then choose it again.`,
  missing: 'This video is no longer there. Choose another one, or remove it.',
  empty: (name: string) => `"${name}" is empty (0 bytes). Choose the file again, or another one.`,
} as const;

/** Why the video could not be stored, with the remedy. */
export function uploadProblem(failure: UploadFailure): string {
  switch (failure.kind) {
    case 'interrupted':
      return 'The upload was interrupted. Check the connection, then try again.';
    case 'too-large':
      return 'The server rejected the video as too large. Shorten or compress it, then try again.';
    case 'signed-out':
      return 'Your session has ended. Sign in again, then try again.';
    case 'not-media':
    case 'damaged':
      return 'This file is not an MP4 video, although its name says so. Choose another file, or continue without it.';
    case 'refused':
      return failure.message ?? `The video could not be saved (${failure.status}). Try again, or continue without it.`;
  }
}

export type Message = { title: string; description: string; variant?: 'destructive' };

export const createToasts = {
  missing: {
    title: 'Missing Information',
    description: 'Please fill in all required fields',
    variant: 'destructive',
  },
  noPlatforms: {
    title: 'No Platforms Selected',
    description: 'Please select at least one platform to post to',
    variant: 'destructive',
  },
  generationFailed: {
    title: 'Project Created ✅',
    description: 'Project saved, but AI generation failed. Try the Scheduler page to generate content.',
  },
  uploadCancelled: { title: 'Upload cancelled', description: 'Nothing was saved. Your entries are still here.' },
} as const satisfies Record<string, Message>;

/** A new project's first run could read none of its sources, so the project was not kept. */
export const nothingRead = 'No source could be read, so no project was created. Change the addresses, then try again.';

/** Upload or insert failed. */
export function projectFailed(reason: string): Message {
  return { title: 'Error', description: reason || 'Failed to create content project', variant: 'destructive' };
}

/** The notification after generation returned posts, or a reason why there are none. */
export function generationAnswered(result: GenerationResult): Message {
  if (result.success) {
    return {
      title: 'Content Generated! 🎉',
      description: `Successfully created content using ${result.template ?? 'General'} template. Check the Scheduler page!`,
    };
  }
  return {
    title: 'Project Created ✅',
    description: result.message || 'Project saved. Content will be generated on schedule.',
  };
}

/** How a run ended once its project was saved; `reason` is the function's message, if any. */
export type RunEnd = { kind: 'answered'; result: GenerationResult } | { kind: 'failed'; reason: string | undefined };

/** The permanent note after a run: its result, with the function's message. */
export function runEndNote(end: RunEnd): string {
  if (end.kind === 'failed')
    return `The project is saved, but no posts were made: ${end.reason ?? 'the generation did not respond.'}`;
  const { success, created, message } = end.result;
  if (!success) return message || 'The project is saved.';
  const posts = `${created} ${created === 1 ? 'post' : 'posts'} written and scheduled.`;
  return message ? `${posts} ${message}` : posts;
}
