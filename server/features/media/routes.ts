import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MEDIA_TYPES } from '../../../shared/posts/media-bucket.ts';
import {
  MEDIA_COPIES_PATH,
  MEDIA_PATH,
  MEDIA_REMOVE_PATH,
  MEDIA_RESTORE_PATH,
  mediaAddQuerySchema,
  mediaBytesPath,
  mediaCopyAnswerSchema,
  mediaCopySchema,
  mediaFilePath,
  mediaFileSchema,
  mediaListQuerySchema,
  mediaListSchema,
  mediaNamesSchema,
  mediaRemovedSchema,
} from '../../../shared/posts/media-library.ts';
import { AppError } from '../../errors.ts';
import { STORED_FILE_POLICY } from '../../http/security-headers.ts';
import type { Routes, ZodTypes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { addFile, copySmaller, type FileWork } from './library.ts';
import { NEEDS_SECRET_KEY } from './messages.ts';
import { type LibraryStore, libraryStore } from './store.ts';

type MediaDeps = { clientFor: (request: FastifyRequest) => Client | null; files: FileWork };

/**
 * The Media Library for the terminal and other tools. POST /api/media?name=&tag=&alt= adds the bytes of its body
 * (application/octet-stream), GET /api/media?search=&tag=&limit= lists files, newest first, GET /api/media/:file
 * describes one, …/bytes answers its bytes, POST /api/media/remove deletes files and /restore brings them back, and
 * POST /api/media/copies makes a picture smaller for platforms.
 */
export function mediaRoutes({ files, clientFor }: MediaDeps): Routes {
  const storeFor = (request: FastifyRequest): LibraryStore => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return libraryStore(client);
  };
  const findAll = async (store: LibraryStore, names: readonly string[], among: 'kept' | 'deleted') => {
    const paths: string[] = [];
    for (const name of names) paths.push(await store.find(name, among));
    return [...new Set(paths)];
  };

  const params = z.object({ file: z.string().min(1) });
  const path = (pathOf: (file: string) => string) => pathOf(':file').replace(encodeURIComponent(':file'), ':file');

  return (api) => {
    // A separate context: no other route accepts uncounted bytes.
    void api.register(async (own) => {
      own.removeContentTypeParser('application/json');
      own.addContentTypeParser('application/octet-stream', (_request, bytes, done) => done(null, bytes));
      own
        .withTypeProvider<ZodTypes>()
        .post(
          MEDIA_PATH,
          { schema: { querystring: mediaAddQuerySchema, response: { 200: mediaFileSchema } } },
          (request) => {
            // Without a body nothing was parsed.
            const bytes = (request.body as Readable | undefined) ?? Readable.from([]);
            return addFile(storeFor(request), files, { ...request.query, bytes });
          },
        );
    });

    api.get(
      MEDIA_PATH,
      { schema: { querystring: mediaListQuerySchema, response: { 200: mediaListSchema } } },
      (request) => storeFor(request).list({ tag: undefined, ...request.query }),
    );

    api.get(path(mediaFilePath), { schema: { params, response: { 200: mediaFileSchema } } }, async (request) => {
      const store = storeFor(request);
      return store.read(await store.find(request.params.file, 'kept'));
    });

    api.get(path(mediaBytesPath), { schema: { params } }, async (request, reply) => {
      const store = storeFor(request);
      const found = await store.find(request.params.file, 'kept');
      const { mime_type: type } = await store.read(found);
      return (
        reply
          .headers({ 'content-security-policy': STORED_FILE_POLICY, 'content-disposition': 'attachment' })
          // Other programs may have stored any type, even one invalid in a header.
          .type(type !== null && Object.hasOwn(MEDIA_TYPES, type) ? type : 'application/octet-stream')
          .send(await store.open(found))
      );
    });

    api.post(
      MEDIA_REMOVE_PATH,
      { schema: { body: mediaNamesSchema, response: { 200: mediaRemovedSchema } } },
      async (request) => {
        const store = storeFor(request);
        // All or nothing: an unknown or ambiguous name removes no file.
        const paths = await findAll(store, request.body.files, 'kept');
        const uses = await store.countUses(paths);
        const removed = await store.move('delete_media', paths);
        return Promise.all(removed.map(async (path) => ({ ...(await store.read(path)), uses: uses.get(path) ?? 0 })));
      },
    );

    api.post(
      MEDIA_RESTORE_PATH,
      { schema: { body: mediaNamesSchema, response: { 200: mediaListSchema } } },
      async (request) => {
        const store = storeFor(request);
        const restored = await store.move('restore_media', await findAll(store, request.body.files, 'deleted'));
        return Promise.all(restored.map((path) => store.read(path)));
      },
    );

    api.post(
      MEDIA_COPIES_PATH,
      { schema: { body: mediaCopySchema, response: { 200: mediaCopyAnswerSchema } } },
      (request) => copySmaller(storeFor(request), files, request.body),
    );
  };
}
