import type { FastifyRequest } from 'fastify';
import { guideApi } from '../../../../shared/api/guide.ts';
import { platformOf } from '../../../../shared/posts/platforms.ts';
import {
  GUIDE_EVENT,
  type GuideWindow,
  guideWindowSchema,
  type OpenGuide,
} from '../../../../shared/publishing/guide-window.ts';
import { AppError } from '../../../errors.ts';
import { callerClient } from '../../../http/caller-client.ts';
import { answerWithEvents, clientGone, type SendEvent, wantsEventStream } from '../../../http/event-stream.ts';
import { routesOf } from '../../../http/operations.ts';
import type { Routes } from '../../../http/zod-compiler.ts';
import type { SupabaseConnection } from '../../../supabase/connection.ts';
import { platformVisits } from '../channels/platform-visits.ts';
import { type ChannelAccount, channelStore } from '../channels/store.ts';
import { PublishError, type Publisher } from '../publisher.ts';
import { type ConsoleWindows, type ConsoleWindowsDeps, createConsoleWindows } from './console-windows.ts';
import { NO_STEP, OWN_BROWSER } from './messages.ts';

export type GuidedOptions = ConsoleWindowsDeps & {
  connection: SupabaseConnection;
  agentToken: string;
  publishers: readonly Publisher[];
  now?: (() => Date) | undefined;
};

/** Guided connecting: shows the console's pages next to the guide, and checks the keys entered so far. */
export type GuidedFeature = {
  routes: Routes;
  /** Closes every window, and aborts pending calls to platforms. */
  close(): Promise<unknown>;
};

export function openGuided(options: GuidedOptions): GuidedFeature {
  const { publishers, log, now = () => new Date() } = options;
  const windows = createConsoleWindows(options);
  const visits = platformVisits(publishers, now);
  const accountOf = (request: FastifyRequest, id: string) => channelStore(callerClient(request, options)).account(id);
  return {
    routes: routesOf(guideApi, {
      async openGuide(request) {
        const { params, body } = request;
        const account = await accountOf(request, params.id);
        return windows.open(account.id, await addressOf(account, body), body.window);
      },
      getGuide(request, reply) {
        const { id } = request.params;
        if (!wantsEventStream(request)) return windows.state(id);
        return answerWithEvents(request, reply, (send) => followWindow(windows, id, send, clientGone(request)));
      },
      closeGuide: ({ params }) => windows.cancel(params.id),
      async checkKeys(request) {
        const { platform } = await accountOf(request, request.params.id);
        const publisher = visits.publisherOf(platform);
        try {
          return await visits.visit(async (calls) => (await publisher.checkKeys?.(request.body.entry, calls)) ?? []);
        } catch (err) {
          if (!(err instanceof PublishError)) throw err;
          log.debug({ err, platform }, 'keys could not be checked with a platform');
          return [];
        }
      },
    }),
    close: () => Promise.all([windows.close(), visits.close()]),
  };
}

/** Sends the window's state and each new one, until it is no longer open or the client is gone. */
async function followWindow(windows: ConsoleWindows, id: string, send: SendEvent, gone: AbortSignal): Promise<void> {
  const tell = (state: GuideWindow) => send(GUIDE_EVENT, guideWindowSchema.parse(state));
  const first = windows.state(id);
  tell(first);
  if (first.state !== 'open' || gone.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      unfollow();
      resolve();
    };
    const unfollow = windows.follow(id, (state) => {
      tell(state);
      if (state.state !== 'open') end();
    });
    gone.addEventListener('abort', end, { once: true });
  });
}

/** A step's URL: its own, else that of the nearest earlier step, else of a later one. Only guides' URLs are opened. */
async function addressOf({ platform }: ChannelAccount, { way: wayIndex, step }: OpenGuide): Promise<string> {
  const way = (await platformOf(platform).guide()).guide.ways[wayIndex];
  if (!way?.steps[step]) throw new AppError('not_found', NO_STEP);
  if (way.usesOwnBrowser) throw new AppError('conflict', OWN_BROWSER);
  const before = way.steps.slice(0, step + 1).findLast(({ url }) => url)?.url;
  const address = before ?? way.steps.slice(step).find(({ url }) => url)?.url;
  if (!address) throw new AppError('not_found', NO_STEP);
  return address;
}
