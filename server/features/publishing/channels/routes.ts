import type { FastifyRequest } from 'fastify';
import { channelApi } from '../../../../shared/api/channels.ts';
import { SIGN_IN_RETURN_PATH } from '../../../../shared/publishing/publishing-api.ts';
import { describeError } from '../../../http/error-answers.ts';
import { routesOf } from '../../../http/operations.ts';
import type { Routes } from '../../../http/zod-compiler.ts';
import { returnPage } from './messages.ts';
import { RETURN_PAGE_POLICY, renderReturnPage } from './return-page.ts';
import type { Channels } from './service.ts';
import type { SignIns } from './sign-ins.ts';
import type { ChannelStore } from './store.ts';

export type ChannelRoutesDeps = {
  channels: Channels;
  signIns: SignIns;
  /** The store with the caller's rights. AppError unavailable if there is none. */
  storeFor(request: FastifyRequest): ChannelStore;
};

/**
 * Routes of channels. 404 for an account that does not exist or is not connected; 409 for a channel of another machine
 * and for another account than before; 400, 429 and 503 with the platform's message. No response ever contains a
 * secret. Only the redirect of a sign-in is open to anyone, and it does nothing without the right `state`.
 */
export function channelRoutes({ channels, signIns, storeFor }: ChannelRoutesDeps): Routes {
  return routesOf(channelApi, {
    listChannels: (request) => storeFor(request).list(),
    connectChannel: (request) => channels.connect(request.params.id, request.body, storeFor(request)),
    disconnectChannel: (request) => channels.remove(request.params.id, storeFor(request)),
    checkChannel: (request) => channels.check(request.params.id, storeFor(request)),
    pauseChannel: (request) => channels.pause(request.params.id, request.body.paused, storeFor(request)),
    testChannel: (request) => channels.test(request.params.id, storeFor(request)),
    beginSignIn: (request) => {
      const { replace = false, returnPort, ...entry } = request.body;
      const redirectUri = redirectOf(request, returnPort);
      return signIns.begin(request.params.id, { entry, replace, redirectUri }, storeFor(request));
    },
    getRenewal: async (request) => {
      const entry = await channels.signInOf(request.params.id, storeFor(request));
      return { isPossible: entry !== null };
    },
    renewChannel: (request) => {
      const { replace = false, returnPort, reads = [] } = request.body;
      const redirectUri = redirectOf(request, returnPort);
      return signIns.beginAgain(request.params.id, { replace, redirectUri, reads }, storeFor(request));
    },
    getSignIn: ({ params }) => signIns.stateOf(params.id),
    endSignIn: ({ params, body }) => signIns.end(params.id, body.address),
    chooseInSignIn: ({ params, body }) => signIns.choose(params.id, body.value),
    returnFromSignIn: async (request, reply) => {
      reply.headers({ 'content-security-policy': RETURN_PAGE_POLICY, 'referrer-policy': 'no-referrer' });
      reply.type('text/html; charset=utf-8');
      try {
        const answer = await signIns.returned(`${originOf(request)}${request.raw.url}`);
        const words =
          answer.state === 'choose' ? returnPage.asks(answer.question) : returnPage.connected(answer.channel.handle);
        return reply.send(renderReturnPage(words));
      } catch (error) {
        const { status, body } = describeError(error);
        if (status >= 500) request.log.error({ err: error }, 'a sign-in failed');
        const words = body.code === 'conflict' ? returnPage.asks(body.error) : returnPage.failed(body.error);
        return reply.code(status).send(renderReturnPage(words));
      }
    },
  });
}

/** The URL that the browser is redirected to: this agent, or a port that the calling client listens on. */
function redirectOf(request: FastifyRequest, returnPort: number | undefined): string {
  const origin = returnPort === undefined ? originOf(request) : `http://127.0.0.1:${returnPort}`;
  return `${origin}${SIGN_IN_RETURN_PATH}`;
}

/** The request guard has already checked that the Host header is this machine with our port. */
function originOf(request: FastifyRequest): string {
  return `http://${request.headers.host}`;
}
