import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Json, SocialAccountsRow } from '../../shared/workspace/database.ts';
import { claimsBackend } from '../helpers/claims.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

const claims = claimsBackend();
const rows = publishingRows(claims);
const admin = () => claims.backend.connection.admin;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.parse('2031-01-15T12:00:00Z');
const before = (ms: number) => new Date(NOON - ms).toISOString();

let account: SocialAccountsRow;
let delivery: string;
let post: string;
beforeEach(async () => {
  await rows.clear();
  await admin().from('account_figures').delete().not('account_id', 'is', null).throwOnError();
  const row = { platform: 'mastodon' as const, account_label: 'bakery' };
  account = (await claims.member.from('social_accounts').insert(row).select().single().throwOnError()).data;
  await rows.connect(account, randomUUID());
  post = await rows.addPost(['mastodon']);
  const sent = { scheduled_post_id: post, platform: 'mastodon' as const, account_id: account.id };
  delivery = (await claims.member.from('post_deliveries').insert(sent).select().single().throwOnError()).data.id;
  await change({ state: 'published', published_at: before(2 * HOUR_MS) });
});

const change = (row: object) => admin().from('post_deliveries').update(row).eq('id', delivery).throwOnError();
const kept = async () =>
  (await admin().from('post_deliveries').select('figures, figures_due').eq('id', delivery).maybeSingle().throwOnError())
    .data;
const tell = async (told: Json, at: string, next_due?: string) =>
  (
    await admin()
      .rpc('record_post_figures', { delivery, told, at, ...(next_due && { next_due }) })
      .throwOnError()
  ).data;
const points = async () =>
  (
    await claims.member
      .from('post_figures')
      .select('taken_at, likes, reach')
      .eq('delivery_id', delivery)
      .order('taken_at')
      .throwOnError()
  ).data;
const due = async () => Date.parse((await kept())?.figures_due ?? '');

test('a published post is asked about from an hour on, and no longer when it is not published by its account', async () => {
  expect(await due()).toBe(NOON - HOUR_MS);
  await change({ account_id: null });
  expect((await kept())?.figures_due).toBeNull();
  await change({ account_id: account.id });
  expect(await due()).toBe(NOON - HOUR_MS);
  await change({ state: 'cancelled' });
  expect((await kept())?.figures_due).toBeNull();
  expect(await tell({ likes: 3 }, before(0))).toBe(false);
  expect(await points()).toEqual([]);
});

test('what is told is kept as a series, and what is known stays where less is told', async () => {
  await tell({ likes: 3, reach: 40 }, before(HOUR_MS), before(0));
  await tell({ likes: 5 }, before(0), before(-HOUR_MS));
  await tell({}, before(-HOUR_MS));
  expect(await kept()).toMatchObject({ figures: { likes: 5, reach: 40 }, figures_due: null });
  expect((await points()).map(({ likes, reach }) => [likes, reach])).toEqual([
    [3, 40],
    [5, null],
  ]);
});

test('series thin out with age: all of two days, one a day, one a week after 90 days, one in four weeks after a year', async () => {
  const ages = [0, 0.1, 1, 3, 3.1, 4, 100, 101, 102, 130, 500, 501, 502, 560];
  for (const age of ages.toReversed()) await tell({ likes: 1 }, before(age * DAY_MS));
  await admin().rpc('record_account_figures', {
    account: account.id,
    told_followers: 7,
    next_due: before(0),
    at: before(3 * DAY_MS),
  });
  for (const hours of [71, 1, 0])
    await admin()
      .rpc('record_account_figures', {
        account: account.id,
        told_followers: 7,
        next_due: before(0),
        at: before(hours * HOUR_MS),
      })
      .throwOnError();
  const left = (await points()).map(({ taken_at }) => (NOON - Date.parse(taken_at)) / DAY_MS).reverse();
  const rounded = left.map((age) => Math.round(age * 10) / 10);
  expect(rounded.filter((age) => age < 90)).toEqual([0, 0.1, 1, 3, 4]);
  // The weeks and four-week periods follow the calendar.
  expect(rounded.filter((age) => age >= 90 && age < 365).length).toBeLessThanOrEqual(3);
  expect(rounded).toContain(130);
  expect(rounded.filter((age) => age >= 365).length).toBeLessThanOrEqual(3);
  const followed = await claims.member.from('account_figures').select('followers').throwOnError();
  expect(followed.data).toHaveLength(3);
});

test('they come back with a post from the bin, and go with it when it is purged', async () => {
  await tell({ likes: 3 }, before(0));
  const { content_id: content } = (
    await admin().from('scheduled_posts').select('content_id').eq('id', post).single().throwOnError()
  ).data;
  const bin = () => claims.member.from('generated_content').delete().eq('id', content).throwOnError();
  await bin();
  await claims.member.rpc('restore_content', { content }).throwOnError();
  expect(await points()).toMatchObject([{ likes: 3 }]);
  expect(await kept()).toMatchObject({ figures: { likes: 3 } });
  await bin();
  await admin()
    .rpc('begin_purge', { most: 100, at: new Date(Date.now() + 2 * DAY_MS).toISOString() })
    .throwOnError();
  await admin().from('content_bin').delete().eq('id', content).throwOnError();
  expect(await points()).toEqual([]);
});

test('a platform that is paid for each question is counted by the month', async () => {
  await tell({ likes: 3 }, before(0));
  await tell({ likes: 3 }, before(40 * DAY_MS));
  const { data } = await admin()
    .rpc('figure_reads', { account: account.id, since: before(DAY_MS) })
    .throwOnError();
  expect(data).toEqual({ posts: 1, accounts: 0 });
});
