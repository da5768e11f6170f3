import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerClient } from '../../../../../server/supabase/client.ts';
import { openTestBackend, TEST_PASSWORD, type TestBackend } from '../../../../helpers/embedded.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend?.close());

const admin = () => backend.connection.admin.auth.admin;

test('a user is made, who signs in and is no member', async () => {
  const made = await admin().createUser({
    email: 'New@Example.com',
    password: TEST_PASSWORD,
    email_confirm: true,
    user_metadata: { name: 'New' },
  });
  expect(made.error).toBeNull();
  expect(made.data.user).toMatchObject({
    email: 'new@example.com',
    aud: 'authenticated',
    role: 'authenticated',
    user_metadata: { name: 'New' },
    app_metadata: { provider: 'email' },
    identities: [{ provider: 'email', identity_data: { email: 'new@example.com' } }],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const client = backend.anonClient();
  const { data, error } = await client.auth.signInWithPassword({ email: 'new@example.com', password: TEST_PASSWORD });
  expect(error).toBeNull();
  expect(data.user?.user_metadata).toMatchObject({ name: 'New' });
  expect((await client.from('puppeteer_scripts').select()).data).toEqual([]);
  expect(await backend.connection.verify(data.session?.access_token ?? '')).toMatchObject({ rights: null });
  expect((await admin().getUserById(made.data.user?.id ?? '')).data.user?.email).toBe('new@example.com');
});

test('an address that is taken, one that is none, and a weak password are refused', async () => {
  await admin().createUser({ email: 'taken@example.com', password: TEST_PASSWORD });
  expect((await admin().createUser({ email: 'TAKEN@example.com', password: TEST_PASSWORD })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
  expect((await admin().createUser({ email: 'nobody', password: TEST_PASSWORD })).error).toMatchObject({ status: 400 });
  expect((await admin().createUser({ email: 'a@example.com', password: 'short' })).error?.status).toBe(422);
});

test('users are listed page by page', async () => {
  for (const name of ['a', 'b', 'c'])
    await admin().createUser({ email: `${name}@list.example`, password: TEST_PASSWORD });
  const all = await admin().listUsers();
  expect(all.data.users.map(({ email }) => email)).toEqual(
    expect.arrayContaining(['a@list.example', 'b@list.example', 'c@list.example']),
  );
  const first = await admin().listUsers({ page: 1, perPage: 2 });
  expect(first.data.users).toHaveLength(2);
  expect(first.data).toMatchObject({ total: all.data.users.length, nextPage: 2 });
});

test('a deleted user is out at once', async () => {
  const { data } = await admin().createUser({ email: 'gone@example.com', password: TEST_PASSWORD });
  const client = backend.anonClient();
  await client.auth.signInWithPassword({ email: 'gone@example.com', password: TEST_PASSWORD });
  expect((await client.from('puppeteer_scripts').select()).status).toBe(200);
  expect((await admin().deleteUser(data.user?.id ?? '')).error).toBeNull();
  expect((await client.from('puppeteer_scripts').select()).status).toBe(401);
  expect((await admin().deleteUser(crypto.randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found' });
});

test('nobody else may', async () => {
  const { inProcessUrl, publishableKey, fetch } = backend.connection;
  const accessToken = await backend.memberToken();
  for (const client of [
    backend.anonClient(),
    createServerClient(inProcessUrl, publishableKey, { fetch, accessToken }),
  ]) {
    const before = await backend.connection.accounts.count();
    expect((await client.auth.admin.listUsers()).error).not.toBeNull();
    expect(
      (await client.auth.admin.createUser({ email: 'x@example.com', password: TEST_PASSWORD })).error,
    ).not.toBeNull();
    expect(await backend.connection.accounts.count()).toBe(before);
  }
});
