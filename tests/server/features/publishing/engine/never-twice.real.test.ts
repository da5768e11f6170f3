import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONTRACT_PLATFORMS, type ContractPlatform, next } from '../../../../helpers/publishing/contract-platforms.ts';
import type { TestEngineOptions } from '../../../../helpers/publishing/engine-setting.ts';
import { steppedCalls } from '../../../../helpers/publishing/platform-sessions.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

/**
 * A post is published exactly once, and the record of it is never lost: the engine and the database, with Mastodon.
 * That each platform's publisher finds its posts again is tested in contract.test.ts.
 */
const stage = publishingStage({ hasAccounts: false });
const COMMENT = 'The recipe is in the profile.';
const WRONG_BY = { minutes: 40 };

let there: ContractPlatform;
let account: string;
/** How far the platform's clock is behind the one that decides when posts are due. */
let behind = { minutes: 0 };
const platformTime = () => stage.now().subtract(behind);
beforeEach(async () => {
  behind = { minutes: 0 };
  there = await CONTRACT_PLATFORMS.mastodon(() => platformTime().epochMilliseconds);
  const { secret } = await there.connect(steppedCalls(platformTime().epochMilliseconds).calls);
  account = await stage.addAccount('mastodon', secret);
});
afterEach(() => there.server.close());

const addPost = (content: object = {}) =>
  stage.addPostFor(account, 'mastodon', { caption: 'A walk with bread', first_comment: COMMENT, ...content });
/** Runs new engines until the delivery is finished. Returns the delivery. */
async function outcome(post: string, options: Partial<TestEngineOptions> = {}) {
  for (let looks = 0; looks < 12; looks++) {
    await stage.engine(options).sendDue();
    const delivery = await stage.delivery(post);
    if (!['pending', 'preparing', 'publishing'].includes(delivery.state)) return delivery;
    stage.pass({ minutes: 15 });
  }
  return await stage.delivery(post);
}
const standsOnceWithComment = async (post: string, options: Partial<TestEngineOptions> = {}) => {
  const delivery = await outcome(post, options);
  expect(delivery).toMatchObject({ state: 'published', error_text: null, remote_url: expect.any(String) });
  expect([there.posts().length, there.comments()]).toEqual([1, [COMMENT]]);
  expect(delivery.parts).toHaveLength(2);
};

test('its caption was edited there, and the clock is wrong, while the first comment waited for a limit', async () => {
  behind = WRONG_BY;
  next(there, 'done', 'limited');
  const post = await addPost();
  const options = { now: stage.now, machine: platformTime };
  await stage.engine(options).sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'pending', error_class: 'rate_limit', parts: [{}] });
  there.edit();
  await standsOnceWithComment(post, options);
});

test.each(['database', 'database and machine'])(
  'its link is shown with a preview, the clock of the %s is wrong, and its answer was lost',
  async (whose) => {
    behind = WRONG_BY;
    next(there, 'lost');
    await standsOnceWithComment(await addPost({ caption: 'A walk\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ' }), {
      now: stage.now,
      machine: whose === 'database' ? platformTime : stage.now,
      wrap: (session) => ({
        ...session,
        find: (given) => {
          there.showPreview();
          return session.find(given);
        },
      }),
    });
  },
);

test('a first comment that is refused leaves a published post with a note', async () => {
  next(there, 'done', 'refused');
  expect(await outcome(await addPost())).toMatchObject({
    state: 'published',
    error_class: null,
    error_text: expect.stringContaining('Mastodon did not accept its first comment: '),
    scheduled_posts: { status: 'published' },
    remote_url: expect.any(String),
    attempts: [{ state: 'published', errorClass: 'rejected' }],
  });
  expect([there.posts().length, there.comments()]).toEqual([1, []]);
});

test('a post that the person has deleted there is not sent again for its comment', async () => {
  next(there, 'done', 'limited');
  const post = await addPost();
  await stage.engine().sendDue();
  there.remove();
  expect(await outcome(post)).toMatchObject({
    state: 'published',
    error_text: expect.stringContaining('has since been deleted on Mastodon'),
    parts: [{}],
  });
  expect([there.posts().length, there.comments()]).toEqual([0, []]);
});

test('the agent was killed after the post and before anything else', async () => {
  const killed = stage.engine({
    // Simulates the kill: nothing is written after the post has been recorded.
    change: (store) => ({
      keepParts: async (...given) => {
        await store.keepParts(...given);
        return false;
      },
    }),
  });
  const post = await addPost();
  await killed.sendDue();
  expect(await stage.delivery(post)).toMatchObject({ state: 'publishing', parts: [{}] });
  there.edit();
  stage.pass({ minutes: 2 });
  await standsOnceWithComment(post);
});
