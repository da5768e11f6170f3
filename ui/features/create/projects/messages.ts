import type { SourceReadingNote } from '../../../../shared/posts/content-project.ts';

export const projectMessages = {
  title: 'Your Projects',
  loading: 'Loading your projects',
  loadFailed: 'Your projects could not be loaded',
  empty: { title: 'No projects yet', description: 'Create one with the form. It will appear here.' },
  paused: 'Paused',
  perRun: (count: number) =>
    count === 1 ? '1 post a day when you generate' : `${count} posts a day when you generate`,
  sources: 'Sources',
  notRead: 'Not read yet.',
  nextPosts: 'Next posts',
  noNextPosts: 'None scheduled.',
  allAccounts: 'All connected accounts',
  accounts: (count: number) => `${count} chosen ${count === 1 ? 'account' : 'accounts'}`,
  withVideo: 'With a video',
  seePosts: 'See posts',
  generate: 'Generate now',
  generating: 'Generating...',
  edit: 'Edit',
  pause: 'Pause',
  resume: 'Resume',
  delete: 'Delete',
  recentlyDeleted: 'Recently deleted',
  restore: 'Restore',
  editTitle: 'Edit Project',
  editHint: 'Changes apply to new posts. Posts that are already scheduled stay as they are.',
  oldVideoStays: 'A video that you replace or remove stays in the Media Library.',
  cancel: 'Cancel',
  save: 'Save Changes',
} as const;

/** The last result of reading a source: `Last read 2 hours ago: 14 passages.` */
export function readingInWords(reading: SourceReadingNote, ago: string): string {
  const when = ago === 'now' ? 'just now' : ago;
  if (!reading.ok) return `Could not be read ${when}. ${reading.reason}`;
  return `Last read ${when}: ${reading.passages} ${reading.passages === 1 ? 'passage' : 'passages'}.`;
}

export const projectToasts = {
  failed: (reason: string) => ({ title: 'Project not changed', description: reason, variant: 'destructive' as const }),
  saved: (name: string) => ({ title: 'Project saved', description: name }),
  paused: (name: string) => ({
    title: 'Project paused',
    description: `${name} gets no new posts. Scheduled ones stay.`,
  }),
  resumed: (name: string) => ({ title: 'Project resumed', description: name }),
  deleted: (name: string) => ({
    title: 'Project deleted',
    description: `${name}. Its posts stay. You can restore it for 24 hours.`,
  }),
  undo: 'Undo',
  restored: (name: string) => ({ title: 'Project restored', description: name }),
  restoredWithoutVideo: (name: string) => ({
    title: 'Project restored without its video',
    description: `${name}. The video has been deleted, so platforms that accept only videos get no posts.`,
    variant: 'destructive' as const,
  }),
  gone: { title: 'Project not found', description: 'It was deleted elsewhere.', variant: 'destructive' as const },
  made: (name: string, count: number) => ({
    title: count === 1 ? '1 post scheduled' : `${count} posts scheduled`,
    description: name,
  }),
  /** Offered when no source could be read. */
  withoutSources: 'Make posts without them',
  nothingMade: (reason: string) => ({ title: 'No posts made', description: reason, variant: 'destructive' as const }),
} as const;
