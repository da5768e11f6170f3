import { afterEach, describe, expect, it } from 'vitest';
import { sql } from '../../../server/supabase/sql/template.ts';
import { startTestAgent } from '../../helpers/agent.ts';
import { databaseOf } from '../../helpers/database.ts';
import { ofFile } from '../../helpers/of-file.ts';

let log = '';
const write = (line: string) => {
  log += line;
};
const agent = ofFile(() => startTestAgent({ logLevel: 'trace' }, { logStream: { write } }));
afterEach(async () => {
  const database = databaseOf(agent.dataDir);
  await database.run(sql`delete from auth.users`);
  await database.close();
});

const ME = { email: 'me@example.com', password: 'correct horse' };

/** The token in a set-up link's fragment. */
const tokenIn = (link: string | null) => new URL(String(link)).hash.replace('#setup=', '');
const setUp = (body: object) => agent.call('/api/setup', { token: null, body });

describe('the first account', () => {
  it('is made once with the link, and signs in', async () => {
    const link = await agent.agent.setupLink(agent.url);
    expect(link).toMatch(new RegExp(`^${agent.url}/auth#setup=[\\w-]{43}$`));
    expect(await (await agent.call('/api/setup', { token: null })).json()).toEqual({ needed: true });

    const answer = await setUp({ ...ME, token: tokenIn(link) });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ email: ME.email, lastSignInAt: null });

    const token = await agent.signIn(ME.email, ME.password);
    expect((await agent.call('/api/posts', { token })).status).toBe(200);
    expect(await (await agent.call('/api/setup', { token: null })).json()).toEqual({ needed: false });
    expect(await agent.agent.setupLink(agent.url)).toBeNull();

    const again = await setUp({ email: 'second@example.com', password: 'correct horse', token: tokenIn(link) });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ code: 'conflict', error: expect.stringContaining('Sign in') });
    expect((await agent.call('/api/setup/link', { method: 'POST' })).status).toBe(409);
  });

  it('needs the right token and a usable password', async () => {
    const token = tokenIn(await agent.agent.setupLink(agent.url));
    for (const wrong of ['wrong', `${token}x`, token.slice(1), agent.agentToken]) {
      const answer = await setUp({ ...ME, token: wrong });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: expect.stringContaining('Use the latest link') });
    }
    expect([(await setUp(ME)).status, (await setUp({ ...ME, token: '' })).status]).toEqual([400, 400]);
    expect((await setUp({ ...ME, token, password: 'five5' })).status).toBe(400);
    expect((await setUp({ ...ME, token, email: 'me' })).status).toBe(400);
    expect(await (await agent.call('/api/users')).json()).toEqual([]);
  });

  it('is only one, however many ask at once', async () => {
    const token = tokenIn(await agent.agent.setupLink(agent.url));
    const answers = await Promise.all([1, 2].map((index) => setUp({ ...ME, email: `me${index}@example.com`, token })));
    const [first, second] = answers.map(({ status }) => status).sort();
    expect([first, [401, 409].includes(Number(second))]).toEqual([201, true]);
    expect(await (await agent.call('/api/users')).json()).toHaveLength(1);
  });

  it('can be made with a fresh link, which ends the earlier one', async () => {
    const first = tokenIn(await agent.agent.setupLink(agent.url));
    const answer = await agent.call('/api/setup/link', { method: 'POST' });
    expect(answer.status).toBe(201);
    const { link } = (await answer.json()) as { link: string };
    expect(link.startsWith(`${agent.url}/auth#setup=`)).toBe(true);
    expect((await setUp({ ...ME, token: first })).status).toBe(401);
    expect((await setUp({ ...ME, token: tokenIn(link) })).status).toBe(201);
  });

  it('has a token that no log line shows', async () => {
    const token = tokenIn(await agent.agent.setupLink(agent.url));
    await agent.call(`/api/setup?setup=${token}`, { token: null, headers: { cookie: `setup=${token}` } });
    await setUp({ ...ME, token: `${token}x` });
    const access = await agent.memberToken(ME.email);
    await agent.call('/api/posts', { token: access });
    await agent.call(`/rest/v1/app_settings?apikey=${agent.agent.connection.publishableKey}`, { token: access });
    expect(log).toContain('/api/setup');
    for (const secret of [token, access, agent.agentToken, ME.password, agent.agent.connection.publishableKey])
      expect(log).not.toContain(secret);
  });
});

const signsIn = (email: string, password: string) => agent.signIn(email, password).then(Boolean, () => false);

it('adds, lists, changes and removes accounts', async () => {
  const added = await agent.call('/api/users', { body: { email: 'Me+1@Example.com', password: 'correct horse' } });
  expect(added.status).toBe(201);
  expect(await added.json()).toMatchObject({ email: 'me+1@example.com', lastSignInAt: null });

  const [listed] = (await (await agent.call('/api/users')).json()) as {
    createdAt: string;
    lastSignInAt: string | null;
  }[];
  expect(Object.keys(listed ?? {}).sort()).toEqual(['createdAt', 'email', 'id', 'lastSignInAt', 'mayRunCode', 'role']);
  expect(new Date(String(listed?.createdAt)).getTime()).toBeGreaterThan(0);
  expect(listed?.lastSignInAt).toBeNull();

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
    ['POST', '/api/users', { email: 'new@example.com', password: 'five5' }, 400, /at least 6/],
    ['POST', '/api/users', { email: 'new@example.com', password: 'x'.repeat(73) }, 400, /at most 72/],
    ['PUT', '/api/users/gone@example.com/password', { password: 'correct horse' }, 404, /gone@example.com/],
    ['DELETE', '/api/users/gone@example.com', undefined, 404, /gone@example.com/],
  ];
  for (const [method, path, body, status, message] of cases) {
    const answer = await agent.call(path, { method, body });
    expect({ method, path, status: answer.status, ...(await answer.json()) }).toMatchObject({
      status,
      error: expect.stringMatching(message),
    });
  }
});
