import { counted } from '@/lib/format.ts';
import { type ArchiveImported, SKIPS, type Skip } from '../../../../shared/archives/archives.ts';

const number = (count: number) => count.toLocaleString('en-US');
const posts = (count: number) => `${number(count)} ${count === 1 ? 'post' : 'posts'}`;

export const archiveMessages = {
  title: 'Import what you posted before',
  description:
    'Add the posts from your archives to look up what you said and see what worked. Only lists of posts are read, never private messages.',
  loading: 'Loading archives...',
  loadFailed: 'Failed to load the archives',
  emptyTitle: 'No archives yet',
  empty: 'Request yours from a platform, below. When it arrives, choose the file without unpacking it.',
  emptyForMembers: 'The owner of this workspace can import one.',
  choose: 'Choose an archive',
  fileInput: 'Archive file',
  large: 'A very large file can be read where it is, without a copy:',
  command: 'local-agent archives import <file>',
  uploading: 'Copying the file...',
  counting: 'Counting the posts...',
  importing: 'Importing the posts...',
  read: (count: number) => `${posts(count)} read`,
  progress: 'Archive read so far',
  cancel: 'Cancel',
  failed: 'This archive was not imported',
  remove: 'Remove',
  removeOf: (source: string) => `Remove ${source}`,
  posts,
  span: (count: number, from: string | null, to: string | null) =>
    from === null || to === null ? posts(count) : `${posts(count)}, ${from === to ? from : `${from} to ${to}`}`,
  of: (account: string) => `Posted by ${account}`,
} as const;

export const archiveFoundMessages = {
  title: (source: string) => `Import ${source}?`,
  description: (count: number, known: number) => {
    if (count > 0) return `It has ${posts(count)} that ${count === 1 ? 'is' : 'are'} not here yet.`;
    return known > 0 ? 'All of its posts are here already. It may contain newer figures.' : 'It has no new posts.';
  },
  known: 'Here already',
  published: 'Published from here',
  skip: {
    repost: 'Shared from others',
    private: 'Not shown to everyone',
    empty: 'Empty',
    unreadable: 'Unreadable',
  } satisfies {
    [skip in Skip]: string;
  },
  leftOut: 'Left out',
  platform: 'Posts of',
  platformHint: 'This file has posts of several platforms. Import it once for each.',
  account: 'Posted by',
  accountHint: 'What worked is learned for each account.',
  nobody: 'None of these accounts',
  keep: 'Cancel',
  done: 'Done',
  confirm: (count: number) => (count > 0 ? `Import ${posts(count)}` : 'Update the figures'),
} as const;

export const archiveRemoval = {
  title: 'Remove this archive?',
  description: (source: string, count: number) =>
    `${posts(count)} of ${source} are deleted here. Nothing changes on the platform, and the archive can be imported again.`,
  keep: 'Keep',
  confirm: 'Remove',
  removed: (source: string) => `Removed ${source}`,
  failed: 'Failed to remove the archive',
} as const;

export const archiveGuideMessages = {
  title: 'How to get an archive',
  description: 'Request it on the platform. It takes minutes to days, and arrives as a file.',
  ask: (platform: string) => `Request it from ${platform}`,
  reads: (files: string) => `Read: ${files}. Nothing else in it is opened.`,
} as const;

/** The result of an import. */
export function importedInWords({ state, added, known, published, source }: ArchiveImported): string {
  const here = known + published;
  const sum = `Added ${posts(added)} of ${source}${here > 0 ? `; ${counted(here, 'was', 'were')} here already` : ''}.`;
  return state === 'cancelled' ? `Cancelled. ${sum} Import it again to add the rest.` : sum;
}

export const SKIP_NAMES = Object.keys(SKIPS) as Skip[];
