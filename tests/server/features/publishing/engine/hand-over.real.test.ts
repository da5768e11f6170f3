import { Temporal } from 'temporal-polyfill';
import { afterEach, expect, test } from 'vitest';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

/** The engine and the database, with Mastodon. How each platform holds posts is tested in contract.test.ts. */
const stage = publishingStage();
const HAND = 'POST /api/v1/statuses';
const TAKE_BACK = 'DELETE /api/v1/scheduled_statuses/:id';
const AWAY = { when: 'before', answer: { status: 503 } } as const;

afterEach(async () => {
  // The stage deletes a test's posts, which is refused while a platform holds them.
  await stage.admin.from('post_deliveries').delete().not('id', 'is', null).throwOnError();
});

/** An account that hands posts over 24 hours early, and a post that is due in 12. */
async function given(content: object = {}, hours = 12) {
  const { world } = stage.mastodon;
  // As if the server crashed before storing the idempotency keys.
  world.keepsKeys = false;
  const account = stage.accounts.mastodon;
  await stage.admin.from('social_accounts').update({ hand_over_hours: 24 }).eq('id', account).throwOnError();
  const due = stage.now().add({ hours });
  const post = await stage.addPost('mastodon', { caption: 'Rye bread', ...content }, due.toString());
  const engine = () => stage.engine();
  return {
    account,
    post,
    due,
    engine,
    held: () => world.scheduled.length,
    shown: () => world.statuses.length,
    main: engine(),
  };
}
const revoke = (isRevoked: boolean) => {
  for (const token of stage.mastodon.world.tokens) token.isRevoked = isRevoked;
};
const to = (due: Temporal.Instant, more: Temporal.DurationLike) => stage.setClock(due.add(more));

test('holds a post that is handed over, and publishes it once when it is due', async () => {
  const { post, due, main, shown, held, engine } = await given();
  await main.sendDue();
  const delivery = await stage.delivery(post);
  expect(delivery).toMatchObject({ state: 'handed_over', scheduled_posts: { status: 'scheduled' } });
  expect(Date.parse(delivery.held_until ?? '')).toBe(due.epochMilliseconds);
  expect([held(), shown()]).toEqual([1, 0]);
  // The engine checks once that the platform holds it; then the machine sleeps past the due time.
  stage.pass({ minutes: 11 });
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'handed_over' });
  to(due, { hours: 9 });
  await engine().sendDue();
  const over = await stage.delivery(post);
  expect(over).toMatchObject({ state: 'published', scheduled_posts: { status: 'published' } });
  expect(Date.parse(over.published_at ?? '')).toBe(due.epochMilliseconds);
  expect(over.remote_url).toMatch(/^http/);
  expect(shown()).toBe(1);
});

test('has one post where the answer to handing over was lost, and the agent died', async () => {
  const { post, due, main, shown, held, engine } = await given();
  stage.mastodon.fail(HAND, { when: 'after', answer: 'cut' });
  await main.sendDue();
  for (let look = 0; look < 4; look++) {
    stage.pass({ minutes: 11 });
    await engine().sendDue();
  }
  expect(await stage.delivery(post)).toMatchObject({ state: 'handed_over' });
  expect(held()).toBe(1);
  to(due, { minutes: 5 });
  await engine().sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  expect(shown()).toBe(1);
});

test('gives a post back before it is changed, moves it, and says why it cannot', async () => {
  const { post, due, main, held, shown } = await given();
  await main.sendDue();
  const placed = stage.admin.from('scheduled_posts').select('content_id').eq('id', post).single();
  const { content_id } = (await placed.throwOnError()).data;
  const edit = () => stage.admin.from('generated_content').update({ caption: 'Spelt bread' }).eq('id', content_id);
  expect((await edit()).error).toMatchObject({ code: '55006', hint: 'handed_over' });
  // Moved on the platform first, then here.
  const later = due.add({ hours: 1 }).toString();
  await main.takeBack(post, later);
  expect(await stage.delivery(post)).toMatchObject({ state: 'handed_over' });
  await stage.admin.from('scheduled_posts').update({ scheduled_time: later }).eq('id', post).throwOnError();
  expect(held()).toBe(1);
  // The platform is unavailable.
  stage.mastodon.fail(TAKE_BACK, AWAY);
  await expect(main.takeBack(post, null)).rejects.toThrow(/could not be taken back/);
  stage.mastodon.fail(TAKE_BACK);
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'handed_over' });
  await main.takeBack(post, null);
  expect(held()).toBe(0);
  expect(await stage.delivery(post)).toMatchObject({ state: 'cancelled', held_id: null, outgoing: null });
  await edit().throwOnError();
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'handed_over', outgoing: { parts: ['Spelt bread'] } });
  stage.setClock(Temporal.Instant.from(later).add({ minutes: 5 }));
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  expect(shown()).toBe(1);
});

test('asks where the person deleted the post there', async () => {
  const { post, due, main, shown } = await given();
  await main.sendDue();
  Object.assign(stage.mastodon.world, { statuses: [], scheduled: [] });
  stage.pass({ minutes: 11 });
  await main.sendDue();
  expect((await stage.delivery(post)).error_text).toMatch(/no longer holds it/);
  expect(main.notifications).toHaveLength(1);
  for (const minutes of [5, 10, 15]) {
    to(due, { minutes });
    await main.sendDue();
  }
  expect(await stage.delivery(post)).toMatchObject({ state: 'needs_review' });
  expect(shown()).toBe(0);
  // The user decides to send it.
  await stage.rpc('retry_delivery', (await stage.delivery(post)).id);
  for (let look = 0; look < 3; look++) {
    await main.sendDue();
    stage.pass({ minutes: 11 });
  }
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  expect(shown()).toBe(1);
});

test('is not given what a restored workspace had handed over', async () => {
  const { post, due, main, held, shown } = await given();
  await main.sendDue();
  await stage.admin.from('post_deliveries').delete().eq('scheduled_post_id', post).throwOnError();
  const restored = { restored_from: stage.at({ seconds: 1 }), restored_at: stage.at({ seconds: 2 }) };
  await stage.settings(restored);
  stage.pass({ minutes: 11 });
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'handed_over' });
  expect(held()).toBe(1);
  to(due, { minutes: 5 });
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
  expect(shown()).toBe(1);
  await stage.settings({ restored_from: null, restored_at: null });
});

test.each([
  ['a thread', { caption: 'Bread. '.repeat(100) }],
  ['a first comment', { first_comment: 'More below' }],
])('%s is not handed over, says why, and is sent when it is due', async (what, more) => {
  const { post, due, main, held, shown } = await given(more);
  await main.sendDue();
  const early = await stage.delivery(post);
  expect(early).toMatchObject({ state: 'cancelled', scheduled_posts: { status: 'scheduled' } });
  expect(early.error_text).toContain(`cannot hold ${what}: this agent sends it when it is due.`);
  stage.setClock(due);
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published', error_text: null });
  expect([held(), shown()]).toEqual([0, 2]);
});

test('a login that ends meanwhile has the person asked once the post was due, and is looked for once it works again', async () => {
  const { account, post, due, main } = await given();
  await main.sendDue();
  revoke(true);
  stage.pass({ minutes: 11 });
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'handed_over', error_class: 'auth' });
  to(due, { minutes: 5 });
  await main.sendDue();
  const asks = { state: 'needs_review', scheduled_posts: { status: 'needs_review' } };
  expect(await stage.delivery(post)).toMatchObject(asks);
  revoke(false);
  stage.pass({ hours: 1 });
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject(asks);
  await stage.admin.from('channels').update({ state: 'ready' }).eq('account_id', account).throwOnError();
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

test.each([
  ['disconnected', 'channels', 'account_id', /was supposed to publish it on time.* Look at the account/],
  ['removed', 'social_accounts', 'id', /The account was removed here\. Look at the account/],
] as const)(
  'an account that is %s leaves the post to the platform, and the person is asked once',
  async (_, table, column, words) => {
    const { account, post, due, main, engine } = await given();
    await main.sendDue();
    await stage.admin.from(table).delete().filter(column, 'eq', account).throwOnError();
    revoke(true);
    const { attempts } = await stage.delivery(post);
    for (const hours of [-11, -6, -1]) {
      to(due, { hours });
      await main.sendDue();
    }
    expect(await stage.delivery(post)).toMatchObject({ state: 'handed_over', attempts });
    for (const minutes of [5, 25, 60, 2000]) {
      to(due, { minutes });
      await engine().sendDue();
    }
    const over = await stage.delivery(post);
    expect(over).toMatchObject({ state: 'needs_review', error_text: expect.stringMatching(words) });
    expect(over.attempts).toHaveLength(attempts.length + 1);
  },
);

test('takes back what an account’s platform holds, as far as it is given back', async () => {
  const { account, post, main, held } = await given();
  await main.sendDue();
  stage.mastodon.fail(TAKE_BACK, AWAY);
  expect(await main.takeBackAll(account)).toEqual({ takenBack: 0, left: 1 });
  stage.mastodon.fail(TAKE_BACK);
  await main.sendDue();
  expect(await main.takeBackAll(account)).toEqual({ takenBack: 1, left: 0 });
  expect(held()).toBe(0);
  expect(await stage.delivery(post)).toMatchObject({ state: 'cancelled', held_id: null });
});

test('a post is handed over within the hours of its account, and only while they are chosen', async () => {
  const { account, post, main } = await given({}, 30);
  await main.sendDue();
  expect(await stage.deliveries(post)).toEqual([]);
  await stage.admin.from('social_accounts').update({ hand_over_hours: null }).eq('id', account).throwOnError();
  stage.pass({ hours: 10 });
  await main.sendDue();
  expect(await stage.deliveries(post)).toEqual([]);
});

test('a server that does not heed the time is not given any', async () => {
  const { post, main, shown } = await given();
  stage.mastodon.world.knowsScheduled = false;
  await main.sendDue();
  expect((await stage.delivery(post)).error_text).toMatch(/cannot hold posts/);
  expect(shown()).toBe(0);
});
