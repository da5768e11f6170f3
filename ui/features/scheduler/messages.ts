import { writerLabel } from '../../../shared/ai-providers.ts';
import type { GenerationResult } from '../../../shared/generation.ts';

/** Every word of the Scheduler (§2) and every row of §8 under "Scheduler". */

export const schedulerMessages = {
  title: 'Content Scheduler',
  subtitle: 'What is written, and when it goes out.',
  onThisPage: 'On this page',
  autopilot: {
    title: 'AI Autopilot',
    text: 'Reads the two sources of your newest project, writes the posts that today still lacks, gives each a picture and the next free time in your posting hours.',
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
    preview: 'Preview',
    previewWhat: ' this post',
    copy: 'Copy',
    copyWhat: ' caption and hashtags',
    save: 'Save',
    unsave: 'Unsave',
    saveWhat: ' this post',
    deletedOn: 'Not saved: deleted ',
    deletedSoon: 'Not saved: deleted within the hour.',
    menu: 'More for this post',
    schedule: 'Schedule…',
    edit: 'Edit text…',
    delete: 'Delete…',
    showAll: 'Show all',
    showLess: 'Show less',
    why: 'Why this post?',
    sources: (count: number) => `Drawn from ${count === 1 ? '1 passage' : `${count} passages`}`,
  },
  timeline: {
    title: 'Scheduled Posts Timeline',
    loading: 'Loading the timeline...',
    empty: { title: 'No scheduled posts yet', description: 'Content will appear here when scheduled' },
    scheduledFor: 'Scheduled for: ',
    menu: (time: string) => `More for the post of ${time}`,
    reschedule: 'Reschedule…',
    restore: 'Schedule again…',
    preview: 'Preview…',
    edit: 'Edit text…',
    cancel: 'Cancel post',
    showEarlier: (count: number) => `Show earlier (${count})`,
  },
  media: {
    alt: {
      image: (caption: string) => `Picture of the post "${caption}"`,
      video: (caption: string) => `Video of the post "${caption}"`,
    },
    unavailable: { image: 'The picture could not be loaded.', video: 'The video could not be loaded.' },
    carousel: 'Slides',
    slide: (index: number, count: number) => `${index} of ${count}`,
    previous: 'Previous slide',
    next: 'Next slide',
  },
  views: { label: 'View', list: 'List', month: 'Month', week: 'Week' },
  filter: {
    content: 'Filter the generated content',
    posts: 'Filter the scheduled posts',
    status: 'Status',
    platform: 'Platform',
    allStatuses: 'All statuses',
    allPlatforms: 'All platforms',
    clear: 'Clear filters',
    matching: (count: number, total: number) => `${count.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    nothing: { title: 'Nothing matches these filters', description: 'Choose another status or platform.' },
  },
  delete: {
    title: 'Delete this post?',
    text: 'It can be brought back from Recently deleted for a day. Its pictures stay in the Media Library.',
    places: (count: number) =>
      count === 1
        ? 'It is scheduled once; that place in the timeline goes with it.'
        : `It is in the timeline ${count} times; these places go with it.`,
    published: 'What has been published already stays on the platforms.',
    publishing: 'It is being published right now. Wait until that is done, then delete it.',
    keep: 'Keep',
    confirm: 'Delete',
    busy: 'Deleting...',
  },
  pickTime: {
    zone: (zone: string) => `Date and time in ${zone}.`,
    date: 'Date',
    time: 'Time',
    which: 'The clocks go back on this day, so this time comes twice:',
    move: { title: 'Reschedule', keep: 'Keep the time', confirm: 'Move', busy: 'Moving...' },
    schedule: { title: 'Schedule', keep: 'Keep as a draft', confirm: 'Schedule', busy: 'Scheduling...' },
    restore: { title: 'Schedule again', keep: 'Keep cancelled', confirm: 'Schedule', busy: 'Scheduling...' },
  },
  bin: {
    title: 'Recently deleted',
    loading: 'Loading what was deleted...',
    loadFailed: 'What was deleted could not be loaded',
    empty: { title: 'Nothing was deleted', description: 'Posts that you delete wait here for a day.' },
  },
  showMore: (count: number) => `Show more (${count} left)`,
} as const;

export const schedulerToasts = {
  loadFailed: 'Failed to load content',
  generateFailed: 'Failed to generate content',
  copied: 'Copied to clipboard!',
  copyFailed: 'The browser did not allow copying. Select the text and copy it yourself.',
  undo: 'Undo',
  moved: (time: string) => `Moved to ${time}`,
  movedBack: (time: string) => `Back at ${time}`,
  cancelled: 'Post cancelled. Its text stays as a draft.',
  restored: 'The post is scheduled again.',
  scheduled: (time: string) => `Scheduled for ${time}`,
  unscheduled: 'No longer scheduled. The post is a draft again.',
  saved: 'Saved: this post is never deleted by itself.',
  unsaved: 'No longer saved.',
  deleted: 'Post deleted',
} as const;

/** Why a change was not made; the row in question is as it was. */
export const refusals = {
  noDate: 'Enter a date and a time.',
  past: 'That time is in the past. Choose a later one.',
  noSuchTime: (time: string, date: string, zone: string) =>
    `${time} does not exist on ${date} in ${zone}: the clocks go forward. Choose another time.`,
  gone: 'This post was deleted elsewhere.',
  notScheduled: (status: string) => `This post is ${status.replaceAll('_', ' ')} by now, so it was not changed.`,
  movedElsewhere: (time: string) => `This post was moved elsewhere meanwhile, to ${time}. It was left there.`,
  changedElsewhere: 'This post was moved or deleted elsewhere meanwhile, so it was left as it is.',
  publishing: 'This post is being published right now, so it was not deleted.',
  failed: (reason: string) => `Nothing was changed. ${reason}`,
} as const;

/** The one line about a run that answered: posts, or why there are none. */
export function generationAnswered(result: GenerationResult): string {
  if (result.success) return `Content generated successfully using ${result.template ?? 'General'} template`;
  return result.message || 'No content generated';
}

/** "built-in" is the writer that works without a model; anything else is "provider:model". */
export function writtenBy(writer: string, template: string | null): string {
  const by = writer === 'built-in' ? 'Built-in writer' : writerLabel(writer);
  return template ? `${by}, template "${template}"` : by;
}
