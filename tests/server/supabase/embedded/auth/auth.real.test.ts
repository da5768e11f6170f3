import { join } from 'node:path';
import { emitWarning } from 'node:process';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { loadKeys } from '../../../../../server/supabase/embedded/keys.ts';
import { TEST_PASSWORD } from '../../../../helpers/embedded.ts';
import { ofFile } from '../../../../helpers/of-file.ts';
import { workerBackend } from '../../../../helpers/worker-agent.ts';

const backend = ofFile(workerBackend);

async function ask(path: string, init: RequestInit = {}, key: string | null = backend.connection.publishableKey) {
  const { inProcessUrl, fetch } = backend.connection;
  const response = await fetch(`${inProcessUrl}${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', ...(key && { apikey: key }), ...init.headers },
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;
const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });
const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

async function sessionOf(client: Client) {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('There is no session.');
  return data.session;
}

const secret = async () => new TextEncoder().encode((await loadKeys(join(backend.dataDir, 'keys.json'))).jwtSecret);

test('signing in gives a session of the shape that hosted gives', async () => {
  const session = await sessionOf(await backend.memberClient());
  expect(session).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expect.any(Number),
    user: {
      email: 'member@example.com',
      aud: 'authenticated',
      role: 'authenticated',
      created_at: expect.stringMatching(ISO),
      last_sign_in_at: expect.stringMatching(ISO),
      identities: [{ provider: 'email' }],
    },
  });
  expect(Math.abs((session.expires_at ?? 0) - Date.now() / 1000 - 3600)).toBeLessThan(60);
});

test.for([
  ['member@example.com', 'wrong password'],
  ['nobody@example.com', TEST_PASSWORD],
])('%s with "%s" are invalid credentials', async ([email = '', password = '']) => {
  await backend.memberClient();
  const { error } = await backend.anonClient().auth.signInWithPassword({ email, password });
  expect(error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' });
});

test('nobody signs up', async () => {
  const { error } = await backend.anonClient().auth.signUp({ email: 'new@example.com', password: TEST_PASSWORD });
  expect(error).toMatchObject({
    status: 422,
    code: 'signup_disabled',
    message: 'Signups not allowed for this instance',
  });
  expect(await backend.anonClient().auth.signInAnonymously()).toMatchObject({ error: { status: 422 } });
});

test.for(['otp', 'magiclink', 'recover', 'resend', 'verify', 'invite'])(
  '/auth/v1/%s makes no account and sends no code',
  async (path) => {
    const before = await backend.connection.accounts.count();
    const { status, body } = await ask(
      `/auth/v1/${path}`,
      post({ email: 'new@example.com', type: 'signup', token: '1' }),
    );
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 422, error_code: 'email_provider_disabled' });
    expect(await backend.connection.accounts.count()).toBe(before);
  },
);

test.for(['authorize?provider=github', 'callback', 'admin/users', 'factors', 'sso', 'nope', 'user/nope', 'otp/'])(
  '/auth/v1/%s is not there, and says so in JSON',
  async (path) => {
    const { status, body } = await ask(`/auth/v1/${path}`);
    expect([status, body]).toEqual([404, expect.any(Object)]);
  },
);

test('other grants than password and refresh_token are refused', async () => {
  for (const grant of ['pkce', 'id_token', 'web3', '']) {
    expect(await ask(`/auth/v1/token?grant_type=${grant}`, post({}))).toMatchObject({ status: 400 });
  }
});

test('an account cannot change its own address', async () => {
  const member = await backend.memberClient();
  const { error } = await member.auth.updateUser({ email: 'other@example.com' });
  expect(error).toMatchObject({ status: 422, code: 'email_provider_disabled' });
});

test('a session is renewed, and its tokens follow each other', async () => {
  const client = await backend.memberClient();
  const before = await sessionOf(client);
  const { data, error } = await client.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(before.refresh_token);
  expect(await ask('/rest/v1/rpc/is_member', { ...bearer(data.session?.access_token ?? ''), method: 'POST' })).toEqual({
    status: 200,
    body: true,
  });
});

test('the last refresh token is good once more, as its answer may have been lost; an older one ends the session', async () => {
  const client = await backend.memberClient();
  const { refresh_token } = await sessionOf(client);
  const second = await client.auth.refreshSession();
  expect((await backend.anonClient().auth.refreshSession({ refresh_token })).data.session?.refresh_token).toBe(
    second.data.session?.refresh_token,
  );
  const third = await client.auth.refreshSession();
  const stolen = await backend.anonClient().auth.refreshSession({ refresh_token });
  expect(stolen.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
  const last = third.data.session?.refresh_token ?? '';
  expect((await backend.anonClient().auth.refreshSession({ refresh_token: last })).error).not.toBeNull();
});

test.for(['local', 'global', 'others'] as const)('signing out with scope %s', async (scope) => {
  const [here, there] = [await backend.memberClient(), await backend.memberClient()];
  const tokens = [(await sessionOf(here)).access_token, (await sessionOf(there)).access_token];
  expect((await here.auth.signOut({ scope })).error).toBeNull();
  const expected = { local: [401, 200], global: [401, 401], others: [200, 401] }[scope];
  for (const [at, token] of tokens.entries()) {
    expect((await ask('/rest/v1/app_settings', bearer(token))).status).toBe(expected[at]);
  }
});

test('a signed-out session is over for the server, and cannot be renewed', async () => {
  const client = await backend.memberClient();
  const { access_token, refresh_token } = await sessionOf(client);
  expect((await client.auth.getUser()).data.user?.email).toBe('member@example.com');
  await client.auth.signOut();
  const { status, body } = await ask('/auth/v1/user', bearer(access_token));
  expect([status, body]).toEqual([403, expect.objectContaining({ error_code: 'session_not_found' })]);
  const { error } = await backend.anonClient().auth.refreshSession({ refresh_token });
  expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
});

test('a password is changed by its owner', async () => {
  const email = 'changer@example.com';
  const client = await backend.memberClient(email);
  expect((await client.auth.updateUser({ password: 'short' })).error).toMatchObject({
    status: 422,
    code: 'weak_password',
  });
  expect((await client.auth.updateUser({ password: TEST_PASSWORD })).error).toMatchObject({
    status: 422,
    code: 'same_password',
  });
  expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull();
  const again = backend.anonClient().auth;
  expect((await again.signInWithPassword({ email, password: TEST_PASSWORD })).error?.code).toBe('invalid_credentials');
  expect((await again.signInWithPassword({ email, password: 'battery staple' })).error).toBeNull();
});

test('requests without a key, or with a wrong one, are refused', async () => {
  for (const path of ['/rest/v1/app_settings', '/auth/v1/settings']) {
    expect(await ask(path, {}, null)).toMatchObject({ status: 401, body: { message: 'No API key found in request' } });
    expect(await ask(path, {}, 'sb_publishable_wrong')).toMatchObject({
      status: 401,
      body: { message: 'Invalid API key' },
    });
  }
});

test('tokens that are not ours are refused', async () => {
  const { access_token, user } = await sessionOf(await backend.memberClient());
  const [header = '', payload = '', signature = ''] = access_token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const sign = (key: Uint8Array, expires: string | number) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setExpirationTime(expires).sign(key);
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  const raised = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString('base64url');
  const noSession = new SignJWT({ sub: user.id, role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h');
  const bad = {
    garbage: 'garbage',
    'another project': await sign(new TextEncoder().encode('a secret of another project, 32 bytes or more'), '1h'),
    'alg none, signed': `${none}.${payload}.${signature}`,
    'another role': `${header}.${raised}.${signature}`,
    'no session': await noSession.sign(await secret()),
  };
  for (const [name, token] of Object.entries(bad)) {
    const { status, body } = await ask('/rest/v1/app_settings', bearer(token));
    expect(status, name).toBe(401);
    expect(body, name).toMatchObject({ code: 'PGRST301' });
    // As on hosted Supabase, /user accepts a token with a valid signature even without a session.
    if (name !== 'no session') expect([401, 403], name).toContain((await ask('/auth/v1/user', bearer(token))).status);
  }
  const expired = await sign(await secret(), Math.floor(Date.now() / 1000) - 60);
  expect(await ask('/rest/v1/app_settings', bearer(expired))).toMatchObject({
    status: 401,
    body: { code: 'PGRST303', message: 'JWT expired' },
  });
});

test('a removed account is out at once', async () => {
  const client = await backend.memberClient('leaver@example.com');
  const { access_token } = await sessionOf(client);
  await backend.connection.accounts.remove('leaver@example.com');
  expect((await ask('/rest/v1/app_settings', bearer(access_token))).status).toBe(401);
});

test('the library that answers /auth/v1 leaves Node its own function for warnings', () =>
  expect(Object.getOwnPropertyDescriptor(process, 'emitWarning')).toMatchObject({
    value: emitWarning,
    writable: true,
  }));
