import { formatSize } from '@/lib/format.ts';
import type { UploadFailure } from '@/lib/upload.ts';

/** Every word of the Media Library (§2). */

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
  options: { all: 'All', pictures: 'Pictures', videos: 'Videos', unused: 'Not used' },
  empty: { pictures: 'No pictures yet', videos: 'No videos yet', unused: 'Every file is in use' },
  showAll: 'Show all files',
} as const;

export const viewerMessages = {
  description: 'The file, its details and where it is used',
  previous: 'Previous file',
  next: 'Next file',
  size: 'Size',
  unknownSize: 'Unknown',
  added: 'Added',
  dimensions: 'Dimensions',
  storedAs: 'Stored as',
  usedIn: 'Used in',
  checking: 'Checking where it is used...',
  usageFailed: 'Could not check where it is used.',
  notUsed: 'Not used',
  noCaption: 'Post without a caption',
  deletedPost: (post: string) => `In Recently deleted: ${post}`,
  openScheduler: (title: string) => `Open the Scheduler: ${title}`,
  projectVideo: (niche: string) => `Video of the project “${niche}”`,
  running: (niche: string) => `New posts for “${niche}”, in progress`,
  download: 'Download',
  delete: 'Delete',
} as const;

export const deleteMessages = {
  title: { picture: 'Delete this picture?', video: 'Delete this video?', file: 'Delete this file?' },
  unused: 'Nothing uses this file. Deleting it cannot be undone.',
  used: 'This file is in use. Posts keep their text but lose the file. Deleting it cannot be undone.',
  usedBy: 'Used by',
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  unknown: 'Could not check where this file is used, so posts may lose it. Deleting it cannot be undone.',
  keep: 'Keep it',
  confirm: 'Delete',
  confirmUsed: 'Delete anyway',
  busy: 'Deleting...',
} as const;

export const mediaToasts = {
  deleted: { title: 'File deleted', description: 'It has been removed from your media library.' },
  alreadyDeleted: { title: 'Already deleted', description: 'Someone else has already deleted this file.' },
  deleteFailed: (reason: string) => ({
    title: 'The file could not be deleted',
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

/** Why a file is refused before any of it is sent, and what to do about it. */
export const fileProblems = {
  wrongType: 'Not an MP4 video or a PNG, JPEG or WebP picture. Convert it first.',
  tooLarge: (bytes: number) => `${formatSize(bytes)}; the limit is 200 MB. Shorten or compress it first.`,
  empty: 'Empty (0 bytes). Choose another file.',
} as const;

/** Why a file is not stored, and what to do about it. */
export function uploadProblem(failure: UploadFailure): string {
  switch (failure.kind) {
    case 'interrupted':
      return 'The upload was interrupted. Check the connection, then try again.';
    case 'too-large':
      return 'The server rejected the file as too large. Shorten or compress it, then upload it again.';
    case 'signed-out':
      return 'Your session has ended. Sign in again, then try again.';
    case 'refused':
      return failure.message ?? `The file could not be saved (${failure.status}). Try again.`;
  }
}
