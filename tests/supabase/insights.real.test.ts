import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Json } from '../../shared/workspace/database.ts';
import { claimsBackend } from '../helpers/claims.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

const claims = claimsBackend();
const rows = publishingRows(claims);
const admin = () => claims.backend.connection.admin;
const DAY_MS = 24 * 3_600_000;
const NOON = Date.parse('2031-01-15T12:00:00Z');

let account: string;
beforeEach(async () => {
  await rows.clear();
  account = (await rows.addAccount(null, 'mastodon')).id;
});

/** Adds a post published `daysAgo` with its metrics. Returns the id of its delivery. */
async function published(
  daysAgo: number,
  figures: Json | null,
  at: { account_id: string | null } = { account_id: account },
) {
  const post = await rows.addPost(['mastodon']);
  const published_at = new Date(NOON - daysAgo * DAY_MS).toISOString();
  const row = { ...at, scheduled_post_id: post, platform: 'mastodon' as const, state: 'published' as const };
  const sent = admin()
    .from('post_deliveries')
    .insert({ ...row, published_at, figures: figures as never });
  return (await sent.select('id').single().throwOnError()).data.id;
}
type Success = { delivery_id: string; engagement: number | null; success: number | null };
const successes = async (of: string | null = account) => {
  const told = await claims.call<Success[]>('post_successes', { account: of, at: new Date(NOON).toISOString() });
  return Object.fromEntries(told.map(({ delivery_id: id, ...rest }) => [id, [rest.engagement, rest.success]]));
};

test('success is engagement beside the median of the account, from five posts on that are a day old', async () => {
  const four = [];
  for (const likes of [2, 4, 6, 8]) four.push(await published(likes, { likes }));
  const young = await published(0.5, { likes: 90 });
  expect(Object.values(await successes()).map(([, success]) => success)).toEqual([null, null, null, null, null]);
  const old = await published(200, { likes: 600 });
  const unknown = await published(3, { reach: 10 });
  expect((await successes())[String(old)]).toEqual([600, null]);
  const fifth = await published(9, { likes: 1, comments: 9, watchSeconds: 500 });
  const known = await successes(null);
  // The median of 2, 4, 6, 8 and 10.
  expect(four.map((id) => known[id]?.[1])).toEqual([2 / 6, 4 / 6, 1, 8 / 6]);
  expect([fifth, old, young, unknown].map((id) => known[id])).toEqual([
    [10, 10 / 6],
    [600, 100],
    [90, null],
    [null, null],
  ]);
});

test.each([
  ['reach', [10, 20, 40, 0, 5, 8], [1, 0.5, 0.25, null, 2, 1.25]],
  ['impressions', [5, 10, 20, 40, 10, undefined], [2, 1, 0.5, 0.25, 1, null]],
])('it is a rate by %s where most posts have that', async (name, seen, expected) => {
  const ids = [];
  for (const times of seen) ids.push(await published(5, { likes: 10, ...(times !== undefined && { [name]: times }) }));
  const known = await successes();
  expect(ids.map((id) => known[id]?.[1])).toEqual(expected);
});

test('where most posts get nothing the mean is usual, and where all do nothing is said', async () => {
  const ids = [];
  for (const likes of [0, 0, 0, 0, 5]) ids.push(await published(5, { likes }));
  expect((await successes())[String(ids[4])]).toEqual([5, 5]);
  await admin()
    .from('post_deliveries')
    .update({ figures: { likes: 0 } })
    .eq('id', String(ids[4]))
    .throwOnError();
  expect((await successes())[String(ids[4])]).toEqual([0, null]);
});

test('facts follow the post, its account, and figures that are none', async () => {
  const id = await published(5, { likes: 3, comments: -1, shares: 'x', saves: 1e300 });
  const facts = async () =>
    (await admin().from('post_facts').select().eq('delivery_id', id).maybeSingle().throwOnError()).data;
  expect(await facts()).toMatchObject({
    likes: 3,
    comments: null,
    shares: null,
    saves: null,
    engagement: 3,
    account_id: account,
    media: 'text',
    characters: 6,
    hashtags: [],
  });
  const content = String((await facts())?.content_id);
  await admin()
    .from('generated_content')
    .update({ caption: 'Two loaves', hashtags: ['#Rye', '#rye'], labels: ['Bread'] })
    .eq('id', content)
    .throwOnError();
  expect(await facts()).toMatchObject({ characters: 10, hashtags: ['#rye'], labels: ['bread'] });
  await rows.remove({ id: account } as never);
  expect(await facts()).toMatchObject({ account_id: account });
  await admin().from('post_deliveries').update({ state: 'failed' }).eq('id', id).throwOnError();
  expect(await facts()).toBeNull();
  await published(1, null, { account_id: null });
  expect(await successes(randomUUID())).toEqual({});
});
