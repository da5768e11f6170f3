import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Client } from '../../../../../server/supabase/connection.ts';
import { openTestBackend, type TestBackend } from '../../../../helpers/embedded.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;

let backend: TestBackend;
let member: Client;
beforeAll(async () => {
  backend = await openTestBackend();
  member = await backend.memberClient();
});
afterAll(() => backend?.close());
afterEach(async () => {
  await member.from('puppeteer_scripts').delete().not('id', 'is', null);
  await member.from('app_settings').delete().not('id', 'is', null);
});

test('single() without a row is PGRST116, maybeSingle() null', async () => {
  const single = await member.from('app_settings').select().single();
  expect(single.status).toBe(406);
  expect(single.error).toMatchObject({
    code: 'PGRST116',
    details: 'The result contains 0 rows',
    hint: null,
    message: 'Cannot coerce the result to a single JSON object',
  });
  const maybe = await member.from('app_settings').select().maybeSingle();
  expect(maybe).toMatchObject({ data: null, error: null });
});

test('single() with many rows is PGRST116', async () => {
  await member.from('puppeteer_scripts').insert([{ name: 'A' }, { name: 'B' }]);
  const { error, status } = await member.from('puppeteer_scripts').select().single();
  expect(status).toBe(406);
  expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' });
});

test.for(['name', 'n:name'])('a change that single() refuses changes nothing (select %s)', async (columns) => {
  await member.from('puppeteer_scripts').insert([{ name: 'A' }, { name: 'B' }]);
  const { error } = await member
    .from('puppeteer_scripts')
    .update({ name: 'C' })
    .in('name', ['A', 'B'])
    .select(columns)
    .single();
  expect(error?.code).toBe('PGRST116');
  const { data } = await member.from('puppeteer_scripts').select('name').order('name');
  expect(data).toEqual([{ name: 'A' }, { name: 'B' }]);
});

test('the settings row is made of defaults, and saved', async () => {
  const made = await member.from('app_settings').insert({}).select().single();
  expect(made.data).toMatchObject({
    timezone: 'UTC',
    posting_hours_start: 8,
    posting_hours_end: 22,
    warmup_enabled: true,
  });
  const id = made.data?.id ?? '';
  const saved = await member
    .from('app_settings')
    .update({ timezone: 'Asia/Tokyo', warmup_enabled: false })
    .eq('id', id);
  expect(saved).toMatchObject({ error: null, status: 204 });
  const { data } = await member.from('app_settings').select('timezone, warmup_enabled').single();
  expect(data).toEqual({ timezone: 'Asia/Tokyo', warmup_enabled: false });
});

test('counts come by HEAD', async () => {
  await member.from('puppeteer_scripts').insert([{ name: 'A' }, { name: 'B' }]);
  expect(await member.from('puppeteer_scripts').select('id', { count: 'exact', head: true })).toMatchObject({
    count: 2,
    data: null,
    error: null,
  });
  expect(await member.from('app_settings').select('id', { count: 'exact', head: true })).toMatchObject({ count: 0 });
});

test('timestamps are ISO 8601 with T and +00:00, at every depth', async () => {
  const { data: content } = await member
    .from('generated_content')
    .insert({ content_type: 'text', saved_at: '2026-05-06T07:08:09.5+02:00' })
    .select()
    .single();
  expect(content?.saved_at).toBe('2026-05-06T05:08:09.5+00:00');
  expect(content?.created_at).toMatch(ISO);
  const { data: post } = await member
    .from('scheduled_posts')
    .insert({ content_id: content?.id ?? '', scheduled_time: '2026-06-01T00:00:00Z' })
    .select('scheduled_time, updated_at, generated_content(created_at)')
    .single();
  expect(post).toEqual({
    scheduled_time: '2026-06-01T00:00:00+00:00',
    updated_at: expect.stringMatching(ISO),
    generated_content: { created_at: content?.created_at },
  });
  const { data: user } = await member.auth.getUser();
  expect(user.user?.created_at).toMatch(ISO);
  expect(user.user?.last_sign_in_at).toMatch(ISO);
});

test('an unknown table is PGRST205, with the one that was meant', async () => {
  const { error, status } = await member.from('puppeteer_script' as 'puppeteer_scripts').select();
  expect(status).toBe(404);
  expect(error).toMatchObject({
    code: 'PGRST205',
    message: "Could not find the table 'public.puppeteer_script' in the schema cache",
    hint: "Perhaps you meant the table 'public.puppeteer_scripts'",
    details: null,
  });
});

test('an unknown column is 42703 when read and PGRST204 when written', async () => {
  const read = await member.from('puppeteer_scripts').select('nope');
  expect(read).toMatchObject({ status: 400, error: { code: '42703' } });
  const written = await member.from('puppeteer_scripts').insert({ name: 'A', nope: 1 } as never);
  expect(written).toMatchObject({
    status: 400,
    error: { code: 'PGRST204', message: "Could not find the 'nope' column of 'puppeteer_scripts' in the schema cache" },
  });
});

test('an unknown relation is PGRST200, an unknown function PGRST202', async () => {
  expect(await member.from('puppeteer_scripts').select('*, nope(*)')).toMatchObject({
    status: 400,
    error: { code: 'PGRST200' },
  });
  expect(await member.rpc('nope' as 'is_member')).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
});

test('what users do wrong is not printed', async () => {
  const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'info'), vi.spyOn(console, 'log')];
  await member.from('social_accounts').insert({ platform: 'nope' as 'instagram', account_label: '' });
  await member.from('nope' as 'members').select();
  await member.from('puppeteer_scripts').select().filter('id', 'nope', 1);
  await member.from('puppeteer_scripts').select('nope');
  await member.from('puppeteer_scripts').select().filter('nope', 'eq', 1);
  await member.auth.signInWithPassword({ email: 'nobody@example.com', password: 'wrong one' });
  for (const method of printed) {
    expect(method).not.toHaveBeenCalled();
    method.mockRestore();
  }
});

test('only the schema public is exposed', async () => {
  for (const schema of ['auth', 'storage', 'private', 'supabase_migrations', 'pg_catalog']) {
    const { error, status } = await member
      .schema(schema as 'public')
      .from('members')
      .select();
    expect(status).toBe(406);
    expect(error?.code).toBe('PGRST106');
  }
  for (const table of ['auth.users', 'storage.objects', 'users', 'objects', 'sessions', 'pg_class']) {
    const { data, status } = await backend.connection.admin.from(table as 'members').select();
    expect(data).toBeNull();
    expect(status).toBe(404);
  }
});
