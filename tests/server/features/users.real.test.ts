import { expect, it } from 'vitest';
import { startTestAgent } from '../../helpers/agent.ts';
import { ofFile } from '../../helpers/of-file.ts';

const agent = ofFile(() => startTestAgent());

const signsIn = (email: string, password: string) => agent.signIn(email, password).then(Boolean, () => false);

it('adds, lists, changes and removes accounts', async () => {
  const added = await agent.call('/api/users', { body: { email: 'Me+1@Example.com', password: 'correct horse' } });
  expect(added.status).toBe(201);
  expect(await added.json()).toMatchObject({ email: 'me+1@example.com', lastSignInAt: null });
  expect(await signsIn('me+1@example.com', 'correct horse')).toBe(true);

  const [listed] = (await (await agent.call('/api/users')).json()) as { createdAt: string; lastSignInAt: string }[];
  expect(Object.keys(listed ?? {}).sort()).toEqual(['createdAt', 'email', 'id', 'lastSignInAt', 'mayRunCode', 'role']);
  expect(new Date(String(listed?.createdAt)).getTime()).toBeGreaterThan(0);
  expect(new Date(String(listed?.lastSignInAt)).getTime()).toBeGreaterThan(0);

  const path = `/api/users/${encodeURIComponent('me+1@example.com')}`;
  const changed = await agent.call(`${path}/password`, { method: 'PUT', body: { password: 'battery staple' } });
  expect(changed.status).toBe(204);
  expect(await signsIn('me+1@example.com', 'correct horse')).toBe(false);
  expect(await signsIn('me+1@example.com', 'battery staple')).toBe(true);

  expect((await agent.call(path, { method: 'DELETE' })).status).toBe(204);
  expect(await signsIn('me+1@example.com', 'battery staple')).toBe(false);
  expect(await (await agent.call('/api/users')).json()).toEqual([]);
});

it('says what is wrong', async () => {
  await agent.addMember('me@example.com');
  const cases: [string, string, object | undefined, number, RegExp][] = [
    ['POST', '/api/users', { email: 'ME@example.com', password: 'correct horse' }, 409, /already/],
    ['POST', '/api/users', { email: 'nobody', password: 'correct horse' }, 400, /^email: /],
    ['POST', '/api/users', { email: 'new@example.com', password: 'five5' }, 400, /at least 6/],
    ['POST', '/api/users', { email: 'new@example.com', password: 'x'.repeat(73) }, 400, /at most 72/],
    ['PUT', '/api/users/gone@example.com/password', { password: 'correct horse' }, 404, /gone@example.com/],
    ['PUT', '/api/users/me@example.com/password', { password: '' }, 400, /at least 6/],
    ['PUT', '/api/users/me@example.com/password', undefined, 400, /^password: /],
    ['DELETE', '/api/users/gone@example.com', undefined, 404, /gone@example.com/],
    ['DELETE', '/api/users/me', undefined, 400, /^email: /],
  ];
  for (const [method, path, body, status, message] of cases) {
    const answer = await agent.call(path, { method, body });
    expect({ method, path, status: answer.status, ...(await answer.json()) }).toMatchObject({
      status,
      error: expect.stringMatching(message),
    });
  }
});
