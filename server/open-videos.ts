import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Temporal } from 'temporal-polyfill';
import { browserHost } from './browser/account-launch.ts';
import { AppError } from './errors.ts';
import { addFile, type FileWork } from './features/media/library.ts';
import { libraryStore } from './features/media/store.ts';
import { findPost } from './features/posts/find-post.ts';
import { openStored } from './features/publishing/stored-media.ts';
import { videosJob } from './features/video/job.ts';
import type { VideoDeps } from './features/video/make-video.ts';
import { badMusic, noSuchMusic } from './features/video/messages.ts';
import { videoRoutes } from './features/video/routes.ts';
import { createVideos } from './features/video/service.ts';
import type { Routes } from './http/zod-compiler.ts';
import type { AutomationJob } from './jobs/job.ts';
import { openSpeakers } from './speech/voices.ts';
import type { Client, SupabaseConnection } from './supabase/connection.ts';
import { scriptEnvironment } from './system/environment.ts';

type Options = Pick<VideoDeps, 'makeFilm' | 'dataDir'> & {
  /** The AI provider's account that can speak. */
  voiceAccount: Parameters<typeof openSpeakers>[0]['account'];
  fetch: SupabaseConnection['fetch'];
  files: FileWork;
  clientFor(request: FastifyRequest): Client | null;
  log: Logger;
  now(): Temporal.Instant;
};

export type OpenVideos = {
  routes: Routes;
  job(admin: Client): AutomationJob;
  close(): Promise<void>;
};

/** Assembles the feature that makes videos from posts and stores them in the Media Library. */
export function openVideos({
  makeFilm,
  voiceAccount,
  fetch,
  dataDir,
  files,
  clientFor,
  log,
  now,
}: Options): OpenVideos {
  const speakers = openSpeakers({
    machine: () => ({ platform: process.platform, env: scriptEnvironment() }),
    account: voiceAccount,
  });
  const videos = createVideos({
    makeFilm,
    speakers,
    library(client) {
      const store = libraryStore(client);
      return { add: (file) => addFile(store, files, file), discard: store.discard };
    },
    async openMusic(client, path) {
      const file = await openStored(client, fetch, path).catch((cause: unknown) => {
        throw new AppError('bad_input', noSuchMusic(path), { cause });
      });
      if (!/^(audio|video)\//.test(file.mimeType)) throw new AppError('bad_input', badMusic(path));
      return file;
    },
    dataDir,
    host: browserHost(),
    log,
  });
  return {
    routes: videoRoutes({ videos, speakers, clientFor, findPost }),
    job: (admin) => videosJob(admin, videos, now),
    close: videos.close,
  };
}
