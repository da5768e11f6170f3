import { afterEach, expect, test, vi } from 'vitest';
import { openTestBackend } from '../../../../helpers/embedded.ts';
import { ofFile } from '../../../../helpers/of-file.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;

const backend = ofFile(() => openTestBackend());
const member = ofFile(() => backend.memberClient());
afterEach(async () => {
  await member.from('puppeteer_scripts').delete().not('id', 'is', null);
  await member.from('app_settings').delete().not('id', 'is', null);
});

/** As PostgREST answers since 12.2; the one that the other cases are held against is older. */
test('names one row that is none or many, and a table and a column that there are not, in the words of today', async () => {
  const one = { code: 'PGRST116', hint: null, message: 'Cannot coerce the result to a single JSON object' };
  const settings = await member.from('app_settings').select().single();
  expect(settings).toMatchObject({ status: 406, error: { ...one, details: 'The result contains 0 rows' } });
  expect(await member.from('app_settings').select().maybeSingle()).toMatchObject({ data: null, error: null });
  await member.from('puppeteer_scripts').insert([{ name: 'A' }, { name: 'B' }]);
  const scripts = await member.from('puppeteer_scripts').select().single();
  expect(scripts).toMatchObject({ status: 406, error: { ...one, details: 'The result contains 2 rows' } });
  const table = {
    code: 'PGRST205',
    message: "Could not find the table 'public.puppeteer_script' in the schema cache",
    hint: "Perhaps you meant the table 'public.puppeteer_scripts'",
  };
  const unknown = await member.from('puppeteer_script' as 'puppeteer_scripts').select();
  expect(unknown).toMatchObject({ status: 404, error: table });
  const message = "Could not find the 'nope' column of 'puppeteer_scripts' in the schema cache";
  const written = await member.from('puppeteer_scripts').insert({ name: 'A', nope: 1 } as never);
  expect(written).toMatchObject({ status: 400, error: { code: 'PGRST204', message } });
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
    expect([status, error?.code]).toEqual([406, 'PGRST106']);
  }
  for (const table of ['auth.users', 'storage.objects', 'users', 'objects', 'sessions', 'pg_class']) {
    const { data, status } = await backend.connection.admin.from(table as 'members').select();
    expect(data).toBeNull();
    expect(status).toBe(404);
  }
});
