import { writerLabel } from '../../../shared/ai/providers.ts';
import type { GenerationResult } from '../../../shared/posts/generation.ts';

/** Messages of the Scheduler (§2) and every row of §8 under "Scheduler". */

export const schedulerMessages = {
  title: 'Content Scheduler',
  subtitle: 'Your posts and when they are published.',
  newPost: 'New post',
  offTimes: {
    label: 'Off times',
    show: (count: number) => (count === 1 ? 'Show it' : 'Show the first'),
    hide: 'Hide',
    mark: (because: string) => `Scheduled for a time when ${because}`,
  },
  autopilot: {
    title: 'AI Autopilot',
    text: 'Picks a project that still needs posts today, newest first, reads its sources, writes the missing posts (at least one) with pictures, and schedules each at the next free time in your posting hours.',
    generate: 'Generate Content Now',
    busy: 'Generating...',
    preview: 'Preview the coming week',
    daily: 'Make posts every day',
    on: 'On',
    off: 'Off',
    paused: 'Paused',
    nextRun: 'Next run ',
    dueNow: 'Next run: now',
    saveFailed: 'The setting was not changed',
  },
  tabs: { label: 'Posts', all: 'All', drafts: 'Drafts', queue: 'Queue', turn: 'Your turn', sent: 'Sent', bin: 'Bin' },
  list: {
    drafts: 'Generated Content',
    timeline: 'Scheduled Posts Timeline',
    results: 'Found',
    loading: 'Loading content...',
    empty: {
      none: {
        title: 'No content generated yet',
        description: 'Click "Generate Content Now" to create your first post',
      },
      drafts: { title: 'No drafts', description: 'Posts without a time are kept here.' },
      queue: { title: 'No scheduled posts yet', description: 'Content will appear here when scheduled' },
      turn: { title: 'Nothing is waiting for you', description: 'Posts that need something from you appear here.' },
      sent: { title: 'Nothing sent yet', description: 'Posts move here once they are published.' },
    },
    today: 'Today',
    tomorrow: 'Tomorrow',
    yesterday: 'Yesterday',
    showMore: (count: number) => `Show more (${count.toLocaleString('en')} left)`,
    publishThem: 'Publish one after another',
  },
  views: { label: 'View', list: 'List', month: 'Month', week: 'Week', day: 'Day' },
  filter: {
    label: 'Search and filter posts',
    search: 'Search all posts',
    clearSearch: 'Clear the search',
    platform: 'Platform',
    allPlatforms: 'All platforms',
    project: 'Project',
    allProjects: 'All projects',
    labels: 'Label',
    allLabels: 'All labels',
    clear: 'Clear filters',
    nothing: { title: 'Nothing matches', description: 'Try other words, or clear the filters.' },
    elsewhere: 'Search in all posts',
  },
  post: {
    untitled: 'Post without a caption',
    open: (title: string) => `Open “${title}”`,
    created: 'Created: ',
    scheduledFor: 'Scheduled for: ',
    wasDue: 'Was due: ',
    copy: 'Copy',
    copyWhat: ' caption and hashtags',
    deletedOn: 'Not kept. Deletes ',
    deletedSoon: 'Not kept. Deletes within the hour.',
    menu: (title: string) => `More actions for “${title}”`,
    edit: 'Edit',
    schedule: 'Schedule…',
    reschedule: 'Reschedule…',
    restore: 'Schedule again…',
    publishNow: 'Publish now…',
    retry: 'Retry',
    mark: 'Mark as published…',
    labels: 'Labels…',
    keep: 'Keep',
    unkeep: "Don't keep",
    cancel: 'Cancel post',
    cancelRest: 'Cancel unsent deliveries',
    delete: 'Delete…',
    why: 'Why this post?',
    sources: (count: number) => `Based on ${count === 1 ? '1 passage' : `${count} passages`}`,
  },
  panel: {
    title: 'Post',
    loading: 'Loading the post...',
    loadFailed: 'Could not load the post',
    gone: {
      title: 'Post not found',
      description: 'It has been deleted. You can restore it from the Bin for 24 hours.',
    },
    where: 'Where it goes',
    became: 'Where it went',
    preview: 'Preview',
    nowhere: 'This post has no destination. Choose a platform or an account for it.',
    cancelledBefore: 'Cancelled before anything was sent.',
    moreTimes: (count: number) => (count === 1 ? 'Scheduled once more.' : `Scheduled ${count} more times.`),
  },
  labels: {
    title: 'Labels',
    text: 'Sort your posts, for example by campaign. Filter by label above the list.',
    add: 'New label',
    tooMany: (most: number) => `A post can have at most ${most} labels.`,
    cancel: 'Cancel',
    confirm: 'Save labels',
  },
  delete: {
    title: 'Delete this post?',
    text: 'You can restore it from the Bin for 24 hours. Its pictures stay in the Media Library.',
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
    slot: 'This is the next free slot.',
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
  unkept: 'No longer kept. Auto-delete may remove it.',
  deleted: 'Post deleted',
  labelled: 'Labels saved',
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

/** A status in words; a post that waits for the user is "your turn". */
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
