import type { OperationGroup } from '../../openapi/operation.ts';

export const mediaOperations: OperationGroup = {
  tag: 'Media',
  about: 'Pictures and videos of the Media Library.',
  operations: {
    'GET /api/media': { id: 'listMedia', summary: 'List files, newest first' },
    'POST /api/media': {
      id: 'addMedia',
      summary: 'Upload a picture or a video',
      description: 'The body is the bytes of the file, at most 200 MB. `name` is its name with its ending.',
      upload: 'application/octet-stream',
    },
    'GET /api/media/:file': {
      id: 'getMedia',
      summary: 'Read a file of the library, by its path or name',
      errors: [404, 409],
    },
    'GET /api/media/:file/bytes': {
      id: 'getMediaBytes',
      summary: 'Download a file of the library, by its path or name',
      file: 'application/octet-stream',
      errors: [404, 409],
    },
    'POST /api/media/remove': {
      id: 'removeMedia',
      summary: 'Delete files',
      description:
        'All or none. `uses` says how many posts and projects keep a file. They can be restored within a day.',
      errors: [404, 409],
    },
    'POST /api/media/restore': { id: 'restoreMedia', summary: 'Restore deleted files', errors: [404, 409] },
    'POST /api/media/copies': {
      id: 'copyMediaSmaller',
      summary: 'Make a copy of a picture that platforms take',
      errors: [404, 409],
    },
  },
};
