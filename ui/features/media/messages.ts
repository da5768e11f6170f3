import type { UploadFailure } from '@/domain/media/upload.ts';
import { formatSize } from '@/lib/format.ts';

const files = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`);

export const mediaMessages = {
  title: 'Media Library',
  subtitle: 'Your pictures and videos: MP4, PNG, JPEG and WebP, up to 200 MB each.',
  upload: 'Upload files',
  drop: 'Drop files to upload',
  dropHint: 'MP4, PNG, JPEG or WebP, up to 200 MB each',
  loading: 'Loading media...',
  loadFailed: 'Could not load media',
  moreFailed: 'Could not load more files.',
  empty: { title: 'No media assets yet', description: 'Create content to populate your media library' },
  createContent: 'Create Content',
  list: 'Files',
  showMore: 'Show more',
  loadingMore: 'Loading more...',
  unavailable: 'This file cannot be shown',
  gone: 'This file is no longer there',
} as const;

export const filterMessages = {
  label: 'Show',
  options: { all: 'All', pictures: 'Pictures', videos: 'Videos', unused: 'Not used', deleted: 'Recently deleted' },
  empty: {
    pictures: 'No pictures yet',
    videos: 'No videos yet',
    unused: 'Every file is in use',
    deleted: 'No deleted files',
  },
  nothingFound: { title: 'No matching files', description: 'Try other words or another tag.' },
  showAll: 'Show all files',
} as const;

export const viewerMessages = {
  description: 'The file, its details and where it is used',
  previous: 'Previous file',
  next: 'Next file',
  type: 'Type',
  unknownSize: 'Unknown',
  added: 'Added',
  dimensions: 'Dimensions',
  duration: 'Duration',
  storedAs: 'Stored as',
  usedIn: 'Used in',
  checking: 'Checking where it is used...',
  notUsed: 'Not used',
  noCaption: 'Post without a caption',
  deletedPost: (post: string) => `In the Bin of the Scheduler: ${post}`,
  series: (post: string) => `Repeats: ${post}`,
  openPost: (title: string) => `Open the post: ${title}`,
  openProject: (title: string) => `Open the project: ${title}`,
  projectVideo: (niche: string) => `Video of the project “${niche}”`,
  running: (niche: string) => `New posts for “${niche}”, in progress`,
  download: 'Download',
  delete: 'Delete',
  restore: 'Restore',
} as const;

export const searchMessages = {
  label: 'Search files',
  placeholder: 'Search names, tags and alt text',
  clear: 'Clear search',
  tag: 'Tag',
  anyTag: 'Any tag',
  sort: 'Sort',
  sorts: { newest: 'Newest first', oldest: 'Oldest first', largest: 'Largest first', smallest: 'Smallest first' },
} as const;

export const detailMessages = {
  label: 'Details',
  name: 'Name',
  noName: 'Enter a name.',
  tags: 'Tags',
  tagsHint: 'Separate tags with commas.',
  badTags: 'Up to 30 tags of 40 characters each.',
  alt: 'Alt text',
  altHint: {
    picture: 'Describes the picture to people who cannot see it. New posts with this picture use it.',
    video: 'Describes the video to people who cannot see it. New posts with this video use it.',
    file: 'Describes the file to people who cannot see it. New posts with this file use it.',
  },
  saving: 'Saving...',
  saved: 'Saved',
} as const;

export const selectionMessages = {
  label: 'Selected files',
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => `${count.toLocaleString('en')} selected`,
  all: 'Select all shown',
  tag: 'Edit tags',
  delete: 'Delete',
  restore: 'Restore',
  clear: 'Clear selection',
} as const;

export const tagMessages = {
  title: (count: number) => `Edit the tags of ${files(count)}`,
  description: 'Other tags stay as they are.',
  add: 'Add tags',
  suggestions: 'Tags in use',
  remove: 'Remove tags',
  cancel: 'Cancel',
  save: 'Save tags',
  saving: 'Saving...',
} as const;

export const binMessages = {
  goneIn: (hours: number) => `Deleted permanently in ${hours} ${hours === 1 ? 'hour' : 'hours'}`,
  goneSoon: 'Deleted permanently within the hour',
  keptWhileUsed: 'Kept while it is in use',
} as const;

export const deleteMessages = {
  title: { picture: 'Delete this picture?', video: 'Delete this video?', file: 'Delete this file?' },
  several: (count: number) => `Delete ${files(count)}?`,
  unused: (count: number) =>
    count === 1
      ? 'Nothing uses this file. You can restore it for 24 hours.'
      : 'Nothing uses these files. You can restore them for 24 hours.',
  used: (count: number) =>
    count === 1
      ? 'This file is in use. It leaves the library; posts and projects keep it. You can restore it for 24 hours.'
      : 'Some of these files are in use. They leave the library; posts and projects keep them. You can restore them for 24 hours.',
  usedBy: 'Used by',
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  unknown: 'Could not check what uses this. Posts and projects keep their files, and you can restore it for 24 hours.',
  keep: (count: number) => (count === 1 ? 'Keep it' : 'Keep them'),
  confirm: 'Delete',
  busy: 'Deleting...',
} as const;

export const mediaToasts = {
  deleted: (count: number, undo: () => void) => ({
    title: count === 1 ? 'File deleted' : `${files(count)} deleted`,
    description: 'In Recently deleted for 24 hours.',
    action: { label: 'Undo', onClick: undo },
  }),
  alreadyDeleted: (count: number) => ({
    title: 'Already deleted',
    description:
      count === 1 ? 'Someone else has already deleted this file.' : 'Someone else has already deleted these files.',
  }),
  restored: (count: number) => ({
    title: count === 1 ? 'File restored' : `${files(count)} restored`,
    description: 'Back in your media library.',
  }),
  gone: (count: number) => ({
    title: 'Nothing restored',
    description:
      count === 1
        ? 'This file was permanently deleted, or restored elsewhere.'
        : 'These files were permanently deleted, or restored elsewhere.',
    variant: 'destructive' as const,
  }),
  restoreFailed: (reason: string) => ({
    title: 'Nothing restored',
    description: reason,
    variant: 'destructive' as const,
  }),
  tagged: (count: number) => ({ title: 'Tags saved', description: `Changed the tags of ${files(count)}.` }),
  saveFailed: (reason: string) => ({ title: 'Not saved', description: reason, variant: 'destructive' as const }),
  deleteFailed: (count: number, reason: string) => ({
    title: count === 1 ? 'The file could not be deleted' : 'The files could not be deleted',
    description: reason,
    variant: 'destructive' as const,
  }),
  uploaded: (count: number) => ({
    title: count === 1 ? 'File uploaded' : `${files(count)} uploaded`,
    description: 'Now in your media library.',
  }),
  notAllUploaded: (stored: number, failed: number) => ({
    title: `${files(failed)} not uploaded`,
    description:
      stored === 0
        ? 'See the Media Library for details.'
        : `${files(stored)} uploaded. See the Media Library for details.`,
    variant: 'destructive' as const,
  }),
} as const;

export const uploadMessages = {
  title: (open: number) => (open === 0 ? 'Not uploaded' : `Uploading ${files(open)}`),
  goesOn: 'Uploads continue while you use other screens in this window.',
  waiting: 'Waiting',
  sent: (sent: number, total: number) => `${formatSize(sent)} of ${formatSize(total)}`,
  storing: 'Storing...',
  progress: (name: string) => `Uploading ${name}`,
  cancel: (name: string) => `Cancel the upload of ${name}`,
  cancelAll: 'Cancel all',
  retry: (name: string) => `Retry uploading ${name}`,
  tryAgain: 'Try again',
  dismiss: (name: string) => `Remove ${name} from this list`,
  dismissAll: 'Clear list',
} as const;

/** Why a file is rejected before the upload, with the remedy. */
export const fileProblems = {
  wrongType: 'Not an MP4 video or a PNG, JPEG or WebP picture. Convert it first.',
  tooLarge: (bytes: number) => `${formatSize(bytes)}; the limit is 200 MB. Shorten or compress it first.`,
  empty: 'Empty (0 bytes). Choose another file.',
  notMedia: 'Not a picture or video, although its name says so. Choose another file.',
  damaged: 'This picture is damaged. Choose another file.',
} as const;

/** Why an upload failed, with the remedy. */
export function uploadProblem(failure: UploadFailure): string {
  switch (failure.kind) {
    case 'interrupted':
      return 'The upload was interrupted. Check the connection, then try again.';
    case 'too-large':
      return 'The server rejected the file as too large. Shorten or compress it, then upload it again.';
    case 'signed-out':
      return 'Your session has ended. Sign in again, then try again.';
    case 'not-media':
      return fileProblems.notMedia;
    case 'damaged':
      return fileProblems.damaged;
    case 'refused':
      return failure.message ?? `The file could not be saved (${failure.status}). Try again.`;
  }
}
