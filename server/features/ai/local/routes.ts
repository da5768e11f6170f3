import { LOCAL_AI_EVENTS } from '../../../../shared/ai/local-ai.ts';
import { localAiApi } from '../../../../shared/api/ai.ts';
import { AppError } from '../../../errors.ts';
import { answerWithEvents, clientGone, type SendEvent, wantsEventStream } from '../../../http/event-stream.ts';
import { routesOf } from '../../../http/operations.ts';
import type { Routes } from '../../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../../supabase/connection.ts';
import { IN_THE_FUNCTION } from '../messages.ts';
import type { LocalAi } from './feature.ts';
import type { Installs } from './installs.ts';

type LocalAiRoutesDeps = { mode: SupabaseConnection['mode']; local: LocalAi };

/**
 * The routes for models on this machine. They answer 409 in hosted mode, where posts are not written on this machine,
 * and while something is being installed.
 */
export function localAiRoutes({ mode, local }: LocalAiRoutesDeps): Routes {
  const { installs } = local;
  return routesOf(localAiApi, {
    getLocalAi: () => local.describe(),
    removeLocalAi: async () => {
      await local.removeAll();
      return local.describe();
    },
    removeLocalModel: async ({ params }) => {
      await local.remove(params.model);
      return local.describe();
    },
    installLocalModel: async ({ body }) => {
      if (mode === 'hosted') throw new AppError('conflict', IN_THE_FUNCTION);
      return (await installs.start(body)).install;
    },
    getLocalInstall: (request, reply) => {
      if (!wantsEventStream(request)) return { install: installs.current() };
      const gone = clientGone(request);
      return answerWithEvents(request, reply, (send) => sendInstall(installs, gone, send));
    },
    cancelLocalInstall: () => installs.cancel(),
  });
}

/** Sends the state of the installation, now and on each change, until it is over or the client disconnects. */
async function sendInstall(installs: Installs, gone: AbortSignal, send: SendEvent): Promise<void> {
  const live = installs.live();
  const tell = () => send(LOCAL_AI_EVENTS.install, { install: live?.install ?? installs.current() });
  tell();
  if (!live) return;
  const unfollow = live.follow(tell);
  const left = new Promise((resolve) => gone.addEventListener('abort', resolve, { once: true }));
  await Promise.race([live.over, left]);
  unfollow();
}
