import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestBackend, type TestBackend } from '../../../helpers/embedded.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend?.close());

test('a member signs in, writes a row and reads it back', async () => {
  const member = await backend.memberClient();
  const inserted = await member
    .from('social_accounts')
    .insert({ platform: 'instagram', account_label: 'IG_Main', is_logged_in: false })
    .select()
    .single();
  expect(inserted.error).toBeNull();
  const { data } = await member.from('social_accounts').select().order('created_at', { ascending: false });
  expect(data).toEqual([inserted.data]);
});

test("Node's own warnings stay warnings", async () => {
  const warned = once(process, 'warning');
  process.emitWarning(new Error('too many listeners, say'));
  expect((await warned)[0].message).toBe('too many listeners, say');
});
