import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryState, PostStatus, SocialAccountsRow } from '../../shared/workspace/database.ts';
import { at, claimsBackend } from '../helpers/claims.ts';
import { publishingRows } from '../helpers/publishing-rows.ts';

const claims = claimsBackend();
const rows = publishingRows(claims);
const { open, claim, begin, finish, remove, bringBack } = rows;

const URL = 'https://x.example/17';
const REMOTE = { parts: [{ remoteId: '17', url: URL }], remote_url: URL };
const agent = randomUUID();

let accounts: SocialAccountsRow[];
let post: string;
beforeEach(async () => {
  await rows.clear();
  accounts = [];
  for (const account_label of ['bakery', 'bakery_2']) {
    const row = { platform: 'twitter' as const, account_label };
    const { data } = await claims.member.from('social_accounts').insert(row).select().single().throwOnError();
    await rows.connect(data, agent);
    accounts.push(data);
  }
  post = await rows.addPost();
});

const addPost = (status: PostStatus) => rows.addPost(['twitter'], { status });
async function deliver(account: SocialAccountsRow | undefined, state: DeliveryState = 'pending', more: object = {}) {
  const row = {
    scheduled_post_id: post,
    platform: 'twitter' as const,
    account_id: account?.id ?? null,
    state,
    ...more,
  };
  return (await claims.member.from('post_deliveries').insert(row).select().single().throwOnError()).data;
}
const deliveries = () => rows.deliveries(post);
const postAndContent = async () => (await rows.post(post)) as { status: string; generated_content: object };
/** Matches the rows as they were, except for the times of the last change and of the next check for comments. */
const asBefore = (rows: { id: string; updated_at: string; answers_due: string | null }[]) =>
  [...rows]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => ({
      ...row,
      updated_at: expect.any(String),
      answers_due: expect.toBeOneOf([null, expect.any(String)]),
    }));

test('two accounts of one platform may be removed one after the other; what they published stays known', async () => {
  const [first, second] = accounts;
  post = await addPost('needs_review');
  const waiting = await deliver(second, 'waiting', { waits_for: 'by_hand' });
  const before = [await deliver(first, 'published', REMOTE), waiting];
  await remove(first);
  await remove(second);
  const rows = await deliveries();
  expect(rows.find(({ id }) => id === before[0]?.id)).toMatchObject({
    ...REMOTE,
    state: 'published',
    account_id: null,
    account_label: 'bakery',
  });
  expect(rows.find(({ id }) => id === before[1]?.id)).toMatchObject({ state: 'cancelled', account_label: 'bakery_2' });
  await bringBack(second);
  await bringBack(first);
  expect(await deliveries()).toEqual(asBefore(before));
});

test('an account has one delivery of a post, and so have people', async () => {
  await deliver(accounts[0]);
  await deliver(undefined);
  await expect(deliver(accounts[0])).rejects.toMatchObject({ code: '23505' });
  await expect(deliver(undefined)).rejects.toMatchObject({ code: '23505' });
});

test('what is being prepared for a removed account is not published any more', async () => {
  await rows.disconnect(accounts[1] as SocialAccountsRow);
  await open();
  const owner = randomUUID();
  const [delivery] = await claim(agent, owner);
  await remove(accounts[0]);
  expect([await begin(delivery?.id, owner), await finish(delivery?.id, owner, 'failed')]).toEqual([false, false]);
  expect(await postAndContent()).toMatchObject({
    status: 'cancelled',
    generated_content: { status: 'draft', saved_at: expect.any(String) },
  });
  await bringBack(accounts[0]);
  expect(await postAndContent()).toMatchObject({
    status: 'needs_review',
    generated_content: { status: 'scheduled', saved_at: null },
  });
  expect(await claim(agent, owner), 'its agent must bring the channel back').toEqual([]);
  await rows.connect(accounts[0] as SocialAccountsRow, agent);
  expect((await postAndContent()).status).toBe('publishing');
  expect(await claim(agent, owner)).toMatchObject([{ id: delivery?.id, attempt: 1 }]);
});

test('a call that may have been made is left to be looked into, and to nobody’s retry', async () => {
  await open();
  const owner = randomUUID();
  const [sent, absent] = await claim(agent, owner);
  for (const delivery of [sent, absent]) expect(await begin(delivery?.id, owner)).toBe(true);
  for (const account of accounts) await remove(account);
  expect((await postAndContent()).status).toBe('publishing');
  const found = await rows.lost(randomUUID(), owner, at(60_001));
  expect(found.map(({ state, account_label }) => `${state} ${account_label}`).sort()).toEqual([
    'publishing bakery',
    'publishing bakery_2',
  ]);
  expect(await finish(sent?.id, owner, 'needs_review')).toBe(true);
  expect(await finish(absent?.id, owner, 'pending')).toBe(true);
  await open();
  expect(await rows.delivery(absent?.id)).toMatchObject({ state: 'cancelled', state_before_removal: 'pending' });
  expect((await postAndContent()).status).toBe('needs_review');
});

test('the rest of a post goes on, and a post that the person cancelled meanwhile stays cancelled', async () => {
  await open();
  await remove(accounts[0]);
  expect((await postAndContent()).status).toBe('publishing');
  await remove(accounts[1]);
  await bringBack(accounts[1]);
  await rows.connect(accounts[1] as SocialAccountsRow, agent);
  expect([(await postAndContent()).status, await rows.cancelPost(post)]).toEqual(['publishing', 'done']);
  await bringBack(accounts[0]);
  expect((await postAndContent()).status).toBe('cancelled');
  expect(new Set((await deliveries()).map(({ state }) => state))).toEqual(new Set(['cancelled']));
});

test('an account that comes back has no part in a post that was scheduled anew without it', async () => {
  await open();
  for (const account of accounts) await remove(account);
  expect(await rows.restorePost(post, at())).toBe('done');
  const states = async () => (await deliveries()).map(({ state, waits_for }) => waits_for ?? state).sort();
  await bringBack(accounts[0]);
  expect([await states(), (await postAndContent()).status]).toEqual([['cancelled', 'cancelled'], 'scheduled']);
  await remove(accounts[0]);
  await open();
  await bringBack(accounts[0]);
  await bringBack(accounts[1]);
  expect(await states()).toEqual(['by_hand', 'cancelled', 'cancelled']);
});

test('an account that comes back leaves alone a post whose text has another place by now', async () => {
  await open();
  for (const account of accounts) await remove(account);
  const { content_id } = await rows.post(post);
  await claims.call('schedule_content', { content: content_id, moment: at(1000) });
  await bringBack(accounts[0]);
  expect((await postAndContent()).status).toBe('cancelled');
});

test('a post that comes to nothing leaves its text as a kept draft', async () => {
  await rows.disconnect(accounts[1] as SocialAccountsRow);
  await open();
  const owner = randomUUID();
  const [delivery] = await claim(agent, owner);
  await finish(delivery?.id, owner, 'cancelled');
  expect((await postAndContent()).generated_content).toMatchObject({ status: 'draft', saved_at: expect.any(String) });
});

describe('an account is restored', () => {
  const run = async (account: SocialAccountsRow | undefined) => {
    const row = { account_id: String(account?.id), owner: agent, status: 'success' } as const;
    const warmups = claims.member.from('warmup_runs').insert({ ...row, lease_until: at(), counts: { likes: 3 } });
    const scripts = claims.member.from('script_runs').insert(row);
    return {
      warmups: (await warmups.select().throwOnError()).data,
      scripts: (await scripts.select('id').throwOnError()).data.map(({ id }) => id),
    };
  };
  const accountOf = async (script: string | undefined) =>
    (await claims.member.from('script_runs').select('account_id').eq('id', String(script)).single().throwOnError())
      .data;
  const rowsOf = async (account: SocialAccountsRow | undefined) => [
    (await claims.member.from('social_accounts').select().eq('id', String(account?.id)).throwOnError()).data,
    (await claims.member.from('warmup_runs').select().eq('account_id', String(account?.id)).throwOnError()).data,
  ];

  test('with its history, once however often that is asked', async () => {
    const [account] = accounts;
    const { warmups, scripts } = await run(account);
    await remove(account);
    expect([await rowsOf(account), await accountOf(scripts[0])]).toEqual([[[], []], { account_id: null }]);
    for (const _ of [1, 2]) await claims.call('restore_account', { account, warmups, scripts });
    expect(await rowsOf(account)).toEqual([[account], warmups]);
    expect(await accountOf(scripts[0])).toEqual({ account_id: account?.id });
  });

  test('as a whole or not at all, and never by a stranger', async () => {
    const [account] = accounts;
    const { warmups, scripts } = await run(account);
    await remove(account);
    const unreadable = [{ ...warmups[0], status: 'none' }];
    await expect(claims.call('restore_account', { account, warmups: unreadable, scripts })).rejects.toMatchObject({
      code: '23514',
    });
    for (const client of [await claims.backend.strangerClient(), claims.backend.anonClient()]) {
      const asked = claims.call('restore_account', { account, warmups, scripts }, client);
      await expect(asked).rejects.toMatchObject({ code: '42501' });
    }
    expect([await rowsOf(account), await accountOf(scripts[0])]).toEqual([[[], []], { account_id: null }]);
  });
});

describe('the deliveries of a post that was deleted', () => {
  async function deleteAndRestore(between: () => PromiseLike<unknown> = async () => undefined) {
    const [{ data: content }] = [
      await claims.member.from('scheduled_posts').select('content_id').eq('id', post).single().throwOnError(),
    ];
    await claims.member.from('generated_content').delete().eq('id', content.content_id).throwOnError();
    expect(await deliveries()).toEqual([]);
    await between();
    const restored = await claims.member.rpc('restore_content', { content: content.content_id }).throwOnError();
    expect(restored.data).toBe(true);
  }

  test('come back with it, as they were', async () => {
    post = await addPost('published');
    const before = await deliver(accounts[0], 'published', REMOTE);
    await deleteAndRestore();
    expect(await deliveries()).toEqual([before]);
    expect(await postAndContent()).toMatchObject({ status: 'published' });
  });

  test('come back with the label of an account that was removed meanwhile', async () => {
    post = await addPost('published');
    await deliver(accounts[0], 'published', REMOTE);
    await deleteAndRestore(() => remove(accounts[0]));
    const removed = { account_id: null, removed_account_id: accounts[0]?.id, account_label: 'bakery' };
    expect(await deliveries()).toMatchObject([{ ...REMOTE, ...removed, state: 'published' }]);
  });

  test('are to be looked at where they may have gone out, and cancelled where they were not begun', async () => {
    post = await addPost('publishing');
    await deliver(accounts[0], 'publishing', { lease_owner: randomUUID(), lease_until: at() });
    await deliver(accounts[1]);
    await deleteAndRestore();
    expect((await deliveries()).map(({ state, lease_owner }) => [state, lease_owner]).sort()).toEqual([
      ['cancelled', null],
      ['needs_review', null],
    ]);
    expect(await postAndContent()).toMatchObject({ status: 'needs_review' });
  });

  test('are all cancelled with their account, and so is the post', async () => {
    post = await addPost('needs_review');
    await deliver(accounts[0], 'waiting', { waits_for: 'reconnect' });
    await deleteAndRestore(() => remove(accounts[0]));
    expect(await deliveries()).toMatchObject([{ state: 'cancelled', waits_for: null, account_label: 'bakery' }]);
    expect(await postAndContent()).toMatchObject({ status: 'cancelled', generated_content: { status: 'draft' } });
  });

  test('wait for what is needed by now, and their post is published where nothing is left to do', async () => {
    post = await addPost('needs_review');
    await deliver(accounts[0], 'waiting', { waits_for: 'reconnect' });
    await deliver(accounts[1], 'waiting', { waits_for: 'late' });
    await deleteAndRestore(() => rows.disconnect(accounts[1] as SocialAccountsRow));
    expect((await deliveries()).map(({ waits_for }) => waits_for).sort()).toEqual(['by_hand', 'late']);
    post = await addPost('publishing');
    await deliver(accounts[0], 'published', REMOTE);
    await deliver(accounts[1]);
    await deleteAndRestore();
    expect(await postAndContent()).toMatchObject({ status: 'published', generated_content: { status: 'published' } });
  });
});
