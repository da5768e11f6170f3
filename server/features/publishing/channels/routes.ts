import type { FastifyRequest } from 'fastify';
import { accountParamsSchema } from '../../../../shared/accounts/accounts.ts';
import { channelSchema } from '../../../../shared/publishing/channel.ts';
import {
  CHANNELS_PATH,
  channelCheckPath,
  channelListSchema,
  channelPath,
  channelPausePath,
  channelSignInEndPath,
  channelSignInPath,
  channelTestPath,
  connectedSchema,
  connectSchema,
  disconnectedSchema,
  pauseSchema,
  SIGN_IN_RETURN_PATH,
  signInEndSchema,
  signInEntrySchema,
  signInSchema,
  testPostSchema,
} from '../../../../shared/publishing/publishing-api.ts';
import { OWNER_ACCESS } from '../../../http/authentication.ts';
import { describeError } from '../../../http/error-answers.ts';
import type { Routes } from '../../../http/zod-compiler.ts';
import { returnPage } from './messages.ts';
import { RETURN_PAGE_POLICY, renderReturnPage } from './return-page.ts';
import type { Channels } from './service.ts';
import type { SignIns } from './sign-ins.ts';
import type { ChannelStore } from './store.ts';

export type ChannelRoutesDeps = {
  channels: Channels;
  signIns: SignIns;
  /** The store with the caller's rights. AppError unavailable when there is none. */
  storeFor(request: FastifyRequest): ChannelStore;
};

/** The path parameter in route patterns. */
const ID = ':id';

/**
 * The channels (shared/publishing/publishing-api.ts). 404 for an account that does not exist or is not connected, 409
 * for a channel of another machine and for another account than before, 400, 429 and 503 with the platform's message.
 * No answer contains a secret. Only the return of a sign-in is open, and it is useless without its `state`.
 */
export function channelRoutes({ channels, signIns, storeFor }: ChannelRoutesDeps): Routes {
  const params = accountParamsSchema;
  const path = (pathOf: (id: string) => string) => pathOf(ID).replace(encodeURIComponent(ID), ':id');
  const answer = { 200: channelSchema };

  return (api) => {
    api.get(CHANNELS_PATH, { schema: { response: { 200: channelListSchema } } }, (request) => storeFor(request).list());

    api.post(
      path(channelPath),
      { config: OWNER_ACCESS, schema: { params, body: connectSchema, response: { 200: connectedSchema } } },
      (request) => channels.connect(request.params.id, request.body, storeFor(request)),
    );

    api.delete(
      path(channelPath),
      { config: OWNER_ACCESS, schema: { params, response: { 200: disconnectedSchema } } },
      (request) => channels.remove(request.params.id, storeFor(request)),
    );

    api.post(path(channelCheckPath), { schema: { params, response: answer } }, (request) =>
      channels.check(request.params.id, storeFor(request)),
    );

    api.post(path(channelPausePath), { schema: { params, body: pauseSchema, response: answer } }, (request) =>
      channels.pause(request.params.id, request.body.paused, storeFor(request)),
    );

    api.post(path(channelTestPath), { schema: { params, response: { 200: testPostSchema } } }, (request) =>
      channels.test(request.params.id, storeFor(request)),
    );

    api.post(
      path(channelSignInPath),
      { config: OWNER_ACCESS, schema: { params, body: signInEntrySchema, response: { 200: signInSchema } } },
      (request) => {
        const { replace = false, returnPort, ...entry } = request.body;
        const origin = returnPort === undefined ? originOf(request) : `http://127.0.0.1:${returnPort}`;
        const redirectUri = `${origin}${SIGN_IN_RETURN_PATH}`;
        return signIns.begin(request.params.id, { entry, replace, redirectUri }, storeFor(request));
      },
    );

    api.get(path(channelSignInPath), { schema: { params, response: { 200: signInSchema } } }, async (request) =>
      signIns.stateOf(request.params.id),
    );

    api.post(
      path(channelSignInEndPath),
      { config: OWNER_ACCESS, schema: { params, body: signInEndSchema, response: answer } },
      (request) => signIns.end(request.params.id, request.body.address),
    );

    api.get(SIGN_IN_RETURN_PATH, { config: { access: 'open' } }, async (request, reply) => {
      reply.headers({ 'content-security-policy': RETURN_PAGE_POLICY, 'referrer-policy': 'no-referrer' });
      reply.type('text/html; charset=utf-8');
      try {
        const { handle } = await signIns.returned(`${originOf(request)}${request.raw.url}`);
        return reply.send(renderReturnPage(returnPage.connected(handle)));
      } catch (error) {
        const { status, body } = describeError(error);
        if (status >= 500) request.log.error({ err: error }, 'a sign-in failed');
        const words = body.code === 'conflict' ? returnPage.asks(body.error) : returnPage.failed(body.error);
        return reply.code(status).send(renderReturnPage(words));
      }
    });
  };
}

/** The guard has checked that the Host is this machine with our port. */
function originOf(request: FastifyRequest): string {
  return `http://${request.headers.host}`;
}
