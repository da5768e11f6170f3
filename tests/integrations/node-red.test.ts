import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { newSecret, signedHeaders } from '../../server/features/webhooks/signature.ts';

// Node-RED loads CommonJS.
const load = createRequire(import.meta.url);
const { verify } = load('../../integrations/node-red/lib/verify.js');
const { requestFor } = load('../../integrations/node-red/lib/requests.js');

describe('the node that receives events', () => {
  const secret = newSecret();
  const now = new Date('2026-11-26T09:00:00Z');
  const body = JSON.stringify({ type: 'post.published', data: { caption: 'Grüße' } });
  const headers = signedHeaders(secret, 'one', now, body);
  const read = (more: object = {}, sent = body, key = secret, at = now.getTime()) =>
    verify(key, { ...headers, ...more }, Buffer.from(sent), at);

  it('takes what the agent has signed', () => {
    expect(read()).toEqual({ id: 'one', event: JSON.parse(body) });
    // Next to other signatures, as during the rotation of a secret.
    expect(read({ 'webhook-signature': `v1,AAAA v1a,x ${headers['webhook-signature']}` }).id).toBe('one');
  });

  it.each([
    ['without a signature', () => read({ 'webhook-signature': undefined })],
    ['without an id', () => read({ 'webhook-id': undefined })],
    ['with another id', () => read({ 'webhook-id': 'two' })],
    ['with another body', () => read({}, `${body} `)],
    ['of another secret', () => read({}, body, newSecret())],
    ['to a node without a secret', () => read({}, body, '')],
    ['of six minutes ago', () => read({}, body, secret, now.getTime() + 360_000)],
    ['of a time that is none', () => read({ 'webhook-timestamp': 'now' })],
  ])('refuses a request %s', (_, reading) => {
    expect(reading).toThrow();
  });
});

describe('the node that acts', () => {
  const settings = { platforms: 'bluesky, mastodon', at: 'draft' };

  it.each([
    [
      'create',
      'A loaf',
      'POST',
      '/api/posts',
      { fields: { caption: 'A loaf', platforms: ['bluesky', 'mastodon'] }, at: null },
    ],
    [
      'create',
      { caption: 'A', platforms: ['x'], at: 'now' },
      'POST',
      '/api/posts',
      { fields: { caption: 'A', platforms: ['x'] }, at: 'now' },
    ],
    ['move', { id: 'a b', to: 'next' }, 'POST', '/api/posts/a%20b/move', { to: 'next' }],
    ['cancel', { postId: 'abcd' }, 'POST', '/api/posts/abcd/cancel', undefined],
    ['list', { status: 'scheduled', limit: 5, more: 1 }, 'GET', '/api/posts?status=scheduled&limit=5', undefined],
    ['list', null, 'GET', '/api/posts?', undefined],
    ['generate', { count: 1 }, 'POST', '/api/generation', { count: 1 }],
  ])('asks for %s with %j', (action, payload, method, path, body) => {
    expect(requestFor(action, settings, payload)).toEqual({ method, path, ...(body && { body }) });
  });

  it.each([
    ['create', {}, 'caption'],
    ['cancel', {}, 'names no post'],
    ['like', {}, 'no action'],
  ])('says what is missing for %s of %j', (action, payload, words) => {
    expect(() => requestFor(action, settings, payload)).toThrow(words);
  });

  it('needs a platform from somewhere', () => {
    expect(() => requestFor('create', {}, 'A loaf')).toThrow('Name the platforms');
  });
});
