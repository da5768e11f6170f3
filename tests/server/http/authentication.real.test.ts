import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { isSameSecret } from '../../../server/system/same-secret.ts';
import { ofFile } from '../../helpers/of-file.ts';
import { workerAgent } from '../../helpers/worker-agent.ts';

/** The rows of docs/security.md about authentication. */

let member: string;
let stranger: string;

const agent = ofFile(workerAgent);
beforeAll(async () => {
  const me = await agent.addMember();
  member = await agent.signIn(me.email, me.password);
  const other = await agent.addStranger();
  stranger = await agent.signIn(other.email, other.password);
});

/** An access token like the member's, signed with the workspace's own secret. */
async function forge(claims: JWTPayload): Promise<string> {
  const { jwtSecret } = JSON.parse(await readFile(join(agent.dataDir, 'keys.json'), 'utf8'));
  return new SignJWT({ ...decodeJwt(member), ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(jwtSecret));
}

const AN_HOUR_AGO = () => Math.floor(Date.now() / 1000) - 3600;

describe('the agent API', () => {
  it('answers a member and the agent token', async () => {
    for (const token of [member, undefined]) expect((await agent.call('/api/posts', { token })).status).toBe(200);
  });

  const WRONG: { name: string; header: () => Promise<string> | string }[] = [
    { name: 'a wrong token', header: () => 'Bearer wrong' },
    { name: 'the agent token with one character more', header: () => `Bearer ${agent.agentToken}x` },
    { name: 'a token without "Bearer "', header: () => agent.agentToken },
    { name: 'the token as a password', header: () => `Basic ${btoa(`agent:${agent.agentToken}`)}` },
    { name: 'an expired token', header: async () => `Bearer ${await forge({ exp: AN_HOUR_AGO() })}` },
    {
      name: 'a token of an unknown session',
      header: async () => `Bearer ${await forge({ session_id: crypto.randomUUID() })}`,
    },
    { name: 'a token with alg: none', header: () => `Bearer ${new UnsecuredJWT(decodeJwt(member)).encode()}` },
    { name: 'a token with its signature changed', header: () => `Bearer ${member.slice(0, -4)}AAAA` },
    { name: 'the public key', header: () => `Bearer ${agent.agent.connection.publishableKey}` },
    { name: 'an empty header', header: () => '' },
  ];

  it.each(WRONG)('401 for $name', async ({ header }) => {
    const answer = await agent.call('/api/users', {
      token: null,
      headers: { authorization: await header() },
      body: { email: 'mallory@example.com', password: 'mallory123' },
    });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await answer.json()).toEqual({ code: 'unauthorized', error: expect.stringContaining('Sign in first') });
  });

  it('401 without a token, and with one in the query', async () => {
    expect((await agent.call('/api/posts', { token: null })).status).toBe(401);
    for (const name of ['token', 'access_token', 'apikey']) {
      expect((await agent.call(`/api/posts?${name}=${agent.agentToken}`, { token: null })).status).toBe(401);
    }
  });

  it('401 for a token that was signed out', async () => {
    const token = await agent.memberToken('brief@example.com');
    expect((await agent.call('/api/posts', { token })).status).toBe(200);
    await agent.supabase(token).auth.admin.signOut(token);
    expect((await agent.call('/api/posts', { token })).status).toBe(401);
  });

  it("403 for a signed-in stranger's token, and for a member where only the agent token will do", async () => {
    const answer = await agent.call('/api/posts', { token: stranger });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { code: 'forbidden', error: expect.stringContaining('not a member') },
    ]);
    expect((await agent.call('/api/setup/link', { method: 'POST', token: member })).status).toBe(403);
  });

  it('says nothing without a token but health, set-up state and the UI configuration', async () => {
    const open = await Promise.all(
      ['/api/health', '/api/setup', '/config.json'].map((path) => agent.call(path, { token: null })),
    );
    const [health, setup, config] = await Promise.all(open.map((answer) => answer.json()));
    expect([Object.keys(health).sort(), setup]).toEqual([['mode', 'name', 'version'], { needed: false }]);
    expect(Object.keys(config).sort()).toEqual(['mode', 'supabaseKey', 'supabaseUrl', 'time', 'version']);
    expect(config.supabaseKey).toMatch(/^sb_publishable_/);
  });
});

it('the agent token is compared whole', () => {
  expect([isSameSecret('secret', 'secret'), isSameSecret('secret', 'secre')]).toEqual([true, false]);
  expect(isSameSecret('', 'secret')).toBe(false);
});
