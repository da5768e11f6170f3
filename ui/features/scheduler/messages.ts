import { writerLabel } from '../../../shared/ai/providers.ts';
import type { GenerationResult } from '../../../shared/posts/generation.ts';

/** Messages of the Scheduler (§2) and every row of §8 under "Scheduler". */

export const schedulerMessages = {
  title: 'Content Scheduler',
  subtitle: 'Your posts and when they go out.',
  newPost: 'New post',
  onThisPage: 'On this page',
  autopilot: {
    title: 'AI Autopilot',
    text: 'Picks a project that still needs posts today, newest first, reads its two sources, writes the missing posts (at least one) with pictures, and schedules each at the next free time in your posting hours.',
    generate: 'Generate Content Now',
    busy: 'Generating...',
    preview: 'Preview the coming week',
  },
  content: {
    title: 'Generated Content',
    loading: 'Loading content...',
    empty: {
      title: 'No content generated yet',
      description: 'Click "Generate Content Now" to create your first post',
    },
    created: 'Created: ',
    goesOut: 'Goes out: ',
    wasDue: 'Was due: ',
    moreTimes: (count: number) => (count === 1 ? ' and once more' : ` and ${count} more times`),
    preview: 'Preview',
    previewWhat: ' this post',
    copy: 'Copy',
    copyWhat: ' caption and hashtags',
    keep: 'Keep',
    unkeep: "Don't keep",
    keepWhat: ' this post',
    deletedOn: 'Not kept. Deletes ',
    deletedSoon: 'Not kept. Deletes within the hour.',
    menu: 'More actions for this post',
    schedule: 'Schedule…',
    edit: 'Edit',
    editWhat: ' this post',
    delete: 'Delete…',
    showAll: 'Show all',
    showLess: 'Show less',
    why: 'Why this post?',
    sources: (count: number) => `Based on ${count === 1 ? '1 passage' : `${count} passages`}`,
  },
  timeline: {
    title: 'Scheduled Posts Timeline',
    loading: 'Loading the timeline...',
    empty: { title: 'No scheduled posts yet', description: 'Content will appear here when scheduled' },
    scheduledFor: 'Scheduled for: ',
    menu: (time: string) => `More actions for the post at ${time}`,
    reschedule: 'Reschedule…',
    restore: 'Schedule again…',
    preview: 'Preview…',
    edit: 'Edit',
    editWhat: (time: string) => ` the post at ${time}`,
    cancel: 'Cancel post',
    publishNow: 'Publish now…',
    retry: 'Retry',
    mark: 'Mark as published…',
    cancelRest: 'Cancel unsent deliveries',
    deliveries: 'Delivery history…',
    showEarlier: (count: number) => `Show earlier (${count})`,
  },
  views: { label: 'View', list: 'List', month: 'Month', week: 'Week', queue: 'Queue' },
  filter: {
    content: 'Filter the generated content',
    posts: 'Filter the scheduled posts',
    status: 'Status',
    platform: 'Platform',
    allStatuses: 'All statuses',
    allPlatforms: 'All platforms',
    project: 'Project',
    allProjects: 'All projects',
    clear: 'Clear filters',
    matching: (count: number, total: number) => `${count.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    nothing: { title: 'Nothing matches these filters', description: 'Choose another status, platform or project.' },
  },
  delete: {
    title: 'Delete this post?',
    text: 'You can restore it from Recently deleted for 24 hours. Its pictures stay in the Media Library.',
    places: (count: number) =>
      count === 1
        ? 'It will also leave the schedule.'
        : `It is scheduled ${count} times. All of them will leave the schedule.`,
    published: 'Anything already published stays on the platforms.',
    publishing: 'It is being published right now. Wait until it finishes, then delete it.',
    keep: 'Cancel',
    confirm: 'Delete',
    busy: 'Deleting...',
  },
  pickTime: {
    zone: (zone: string) => `Date and time in ${zone}.`,
    move: { title: 'Reschedule', keep: 'Keep the time', confirm: 'Move', busy: 'Moving...' },
    schedule: { title: 'Schedule', keep: 'Keep as a draft', confirm: 'Schedule', busy: 'Scheduling...' },
    restore: { title: 'Schedule again', keep: 'Keep cancelled', confirm: 'Schedule', busy: 'Scheduling...' },
  },
  bin: {
    title: 'Recently deleted',
    loading: 'Loading deleted posts...',
    loadFailed: 'Could not load deleted posts',
    empty: { title: 'No deleted posts', description: 'Deleted posts stay here for 24 hours.' },
  },
  showMore: (count: number) => `Show more (${count} left)`,
} as const;

export const schedulerToasts = {
  loadFailed: 'Failed to load content',
  generateFailed: 'Failed to generate content',
  copied: 'Copied to clipboard!',
  copyFailed: 'Your browser blocked copying. Select the text and copy it manually.',
  undo: 'Undo',
  moved: (time: string) => `Moved to ${time}`,
  movedBack: (time: string) => `Moved back to ${time}`,
  cancelled: 'Post cancelled. Its text is kept as a draft.',
  restored: 'Post rescheduled.',
  scheduled: (time: string) => `Scheduled for ${time}`,
  unscheduled: 'Removed from the schedule. The post is a draft again.',
  kept: 'Kept. Auto-delete will skip it.',
  unkept: 'No longer kept. Auto-delete removes it in time.',
  deleted: 'Post deleted',
} as const;

/** Why a change was not made; the row is unchanged. */
export const refusals = {
  noDate: 'Enter a date and a time.',
  past: 'That time is in the past. Choose a later one.',
  noSuchTime: (time: string, date: string, zone: string) =>
    `${time} does not exist on ${date} in ${zone}: the clocks go forward. Choose another time.`,
  gone: 'This post was deleted elsewhere.',
  notScheduled: (status: string) => `This post is now ${statusName(status)}, so it was not changed.`,
  movedElsewhere: (time: string) => `This post has since been moved to ${time}, so it was left there.`,
  changedElsewhere: 'This post has since been moved or deleted elsewhere, so it was left unchanged.',
  publishing: 'This post is being published right now, so it was not deleted.',
  failed: (reason: string) => `Nothing was changed. ${reason}`,
} as const;

/** A status in words: a post that waits for a person is theirs to do. */
export function statusName(status: string): string {
  return status === 'needs_review' ? 'your turn' : status.replaceAll('_', ' ');
}

/** The message for a finished run: posts, or why there are none. */
export function generationAnswered(result: GenerationResult): string {
  if (result.success) return `Content generated successfully using ${result.template ?? 'General'} template`;
  return result.message || 'No content generated';
}

/** "built-in" is the writer without a model; anything else is "provider:model". */
export function writtenBy(writer: string, template: string | null): string {
  const by = writer === 'built-in' ? 'Built-in writer' : writerLabel(writer);
  return template ? `${by}, template "${template}"` : by;
}
