import { z } from 'zod';
import {
  LOCAL_AI_EVENTS,
  LOCAL_AI_PATH,
  LOCAL_INSTALL_PATH,
  LOCAL_MODELS_PATH,
  localAiStateSchema,
  localInstallAnswerSchema,
  localInstallRequestSchema,
  localInstallSchema,
  localModelIdSchema,
} from '../../../../shared/ai/local-ai.ts';
import { AppError } from '../../../errors.ts';
import { OWNER_ACCESS } from '../../../http/authentication.ts';
import { answerWithEvents, clientGone, type SendEvent, wantsEventStream } from '../../../http/event-stream.ts';
import type { Routes } from '../../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../../supabase/connection.ts';
import { IN_THE_FUNCTION } from '../messages.ts';
import type { LocalAi } from './feature.ts';
import type { Installs } from './installs.ts';

const modelParams = z.object({ model: localModelIdSchema });

type LocalAiRoutesDeps = { mode: SupabaseConnection['mode']; local: LocalAi };

/**
 * The local models, at the paths of local-ai.ts: GET describes what is installed and offered, POST and DELETE of
 * `/install` start and cancel an installation, whose progress GET of `/install` streams; DELETE removes a model, or
 * everything. 409 in hosted mode, where posts are not written on this machine, and during an installation.
 */
export function localAiRoutes({ mode, local }: LocalAiRoutesDeps): Routes {
  const { installs } = local;
  return (api) => {
    const state = { schema: { response: { 200: localAiStateSchema } } };
    api.get(LOCAL_AI_PATH, state, () => local.describe());

    api.delete(LOCAL_AI_PATH, { config: OWNER_ACCESS, ...state }, async () => {
      await local.removeAll();
      return local.describe();
    });

    api.delete(
      `${LOCAL_MODELS_PATH}/:model`,
      { config: OWNER_ACCESS, schema: { params: modelParams, response: { 200: localAiStateSchema } } },
      async (request) => {
        await local.remove(request.params.model);
        return local.describe();
      },
    );

    api.post(
      LOCAL_INSTALL_PATH,
      { config: OWNER_ACCESS, schema: { body: localInstallRequestSchema, response: { 202: localInstallSchema } } },
      async (request, reply) => {
        if (mode === 'hosted') throw new AppError('conflict', IN_THE_FUNCTION);
        const { install } = await installs.start(request.body);
        return reply.code(202).send(install);
      },
    );

    api.get(LOCAL_INSTALL_PATH, { schema: { response: { 200: localInstallAnswerSchema } } }, async (request, reply) => {
      if (!wantsEventStream(request)) return { install: installs.current() };
      const gone = clientGone(request);
      return answerWithEvents(request, reply, (send) => sendInstall(installs, gone, send));
    });

    api.delete(LOCAL_INSTALL_PATH, { config: OWNER_ACCESS, schema: { response: { 200: localInstallSchema } } }, () =>
      installs.cancel(),
    );
  };
}

/** Sends the state of the installation, now and at each change, until it is over or the client disconnects. */
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
