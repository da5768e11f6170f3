import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Temporal } from 'temporal-polyfill';
import { browserHost } from './browser/account-launch.ts';
import { addFile, type FileWork } from './features/media/library.ts';
import { libraryStore } from './features/media/store.ts';
import { findPost } from './features/posts/find-post.ts';
import { videosJob } from './features/video/job.ts';
import type { VideoDeps } from './features/video/make-video.ts';
import { videoRoutes } from './features/video/routes.ts';
import { createVideos } from './features/video/service.ts';
import type { Routes } from './http/zod-compiler.ts';
import type { AutomationJob } from './jobs/job.ts';
import type { Client } from './supabase/connection.ts';

type Options = Pick<VideoDeps, 'makeFilm' | 'dataDir'> & {
  files: FileWork;
  clientFor(request: FastifyRequest): Client | null;
  log: Logger;
  now: (() => Temporal.Instant) | undefined;
};

export type OpenVideos = {
  routes: Routes;
  job(admin: Client): AutomationJob;
  close(): Promise<void>;
};

/** Assembles what makes videos of posts and keeps them in the Media Library. */
export function openVideos({ makeFilm, dataDir, files, clientFor, log, now }: Options): OpenVideos {
  const videos = createVideos({
    makeFilm,
    library(client) {
      const store = libraryStore(client);
      return { add: (file) => addFile(store, files, file), discard: store.discard };
    },
    dataDir,
    host: browserHost(),
    log,
  });
  return {
    routes: videoRoutes({ videos, clientFor, findPost }),
    job: (admin) => videosJob(admin, videos, now),
    close: videos.close,
  };
}
