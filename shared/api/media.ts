import { z } from 'zod';
import {
  mediaAddQuerySchema,
  mediaCopyAnswerSchema,
  mediaCopySchema,
  mediaFileSchema,
  mediaListQuerySchema,
  mediaListSchema,
  mediaNamesSchema,
  mediaRemovedSchema,
} from '../posts/media-library.ts';
import type { Operations } from './operation.ts';

const params = z.object({ file: z.string().min(1) });

export const mediaApi = {
  listMedia: {
    route: 'GET /api/media',
    summary: 'List files, newest first',
    query: mediaListQuerySchema,
    answer: mediaListSchema,
  },
  getMedia: {
    route: 'GET /api/media/:file',
    summary: 'Read a file of the library, by its path or name',
    params,
    answer: mediaFileSchema,
    errors: [404, 409],
  },
  getMediaBytes: {
    route: 'GET /api/media/:file/bytes',
    summary: 'Download a file of the library, by its path or name',
    params,
    file: 'application/octet-stream',
    errors: [404, 409],
  },
  removeMedia: {
    route: 'POST /api/media/remove',
    summary: 'Delete files',
    description: 'All or none. `uses` says how many posts and projects keep a file. They can be restored within a day.',
    body: mediaNamesSchema,
    answer: mediaRemovedSchema,
    errors: [404, 409],
  },
  restoreMedia: {
    route: 'POST /api/media/restore',
    summary: 'Restore deleted files',
    body: mediaNamesSchema,
    answer: mediaListSchema,
    errors: [404, 409],
  },
  copyMediaSmaller: {
    route: 'POST /api/media/copies',
    summary: 'Make a copy of a picture that platforms accept',
    body: mediaCopySchema,
    answer: mediaCopyAnswerSchema,
    errors: [404, 409],
  },
} as const satisfies Operations;

export const mediaUploadApi = {
  addMedia: {
    route: 'POST /api/media',
    summary: 'Upload a picture or a video',
    description: 'The body is the bytes of the file, at most 200 MB. `name` is its name with its ending.',
    query: mediaAddQuerySchema,
    upload: 'application/octet-stream',
    answer: mediaFileSchema,
  },
} as const satisfies Operations;
