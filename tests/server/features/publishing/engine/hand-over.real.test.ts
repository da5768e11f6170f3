import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, test } from 'vitest';
import { platformCalls } from '../../../../../server/features/publishing/platform-calls.ts';
import { MEDIA_BUCKET } from '../../../../../shared/posts/media-bucket.ts';
import type { Platform } from '../../../../../shared/posts/platforms.ts';
import { everyNth, isFull } from '../../../../helpers/depth.ts';
import type { World as MastodonWorld } from '../../../../helpers/mastodon/world.ts';
import { CONTRACT_PLATFORMS } from '../../../../helpers/publishing/contract-platforms.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';
import { mp4Of, REEL } from '../hostile-media.ts';

const stage = publishingStage({ hasAccounts: false });
const now = () => stage.now().epochMilliseconds;
const WAYS = {
  mastodon: { hand: 'POST /api/v1/statuses', takeBack: 'DELETE /api/v1/scheduled_statuses/:id', files: [] },
  facebook: { hand: 'POST /:id/feed', takeBack: 'DELETE /:id', files: [] },
  youtube_shorts: {
    hand: 'PUT /upload/youtube/v3/videos',
    takeBack: 'DELETE /youtube/v3/videos',
    files: ['short.mp4'],
  },
} as const;
type Name = keyof typeof WAYS;
/** How each platform holds posts is asked in contract.test.ts; here, the engine and the database with one of them, or all. */
const NAMES = everyNth(Object.keys(WAYS) as Name[], 3);
const CUT = { when: 'after', answer: 'cut' } as const;

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  // The posts of a test are deleted, which what a platform holds refuses.
  await stage.admin.from('post_deliveries').delete().not('id', 'is', null).throwOnError();
  await Promise.all(open.splice(0).map((close) => close()));
});

/** A platform with an account that hands over 24 hours beforehand, and a post that is due in 12. */
async function given(name: Name, content: object = {}, hours = 12) {
  const there = await CONTRACT_PLATFORMS[name](now, {});
  open.push(() => there.server.close());
  const calls = platformCalls({ signal: AbortSignal.timeout(60_000), now: () => new Date(now()) });
  const account = await stage.addAccount(name as Platform, (await there.connect(calls)).secret, there.defaults);
  await stage.admin.from('social_accounts').update({ hand_over_hours: 24 }).eq('id', account).throwOnError();
  for (const path of WAYS[name].files)
    await stage.admin.storage
      .from(MEDIA_BUCKET)
      .upload(path, mp4Of(REEL, 'first'), { contentType: 'video/mp4', upsert: true });
  const media = WAYS[name].files.map((path) => ({ path, url: '', kind: 'video' as const }));
  const due = stage.now().add({ hours });
  const post = await stage.addPostFor(account, name as Platform, { caption: 'Rye bread', media, ...content });
  await stage.admin.from('scheduled_posts').update({ scheduled_time: due.toString() }).eq('id', post).throwOnError();
  const engine = () => stage.engine({ publishers: { [name]: there.publisher } });
  const { held } = there;
  const shown = () => there.posts().length - (name === 'mastodon' ? 0 : held());
  return { there, account, post, due, engine, shown, held, main: engine() };
}
const worldOf = (server: object) => (server as { world: MastodonWorld }).world;
const to = (due: Temporal.Instant, more: Temporal.DurationLike) => stage.setClock(due.add(more));
const content = (post: string) =>
  stage.admin.from('scheduled_posts').select('content_id').eq('id', post).single().throwOnError();

describe.each(NAMES)('%s', (name) => {
  test('holds a post that is handed over, and publishes it once when it is due', async () => {
    const { post, due, main, shown, held, engine } = await given(name);
    await main.sendDue();
    const delivery = await stage.delivery(post);
    expect(delivery).toMatchObject({ state: 'handed_over', scheduled_posts: { status: 'scheduled' } });
    expect(Date.parse(delivery.held_until ?? '')).toBe(due.epochMilliseconds);
    expect([held(), shown()]).toEqual([1, 0]);
    // It is looked for soon, and the machine sleeps through its time.
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
    const { there, post, due, main, shown, held, engine } = await given(name);
    there.server.fail(WAYS[name].hand, CUT);
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
    const { there, post, due, main, held, shown } = await given(name);
    await main.sendDue();
    const { data } = await content(post);
    const edit = () =>
      stage.admin.from('generated_content').update({ caption: 'Spelt bread' }).eq('id', data.content_id);
    expect((await edit()).error).toMatchObject({ code: '55006', hint: 'handed_over' });
    // Moved there, then here.
    const later = due.add({ hours: 1 }).toString();
    await main.takeBack(post, later);
    expect(await stage.delivery(post)).toMatchObject({ state: 'handed_over' });
    await stage.admin.from('scheduled_posts').update({ scheduled_time: later }).eq('id', post).throwOnError();
    expect(held()).toBe(1);
    // The platform is away.
    const away = { when: 'before', answer: { status: 503 } } as const;
    there.server.fail(WAYS[name].takeBack, away);
    await expect(main.takeBack(post, null)).rejects.toThrow(/could not be taken back/);
    there.server.fail(WAYS[name].takeBack);
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

  test.runIf(isFull)('asks where the person deleted the post there', async () => {
    const { there, post, due, main, shown } = await given(name);
    await main.sendDue();
    there.remove();
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
    // The person decides to send it.
    await stage.rpc('retry_delivery', (await stage.delivery(post)).id);
    for (let look = 0; look < 3; look++) {
      await main.sendDue();
      stage.pass({ minutes: 11 });
    }
    expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
    expect(shown()).toBe(1);
  });

  test('is not given what a restored workspace had handed over', async () => {
    const { post, due, main, held, shown } = await given(name);
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
});

const NOT_HELD = [
  ['a thread', 'mastodon', { caption: `${'Bread. '.repeat(100)}` }],
  ['a first comment', 'facebook', { first_comment: 'More below' }],
] as const;
test.each(everyNth(NOT_HELD, 2))(
  '%s is not handed over, says why, and is sent when it is due',
  async (what, name, more) => {
    const { post, due, main, held, shown } = await given(name, more);
    await main.sendDue();
    const early = await stage.delivery(post);
    expect(early).toMatchObject({ state: 'cancelled', scheduled_posts: { status: 'scheduled' } });
    expect(early.error_text).toContain(`cannot hold ${what}: this agent sends it when it is due.`);
    stage.setClock(due);
    await main.sendDue();
    expect(await stage.delivery(post)).toMatchObject({ state: 'published', error_text: null });
    expect([held(), shown()]).toEqual([0, 1]);
  },
);

test('a login that ends meanwhile has the person asked once the post was due, and is looked for once it works again', async () => {
  const { there, account, post, due, main } = await given('mastodon');
  await main.sendDue();
  there.revoke();
  stage.pass({ minutes: 11 });
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'handed_over', error_class: 'auth' });
  to(due, { minutes: 5 });
  await main.sendDue();
  const asks = { state: 'needs_review', scheduled_posts: { status: 'needs_review' } };
  expect(await stage.delivery(post)).toMatchObject(asks);
  for (const token of worldOf(there.server).tokens) token.isRevoked = false;
  stage.pass({ hours: 1 });
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject(asks);
  await stage.admin.from('channels').update({ state: 'ready' }).eq('account_id', account).throwOnError();
  await main.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'published' });
});

const LEFT = [
  ['is disconnected', 'mastodon', 'channels', 'account_id', /was to publish it at its time.* Look at the account/],
  ['is removed', 'mastodon', 'social_accounts', 'id', /The account was removed here\. Look at the account/],
] as const;
test.each(everyNth(LEFT, 2))(
  'an account that %s on %s leaves the post to the platform, and the person is asked once',
  async (_, name, table, column, words) => {
    const { there, account, post, due, main, engine } = await given(name);
    await main.sendDue();
    await stage.admin.from(table).delete().filter(column, 'eq', account).throwOnError();
    there.revoke();
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

test.runIf(isFull)('takes back what an account’s platform holds, as far as it is given back', async () => {
  const { there, account, post, main, held } = await given('mastodon');
  await main.sendDue();
  there.server.fail(WAYS.mastodon.takeBack, { when: 'before', answer: { status: 503 } });
  expect(await main.takeBackAll(account)).toEqual({ takenBack: 0, left: 1 });
  there.server.fail(WAYS.mastodon.takeBack);
  await main.sendDue();
  expect(await main.takeBackAll(account)).toEqual({ takenBack: 1, left: 0 });
  expect(held()).toBe(0);
  expect(await stage.delivery(post)).toMatchObject({ state: 'cancelled', held_id: null });
});

test('a post is handed over within the hours of its account, and only while they are chosen', async () => {
  const { account, post, main } = await given('mastodon', {}, 30);
  await main.sendDue();
  expect(await stage.deliveries(post)).toEqual([]);
  await stage.admin.from('social_accounts').update({ hand_over_hours: null }).eq('id', account).throwOnError();
  stage.pass({ hours: 10 });
  await main.sendDue();
  expect(await stage.deliveries(post)).toEqual([]);
});

test('a server that does not heed the time is not given any', async () => {
  const { there, post, main, shown } = await given('mastodon');
  worldOf(there.server).knowsScheduled = false;
  await main.sendDue();
  expect((await stage.delivery(post)).error_text).toMatch(/cannot hold posts/);
  expect(shown()).toBe(0);
});
