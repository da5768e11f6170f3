import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Agent } from '../../../server/agent.ts';
import { type Api, inProcessApi, readEvents, readJson, runningApi } from '../../../server/agent-client/api.ts';
import { CONNECTION_LOST } from '../../../server/agent-client/messages.ts';
import { endOf } from '../../../server/cli/terminal/exit-code.ts';
import { AppError } from '../../../server/errors.ts';
import { answerError } from '../../../server/http/error-answers.ts';
import { answerWithEvents } from '../../../server/http/event-stream.ts';
import { serve } from '../../helpers/loopback.ts';

const ORIGIN = 'http://127.0.0.1';
const signal = new AbortController().signal;

/** The same routes through both APIs of a command: a running agent's, and one in the command's own process. */
async function bothWays(failure: AppError): Promise<{ way: string; api: Api }[]> {
  const app = Fastify();
  app.setErrorHandler(answerError);
  app.decorate('stopping', signal);
  app.get('/refused', () => Promise.reject(failure));
  app.get('/stream', (request, reply) =>
    answerWithEvents(request, reply, async (send) => {
      send('progress', { done: 1 });
      throw failure;
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const agent = { app, agentToken: 'la_token' } as unknown as Agent;
  return [
    { way: 'running', api: runningApi(`${ORIGIN}:${port}`, agent.agentToken, signal) },
    { way: 'in process', api: inProcessApi(agent, port) },
  ];
}

async function answering(answer: RequestListener): Promise<Api> {
  const { origin, close } = await serve(answer);
  onTestFinished(close);
  return runningApi(origin, 'la_token', signal);
}

async function readAll(response: Response): Promise<unknown[]> {
  const events: unknown[] = [];
  for await (const event of readEvents(response, 'No result.')) events.push(event);
  return events;
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it.each(['bad_input', 'internal'] as const)(
  'keeps the code %s of a refusal, and ends alike, in a running agent and in process',
  async (code) => {
    const failure = new AppError(code, 'It did not work. Try otherwise.');
    const ends = [];
    for (const { way, api } of await bothWays(failure)) {
      const refused = await failureOf(api({ method: 'GET', path: '/refused' }));
      expect(refused, way).toMatchObject({ name: 'AppError', code, message: failure.message });
      const broken = await failureOf(api({ method: 'GET', path: '/stream' }).then(readAll));
      expect(broken, way).toMatchObject({ name: 'AppError', code, message: failure.message });
      ends.push(endOf(refused), endOf(broken));
    }
    expect(new Set(ends.map((end) => JSON.stringify(end)))).toHaveLength(1);
  },
);

it('keeps how long to wait', async () => {
  for (const { api } of await bothWays(new AppError('rate_limited', 'Not yet.', { retryAfterSeconds: 90 }))) {
    const refused = await failureOf(api({ method: 'GET', path: '/refused' }));
    expect(refused).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 90 });
  }
});

it('takes a code that this version does not know for unavailable', async () => {
  const api = await answering((_request, response) => response.writeHead(418).end('{"error":"Tea.","code":"teapot"}'));
  const refused = await failureOf(api({ method: 'GET', path: '/' }));
  expect(refused).toMatchObject({ name: 'AppError', code: 'unavailable', message: 'Tea.' });
});

it('says that the connection broke when the agent ends in the middle of an answer', async () => {
  const api = await answering((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"one":', () => response.destroy());
  });
  const lost = { name: 'AppError', code: 'unavailable', message: CONNECTION_LOST };
  const json = await failureOf(api({ method: 'GET', path: '/' }).then((answer) => readJson(answer, z.unknown())));
  expect(json).toMatchObject(lost);
  expect(await failureOf(api({ method: 'GET', path: '/' }).then(readAll))).toMatchObject(lost);
});
