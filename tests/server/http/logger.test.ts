import { describe, expect, it } from 'vitest';
import { createLogger, hideSecrets } from '../../../server/http/logger.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXBhcnQ';

/** What the log wrote for `log`, as text. */
function written(log: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  const stream = {
    write(line: string) {
      text += line;
    },
  };
  log(createLogger('trace', stream));
  return text;
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

  // In the square of its length this takes minutes.
  it.each(['a.', 'http://', '(http://['])('a line of 400 kB of %j is read in proportion to its length', (piece) => {
    const line = `${piece.repeat(400_000 / piece.length)} sb_secret_abc`;
    expect(hideSecrets(line)).toBe(line.replace('sb_secret_abc', '[hidden]'));
  });
});
