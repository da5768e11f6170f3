import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { authenticate } from '../../../server/http/authentication.ts';
import { answerError } from '../../../server/http/error-answers.ts';

it('a database that does not say whose token it is: 503 with the remedy, and not 500', async () => {
  const app = Fastify();
  app.setErrorHandler(answerError);
  const verify = () => Promise.reject(new Error('No connection to the database became free in time.'));
  const mcpTokens = { verify: async () => null };
  app.addHook('onRequest', authenticate({ connection: { verify }, agentToken: 'agent', mcpTokens }));
  app.get('/', async () => 'in');
  const ask = (token: string) => app.inject({ url: '/', headers: { authorization: `Bearer ${token}` } });
  const refused = await ask('member');
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toEqual({ code: 'unavailable', error: expect.stringContaining('Try again in a moment') });
  expect((await ask('agent')).body).toBe('in');
});
