import { z } from 'zod';
import {
  ARCHIVE_EVENTS,
  archiveImportedSchema,
  archiveImportSchema,
  archiveProgressSchema,
  archiveRemovedSchema,
  archiveSourceNameSchema,
  archiveSourceSchema,
  archiveUploadSchema,
} from '../archives/archives.ts';
import type { Operations } from './operation.ts';

export const archiveApi = {
  listArchives: {
    route: 'GET /api/archives',
    summary: 'List the archives that were imported',
    answer: z.array(archiveSourceSchema),
  },
  importArchive: {
    route: 'POST /api/archives/import',
    summary: 'Import the posts of an archive',
    description:
      'The archive that Instagram, Threads, Facebook, TikTok, YouTube (Takeout), X, LinkedIn, Mastodon or Bluesky provides: a `file` on the machine of the agent, or an `upload`. Only its lists of posts are opened, never messages. Posts that already exist are not added again. One at a time: 409 during another.',
    access: 'owner',
    body: archiveImportSchema,
    answer: archiveImportedSchema,
    errors: [404, 409],
    events: { [ARCHIVE_EVENTS.progress]: archiveProgressSchema, [ARCHIVE_EVENTS.result]: archiveImportedSchema },
  },
  cancelArchiveImport: {
    route: 'POST /api/archives/cancel',
    summary: 'Cancel the import of an archive',
    description: 'Posts imported so far are kept. Does nothing if no import is in progress.',
    access: 'owner',
  },
  removeArchive: {
    route: 'POST /api/archives/remove',
    summary: 'Remove the posts of an archive',
    description: 'Those of the `source`, as the list names it. Nothing changes on the platform.',
    access: 'owner',
    body: archiveSourceNameSchema,
    answer: archiveRemovedSchema,
    errors: [404],
  },
} as const satisfies Operations;

export const archiveUploadApi = {
  uploadArchive: {
    route: 'POST /api/archives/uploads',
    summary: 'Upload an archive, to import it',
    description: 'The body is the file. It replaces an earlier upload, and is removed after its import.',
    access: 'owner',
    upload: 'application/octet-stream',
    answer: archiveUploadSchema,
    status: 201,
  },
} as const satisfies Operations;
