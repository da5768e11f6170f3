import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryState, PostStatus, SocialAccountsRow } from '../../shared/workspace/database.ts';
import { at, claimsBackend } from '../helpers/claims.ts';

const claims = claimsBackend();
const REMOTE = { remote_id: '17', remote_url: 'https://x.example/17' };

let accounts: SocialAccountsRow[];
let post: string;
beforeEach(async () => {
  for (const table of ['social_accounts', 'generated_content'] as const) {
    await claims.member.from(table).delete().not('id', 'is', null).throwOnError();
  }
  const labels = ['bakery', 'bakery_2'].map((account_label) => ({ platform: 'twitter' as const, account_label }));
  accounts = (await claims.member.from('social_accounts').insert(labels).select().throwOnError()).data;
  post = await addPost('scheduled');
});

async function addPost(status: PostStatus): Promise<string> {
  const content = { content_type: 'text' as const, status: 'scheduled' as const, caption: 'A loaf' };
  const made = await claims.member.from('generated_content').insert(content).select('id').single().throwOnError();
  const place = { content_id: made.data.id, scheduled_time: at(), status };
  return (await claims.member.from('scheduled_posts').insert(place).select('id').single().throwOnError()).data.id;
}
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
const deliveries = async () =>
  (await claims.member.from('post_deliveries').select().eq('scheduled_post_id', post).order('id').throwOnError()).data;
const remove = (account: SocialAccountsRow | undefined) =>
  claims.member.from('social_accounts').delete().eq('id', String(account?.id)).throwOnError();
const bringBack = (account: SocialAccountsRow | undefined) =>
  claims.member
    .from('social_accounts')
    .upsert(account as SocialAccountsRow)
    .throwOnError();
async function postAndContent() {
  const columns = 'status, generated_content(status, saved_at)';
  return (await claims.member.from('scheduled_posts').select(columns).eq('id', post).single().throwOnError()).data;
}
/** Without what only says when a row was touched. */
const asBefore = (rows: { id: string; updated_at: string }[]) =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1)).map((row) => ({ ...row, updated_at: expect.any(String) }));

test('two accounts of one platform may be removed one after the other; what they published stays known', async () => {
  const [first, second] = accounts;
  const before = [await deliver(first, 'published', REMOTE), await deliver(second)];
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
  const { id } = await deliver(accounts[0]);
  const owner = randomUUID();
  const due = { owner, lease_seconds: 60, most: 5, at: at() };
  expect(await claims.call('claim_due_deliveries', due)).toMatchObject([{ id }]);
  await remove(accounts[0]);
  expect(await claims.call('begin_publishing', { delivery: id, owner, lease_seconds: 60, at: at() })).toBe(false);
  expect(await claims.call('finish_delivery', { delivery: id, owner, state: 'failed' })).toBe(false);
  expect(await postAndContent()).toMatchObject({
    status: 'cancelled',
    generated_content: { status: 'draft', saved_at: expect.any(String) },
  });
  await bringBack(accounts[0]);
  expect(await postAndContent()).toEqual({
    status: 'publishing',
    generated_content: { status: 'scheduled', saved_at: null },
  });
  expect(await claims.call('claim_due_deliveries', due)).toMatchObject([{ id, attempt: 2 }]);
});

test('a call that may have been made is left to be looked into', async () => {
  const { id } = await deliver(accounts[0], 'publishing', { lease_owner: randomUUID(), lease_until: at() });
  await remove(accounts[0]);
  const owner = randomUUID();
  const lost = await claims.call('claim_lost_deliveries', { owner, lease_seconds: 60, most: 5, at: at(1) });
  expect(lost).toMatchObject([{ id, state: 'publishing', account_label: 'bakery' }]);
  expect(await claims.call('finish_delivery', { delivery: id, owner, state: 'needs_review' })).toBe(true);
});

test('the rest of a post goes on, and a post that the person cancelled meanwhile stays cancelled', async () => {
  await deliver(accounts[0]);
  await deliver(accounts[1]);
  await claims.member.from('scheduled_posts').update({ status: 'publishing' }).eq('id', post).throwOnError();
  await remove(accounts[0]);
  expect((await postAndContent()).status).toBe('publishing');
  await remove(accounts[1]);
  await bringBack(accounts[1]);
  expect((await postAndContent()).status).toBe('publishing');
  await claims.member.from('scheduled_posts').update({ status: 'cancelled' }).eq('id', post).throwOnError();
  await bringBack(accounts[0]);
  expect((await postAndContent()).status).toBe('cancelled');
});

test('a post that comes to nothing leaves its text as a kept draft', async () => {
  const { id } = await deliver(accounts[0]);
  const owner = randomUUID();
  await claims.call('claim_due_deliveries', { owner, lease_seconds: 60, most: 5, at: at() });
  await claims.call('finish_delivery', { delivery: id, owner, state: 'cancelled' });
  expect((await postAndContent()).generated_content).toMatchObject({ status: 'draft', saved_at: expect.any(String) });
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
    const states = (await deliveries()).map(({ state, lease_owner }) => [state, lease_owner]);
    expect(states.sort()).toEqual([
      ['cancelled', null],
      ['needs_review', null],
    ]);
    expect(await postAndContent()).toMatchObject({ status: 'needs_review' });
  });
});
