import { expect, test } from 'vitest';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

const stage = publishingStage();
const CREATE = 'POST /api/v1/statuses';
const LOOK = 'GET /api/v1/accounts/:id/statuses';
const SAME = { caption: 'Good morning!' };
const CUT_BEFORE = { when: 'before', answer: 'cut' } as const;
const CUT_AFTER = { when: 'after', answer: 'cut' } as const;

async function settled(posts: string[]) {
  const deliveries = await Promise.all(posts.map((post) => stage.delivery(post)));
  expect(deliveries.map(({ state }) => state)).toEqual(posts.map(() => 'published'));
  const recorded = deliveries.flatMap(({ parts }) => parts.map(({ remoteId }) => remoteId)).sort();
  expect(recorded).toEqual(stage.mastodon.world.statuses.map(({ id }) => id).sort());
  expect(new Set(recorded).size).toBe(posts.length);
}

test.each([
  ['made both', CUT_AFTER],
  ['made the first alone', CUT_BEFORE],
])('the same words twice within ten minutes, both answers lost, and the server has %s', async (_, second) => {
  const engine = stage.engine();
  const posts = [await stage.addPost('mastodon', SAME)];
  stage.mastodon.fail(CREATE, CUT_AFTER);
  await engine.sendDue();
  stage.pass({ minutes: 5 });
  posts.push(await stage.addPost('mastodon', SAME));
  stage.mastodon.fail(CREATE, second);
  await engine.sendDue();
  stage.pass({ minutes: 1 });
  await engine.sendDue();
  await settled(posts);
});

test.each([
  ['made both', CUT_AFTER],
  ['made the first alone', CUT_BEFORE],
])('the same where both are in doubt at once, and the server has %s', async (_, second) => {
  const engine = stage.engine();
  const posts = [await stage.addPost('mastodon', SAME)];
  const unreachable = { when: 'before', answer: { status: 503 } } as const;
  stage.mastodon.fail(CREATE, CUT_AFTER, second);
  stage.mastodon.fail(LOOK, unreachable, unreachable);
  await engine.sendDue();
  posts.push(await stage.addPost('mastodon', SAME));
  await engine.sendDue();
  for (const post of posts) expect(await stage.delivery(post)).toMatchObject({ state: 'publishing' });
  stage.pass({ minutes: 5 });
  await engine.sendDue();
  stage.pass({ minutes: 5 });
  await engine.sendDue();
  await settled(posts);
});
