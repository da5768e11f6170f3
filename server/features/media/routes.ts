import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { mediaApi, mediaUploadApi } from '../../../shared/api/media.ts';
import { MEDIA_TYPES } from '../../../shared/posts/media-bucket.ts';
import { AppError } from '../../errors.ts';
import { withUploads } from '../../http/byte-routes.ts';
import { routesOf } from '../../http/operations.ts';
import { STORED_FILE_POLICY } from '../../http/security-headers.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { addFile, copySmaller, type FileWork } from './library.ts';
import { NEEDS_SECRET_KEY } from './messages.ts';
import { type LibraryStore, libraryStore } from './store.ts';

type MediaDeps = { clientFor: (request: FastifyRequest) => Client | null; files: FileWork };

/** Routes of the Media Library, for the CLI and other tools. */
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

  const uploadRoutes = routesOf(mediaUploadApi, {
    addMedia: (request) => {
      // A request without a body leaves it undefined.
      const bytes = (request.body as Readable | undefined) ?? Readable.from([]);
      return addFile(storeFor(request), files, { ...request.query, bytes });
    },
  });
  const libraryRoutes = routesOf(mediaApi, {
    listMedia: (request) => storeFor(request).list({ tag: undefined, ...request.query }),
    getMedia: async (request) => {
      const store = storeFor(request);
      return store.read(await store.find(request.params.file, 'kept'));
    },
    getMediaBytes: async (request, reply) => {
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
    },
    removeMedia: async (request) => {
      const store = storeFor(request);
      // All or nothing: if one name is missing or ambiguous, no file is removed.
      const paths = await findAll(store, request.body.files, 'kept');
      const uses = await store.countUses(paths);
      const removed = await store.move('delete_media', paths);
      return Promise.all(removed.map(async (path) => ({ ...(await store.read(path)), uses: uses.get(path) ?? 0 })));
    },
    restoreMedia: async (request) => {
      const store = storeFor(request);
      const restored = await store.move('restore_media', await findAll(store, request.body.files, 'deleted'));
      return Promise.all(restored.map((path) => store.read(path)));
    },
    copyMediaSmaller: (request) => copySmaller(storeFor(request), files, request.body),
  });
  return withUploads(uploadRoutes, libraryRoutes);
}
