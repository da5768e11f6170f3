import { formatSize } from '@/lib/file-size.ts';
import type { UploadFailure } from '@/lib/upload.ts';

/** Every word of the Media Library (§2). */

const files = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`);

export const mediaMessages = {
  title: 'Media Library',
  subtitle: 'Pictures and videos of your content: MP4, PNG, JPEG and WebP, up to 200 MB each.',
  upload: 'Upload files',
  drop: 'Drop the files to upload them',
  dropHint: 'MP4, PNG, JPEG or WebP, up to 200 MB each',
  loading: 'Loading media...',
  loadFailed: 'The media could not be loaded',
  moreFailed: 'More files could not be loaded.',
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
  checking: 'Looking where it is used...',
  usageFailed: 'Where it is used could not be loaded.',
  notUsed: 'Not used',
  noCaption: 'Post without a caption',
  deletedPost: (post: string) => `In Recently deleted: ${post}`,
  openScheduler: (title: string) => `Open the Scheduler: ${title}`,
  projectVideo: (niche: string) => `Video of the project “${niche}”`,
  running: (niche: string) => `New posts for “${niche}”, being made now`,
  download: 'Download',
  delete: 'Delete',
} as const;

export const deleteMessages = {
  title: { picture: 'Delete this picture?', video: 'Delete this video?', file: 'Delete this file?' },
  unused: 'Nothing uses it. It cannot be brought back once it is deleted.',
  used: 'It is still used. Posts keep their words but lose this file, and it cannot be brought back.',
  usedBy: 'Used by',
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  unknown: 'Where it is used could not be checked, so posts may lose it. It cannot be brought back once it is deleted.',
  keep: 'Keep it',
  confirm: 'Delete',
  confirmUsed: 'Delete anyway',
  busy: 'Deleting...',
} as const;

export const mediaToasts = {
  deleted: { title: 'File deleted', description: 'It has been removed from your media library.' },
  alreadyDeleted: { title: 'Already deleted', description: 'Somebody else has deleted this file meanwhile.' },
  deleteFailed: (reason: string) => ({
    title: 'The file could not be deleted',
    description: reason,
    variant: 'destructive' as const,
  }),
  uploaded: (count: number) => ({
    title: count === 1 ? 'File uploaded' : `${files(count)} uploaded`,
    description: 'In your media library now.',
  }),
  notAllUploaded: (stored: number, failed: number) => ({
    title: `${files(failed)} not uploaded`,
    description:
      stored === 0 ? 'The Media Library says why.' : `${files(stored)} uploaded. The Media Library says more.`,
    variant: 'destructive' as const,
  }),
} as const;

export const uploadMessages = {
  title: (open: number) => (open === 0 ? 'Not uploaded' : `Uploading ${files(open)}`),
  goesOn: 'Uploads go on while you work on other screens of this window.',
  waiting: 'Waiting',
  sent: (sent: number, total: number) => `${formatSize(sent)} of ${formatSize(total)}`,
  storing: 'Storing...',
  progress: (name: string) => `Upload of ${name}`,
  cancel: (name: string) => `Cancel the upload of ${name}`,
  cancelAll: 'Cancel all',
  retry: (name: string) => `Try to upload ${name} again`,
  tryAgain: 'Try again',
  dismiss: (name: string) => `Remove ${name} from this list`,
  dismissAll: 'Clear list',
} as const;

/** Why a file is refused before any of it is sent, and what to do about it. */
export const fileProblems = {
  wrongType: 'Not an MP4 video or a PNG, JPEG or WebP picture. Convert it first.',
  tooLarge: (bytes: number) => `${formatSize(bytes)}; a file may have at most 200 MB. Shorten or compress it first.`,
  empty: 'Empty (0 bytes). Choose another file.',
} as const;

/** Why a file is not stored, and what to do about it. */
export function uploadProblem(failure: UploadFailure): string {
  switch (failure.kind) {
    case 'interrupted':
      return 'The upload broke off. Check the connection, then try again.';
    case 'too-large':
      return 'The server refused the file as too large. Shorten or compress it, then upload it again.';
    case 'signed-out':
      return 'Your session has ended. Sign in again, then try again.';
    case 'refused':
      return failure.message ?? `The file could not be stored (${failure.status}). Try again.`;
  }
}
