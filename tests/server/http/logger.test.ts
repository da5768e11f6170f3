import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { authenticate } from '../../../server/http/authentication.ts';
import { answerError } from '../../../server/http/error-answers.ts';
import { createLogger, hideSecrets } from '../../../server/http/logger.ts';
import { contentSecurityPolicy } from '../../../server/http/security-headers.ts';
import { everyNth } from '../../helpers/depth.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXBhcnQ';

/** The text that `log` writes to the log. */
function written(log: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  log(createLogger('trace', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

describe('a log line', () => {
  it.each([
    ['authorization', { headers: { authorization: `Bearer ${JWT}` } }],
    ["a provider's key", { model: { provider: 'openai', apiKey: 'plain-key-value' } }],
    ["a provider's key in a header", { headers: { 'x-api-key': 'plain-key-value' } }],
    ['an API key', { headers: { apikey: 'plain-key-value' } }],
    ['a cookie', { headers: { cookie: 'sessionid=plain-cookie-value' } }],
    ['cookies being set', { headers: { 'set-cookie': ['sessionid=plain-cookie-value'] } }],
    ['cookies of a profile', { profile: { cookies: [{ name: 'sessionid', value: 'plain-cookie-value' }] } }],
    ['a password', { body: { email: 'me@example.com', password: 'plain-password' } }],
    ['a password in a field of a field', { request: { body: { password: 'plain-password' } } }],
    ['a session', { session: { access_token: 'plain-token', refresh_token: 'plain-refresh' } }],
    ['a challenge', { challengeUrl: 'https://www.instagram.com/challenge/action/AXE/plain-code/' }],
  ])('hides %s', (_what, fields) => {
    const text = written((logger) => logger.info(fields, 'something happened'));
    expect(text).toContain('something happened');
    expect(text).toContain('[hidden]');
    expect(text).not.toMatch(/plain-|eyJ/);
  });

  it('hides secrets in the message and the stack of an error', () => {
    const error = new Error(`postgres://agent:plain-password@localhost/db refused ${JWT}`);
    const text = written((logger) => logger.error({ err: error }, 'failed with Bearer plain-token'));
    expect(text).toContain('postgres://agent:[hidden]@localhost/db refused [hidden]');
    expect(text).not.toMatch(/plain-|eyJ/);
  });

  it('names a request without its query', () => {
    const req = { id: 'req-1', method: 'GET', url: '/storage/v1/object/sign/x.png?token=plain-token', headers: {} };
    const text = written((logger) => logger.info({ req }, 'incoming request'));
    expect(JSON.parse(text).req).toEqual({ id: 'req-1', method: 'GET', path: '/storage/v1/object/sign/x.png' });
  });

  it('stays JSON', () => {
    const text = written((logger) => logger.info(`"quoted" https://a.example/challenge/1?x="y" \\ ${JWT}`));
    expect(JSON.parse(text).msg).toContain('"quoted"');
  });
});

describe('hideSecrets', () => {
  it.each([
    [`token ${JWT}.`, 'token [hidden].'],
    ['key sb_secret_abc-DEF_123', 'key [hidden]'],
    ['openai sk-proj-0123456789abcdefgh', 'openai [hidden]'],
    ['google AIzaSyA0123456789abcdefghijklmnopqrstuv', 'google [hidden]'],
    ['agent la_0123456789abcdefghijABCDEFGHIJ', 'agent [hidden]'],
    ['assistant lam_0123456789abcdefghijABCDEFGHIJ', 'assistant [hidden]'],
    ['http://127.0.0.1:3001/auth#setup=abc_DEF-1', 'http://127.0.0.1:3001/auth#setup=[hidden]'],
    ['GET /cb?code=abc&state=xyz&page=2', 'GET /cb?code=[hidden]&state=[hidden]&page=2'],
    ['at https://www.instagram.com/challenge/AX/9/ now', 'at https://www.instagram.com/[hidden] now'],
    ['at https://i.instagram.com/accounts/checkpoint?next=/', 'at https://i.instagram.com/accounts/[hidden]'],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [hidden]'],
  ])('%s', (line, expected) => expect(hideSecrets(line)).toBe(expected));

  it.each([
    'http://127.0.0.1:3001/scheduler?page=2',
    'The challenge is over.',
    'Server listening at http://[::1]:3001',
  ])('leaves alone: %s', (line) => expect(hideSecrets(line)).toBe(line));

  // In quadratic time this would take minutes.
  it.each(everyNth(['a.', 'http://', '(http://['], 3, 2))(
    'a line of 400 kB of %j is read in proportion to its length',
    (piece) => {
      const line = `${piece.repeat(400_000 / piece.length)} sb_secret_abc`;
      expect(hideSecrets(line)).toBe(line.replace('sb_secret_abc', '[hidden]'));
    },
  );
});

const directives = (policy: string) => Object.fromEntries(policy.split('; ').map((text) => [text.split(' ')[0], text]));

it('the policy of our pages lets no inline or foreign script run, and nobody frame them', () => {
  for (const origin of [null, 'https://abc.supabase.co']) {
    const policy = directives(contentSecurityPolicy(origin));
    expect([policy['script-src'], policy['object-src']]).toEqual(["script-src 'self'", "object-src 'none'"]);
    expect([policy['base-uri'], policy['frame-ancestors']]).toEqual(["base-uri 'none'", "frame-ancestors 'none'"]);
  }
});

it('the policy of our pages reaches the hosted project, and nothing else, from pages of a hosted workspace', () => {
  const policy = directives(contentSecurityPolicy('https://abc.supabase.co'));
  expect(policy['connect-src']).toBe("connect-src 'self' https://abc.supabase.co wss://abc.supabase.co");
  expect(policy['img-src']).toBe("img-src 'self' data: blob: https://abc.supabase.co");
  expect(policy['media-src']).toBe("media-src 'self' blob: https://abc.supabase.co");
  expect(directives(contentSecurityPolicy(null))['connect-src']).toBe("connect-src 'self'");
});

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
