import { beforeEach, expect, test } from 'vitest';
import type { Database } from '../../shared/workspace/database.ts';
import { claimsBackend } from '../helpers/claims.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

const claims = claimsBackend();
const rows = publishingRows(claims);
const admin = () => claims.backend.connection.admin;
type Settings = Database['public']['Tables']['app_settings']['Update'];

let account: string;
let count = 0;
beforeEach(async () => {
  await rows.clear();
  await admin().from('post_comments').delete().not('id', 'is', null).throwOnError();
  await admin().from('app_settings').delete().not('id', 'is', null).throwOnError();
  await admin().from('app_settings').insert({ timezone: 'Europe/Paris' }).throwOnError();
  account = (await rows.addAccount(null, 'bluesky')).id;
});

const set = (settings: Settings) => admin().from('app_settings').update(settings).not('id', 'is', null).throwOnError();
const comes = (seen_at: string, more: object = {}) => {
  count += 1;
  const row = { account_id: account, platform: 'bluesky' as const, remote_id: String(count), kind: 'comment' as const };
  return admin()
    .from('post_comments')
    .insert({ ...row, author_name: `No. ${count}`, text: 'Lovely', written_at: seen_at, seen_at, ...more })
    .throwOnError();
};
const told = async (at: string) => (await admin().rpc('claim_answer_notice', { at }).throwOnError()).data.length;

test('answers are told of once, at most every few hours, whoever looks', async () => {
  await set({ answers_notify: 'hours', answers_notify_hours: 3 });
  expect(await told('2031-01-15T12:00Z')).toBe(0);
  await comes('2031-01-15T12:00Z');
  await comes('2031-01-15T12:00Z');
  expect([await told('2031-01-15T12:01Z'), await told('2031-01-15T12:02Z')]).toEqual([2, 0]);
  await comes('2031-01-15T13:00Z');
  expect([await told('2031-01-15T15:00Z'), await told('2031-01-15T15:01Z')]).toEqual([0, 1]);
  await comes('2031-01-15T19:00Z');
  const both = await Promise.all([told('2031-01-15T19:01Z'), told('2031-01-15T19:01Z')]);
  expect(both.sort()).toEqual([0, 1]);
});

test('daily is from eight in the morning, where the workspace is', async () => {
  await set({ answers_notify: 'daily', answers_notified_at: '2031-01-15T07:30Z' });
  await comes('2031-01-15T12:00Z');
  expect([await told('2031-01-15T23:30Z'), await told('2031-01-16T06:59Z')]).toEqual([0, 0]);
  expect([await told('2031-01-16T07:00Z'), await told('2031-01-16T09:00Z')]).toEqual([1, 0]);
});

test.each([
  ['own ones', { is_own: true }],
  ['what was there before', { is_backlog: true }],
  ['what was read', { state: 'read' }],
  ['what is gone', { deleted_at: '2031-01-15T12:00Z' }],
  ['what is hidden', { hidden: true }],
])('nobody is told of %s', async (_, more) => {
  await comes('2031-01-15T12:00Z', more);
  expect(await told('2031-01-15T12:01Z')).toBe(0);
});

test('never is never; later it tells of what comes from then on', async () => {
  await set({ answers_notify: 'never' });
  await comes('2020-01-15T12:00Z');
  expect(await told('2031-01-15T12:01Z')).toBe(0);
  await set({ answers_notify: 'hours' });
  expect(await told('2031-01-15T12:01Z')).toBe(0);
  await comes('2031-01-15T12:02Z');
  expect(await told('2031-01-15T12:03Z')).toBe(1);
});
