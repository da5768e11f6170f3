import { isAbsolute } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { archiveApi, archiveUploadApi } from '../../../shared/api/archives.ts';
import {
  ARCHIVE_EVENTS,
  type ArchiveProgress,
  archiveImportedSchema,
  type archiveImportSchema,
} from '../../../shared/archives/archives.ts';
import { AppError } from '../../errors.ts';
import { withUploads } from '../../http/byte-routes.ts';
import { answerWithEvents, wantsEventStream } from '../../http/event-stream.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Client } from '../../supabase/connection.ts';
import { importArchive } from './import-archive.ts';
import { NEEDS_SECRET_KEY, notAbsolute, UNDER_WAY } from './messages.ts';
import { type ArchiveStore, archiveStore } from './store.ts';
import { archiveUploads } from './uploads.ts';

type ArchiveRoutesDeps = { clientFor(request: FastifyRequest): Client | null; dataDir: string };

/** Routes for the archives of platforms. An import continues if the client disconnects, and ends with the agent. */
export function archiveRoutes({ clientFor, dataDir }: ArchiveRoutesDeps): Routes {
  const uploads = archiveUploads(dataDir);
  let underWay: AbortController | null = null;

  const storeFor = (request: FastifyRequest): ArchiveStore => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return archiveStore(client);
  };
  const alone = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    if (underWay) throw new AppError('conflict', UNDER_WAY);
    underWay = new AbortController();
    try {
      return await work(underWay.signal);
    } finally {
      underWay = null;
    }
  };
  const importOne = (
    request: FastifyRequest,
    { file, upload, ...how }: z.output<typeof archiveImportSchema>,
    onProgress: (progress: ArchiveProgress) => void,
  ) =>
    alone(async (cancelled) => {
      if (file !== undefined && !isAbsolute(file)) throw notAbsolute(file);
      const store = storeFor(request);
      const signal = AbortSignal.any([cancelled, request.server.stopping]);
      const path = file ?? (await uploads.fileOf(upload ?? ''));
      const imported = await importArchive({ ...how, file: path, store, onProgress, signal });
      // Kept after a failure, to retry with another platform or account, and after a dry run, which an import follows.
      if (upload !== undefined && !how.dryRun && imported.state === 'done') await uploads.clear();
      return imported;
    });

  const uploadRoutes = routesOf(archiveUploadApi, {
    uploadArchive: async (request) => {
      // A request without a body leaves it undefined.
      const bytes = (request.body as Readable | undefined) ?? Readable.from([]);
      if (underWay) throw new AppError('conflict', UNDER_WAY);
      return { upload: await uploads.add(bytes, Number(request.headers['content-length'])) };
    },
  });
  const routes = routesOf(archiveApi, {
    listArchives: (request) => storeFor(request).list(),
    importArchive: async (request, reply) => {
      const { body } = request;
      if (!wantsEventStream(request)) return importOne(request, body, () => undefined);
      return answerWithEvents(request, reply, async (send) => {
        const imported = await importOne(request, body, (progress) => send(ARCHIVE_EVENTS.progress, progress));
        send(ARCHIVE_EVENTS.result, archiveImportedSchema.parse(imported));
      });
    },
    cancelArchiveImport: async () => underWay?.abort(),
    removeArchive: async (request) => ({ posts: await storeFor(request).remove(request.body.source) }),
  });
  return withUploads(uploadRoutes, routes);
}
