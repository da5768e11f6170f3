import type { FastifyRequest } from 'fastify';
import { videoApi } from '../../../shared/api/video.ts';
import { VIDEO_EVENTS } from '../../../shared/video/making.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import { answerWithEvents, connectionLost, wantsEventStream } from '../../http/event-stream.ts';
import { routesOf } from '../../http/operations.ts';
import type { Routes } from '../../http/zod-compiler.ts';
import type { Speakers } from '../../speech/voices.ts';
import type { Client } from '../../supabase/connection.ts';
import { NEEDS_SECRET_KEY } from './messages.ts';
import type { Videos } from './service.ts';

type VideoRoutesDeps = {
  videos: Videos;
  speakers: Speakers;
  clientFor(request: FastifyRequest): Client | null;
  /** Finds a post by its id or the beginning of it. AppError not_found or conflict. */
  findPost(client: Client, id: string): Promise<{ content: GeneratedContentRow }>;
};

/**
 * The routes for videos of posts, for screens, commands and other tools. A video is completed even if the client
 * disconnects.
 */
export function videoRoutes({ videos, speakers, clientFor, findPost }: VideoRoutesDeps): Routes {
  const find = async (request: FastifyRequest & { params: { id: string } }) => {
    const client = clientFor(request);
    if (!client) throw new AppError('unavailable', NEEDS_SECRET_KEY);
    return { client, content: (await findPost(client, request.params.id)).content };
  };
  return routesOf(videoApi, {
    listVoices: () => speakers.list(),
    planVideo: async (request, reply) => {
      const { client, content } = await find(request);
      return videos.plan(content, { client, request: request.body, signal: connectionLost(reply) });
    },
    makeVideo: async (request, reply) => {
      const { client, content } = await find(request);
      const make = (report: Parameters<Videos['make']>[1]['report']) =>
        videos.make(content, { client, request: request.body, report });
      if (!wantsEventStream(request)) return make(() => undefined);
      return answerWithEvents(request, reply, async (send) => {
        send(VIDEO_EVENTS.result, await make((progress) => send(VIDEO_EVENTS.progress, progress)));
      });
    },
    getVideo: async (request) => videos.look((await find(request)).content.id),
    cancelVideo: async (request) => {
      const { content } = await find(request);
      await videos.cancel(content.id);
    },
  });
}
