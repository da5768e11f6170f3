import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { postApi } from '../../../shared/api/posts.ts';
import { publishingApi } from '../../../shared/api/publishing.ts';
import type { PostProblem } from '../../../shared/posts/post-problem.ts';
import { postParamsSchema } from '../../../shared/posts/posts-api.ts';
import { markSchema } from '../../../shared/publishing/publishing-api.ts';
import { type Api, call } from '../../agent-client/api.ts';
import { AppError } from '../../errors.ts';
import {
  cancelledInWords,
  cannotGoOut,
  composerInWords,
  DELETED,
  NOTHING_WAITS,
  nextTurnInWords,
  notInTimeline,
  SENDING,
  sentInWords,
} from '../messages.ts';
import { readDeliveries, readFields, shownDelivery } from '../post-views.ts';
import { ADDS, type Answer, addTool, assertMayChange, type Call, CHANGES, type Registry } from '../tool.ts';

/** Polling interval while a composer is filled in. */
const PREPARING_POLL_MS = 700;
/** Interval of progress messages while a post is sent: most clients time out after 60 s without one. */
const STILL_SENDING_MS = 10_000;

const ofDelivery = { delivery_id: z.uuid() };

/** publish_post, prepare_post, mark_delivery, unmark_delivery, take_back_post, cancel_post and delete_post. */
export function addPublishingTools(registry: Registry): void {
  addTool(
    registry,
    'publish_post',
    {
      title: 'Publish a post now',
      description:
        'PUBLISHES a draft, cancelled or scheduled post at once, in public, on all of its accounts, and waits until it is out. This cannot be taken back here: ask the person first, and show them the text and the accounts. The post is checked before; what an account would refuse is refused, and nothing goes out. Answers what went out where, with links. Where no account is connected it waits for the person to post it by hand.',
      input: z.strictObject(postParamsSchema.shape),
      scope: 'publish',
      hints: { ...CHANGES, openWorldHint: true },
    },
    (tool, { id }) => publish(tool, id),
  );

  addTool(
    registry,
    'prepare_post',
    {
      title: 'Prepare a post by hand',
      description:
        'For a delivery of show_post that waits for the person, or without one for the next that does: opens the platform’s own composer in the account’s window on the agent’s machine and fills in text, pictures, videos and options. Publishes nothing: the person presses the button there. One is prepared at a time: tell them what the answer says, and prepare the next once they have published this one.',
      input: z.strictObject({ delivery_id: ofDelivery.delivery_id.optional() }),
      scope: 'publish',
      hints: { ...ADDS, idempotentHint: true, openWorldHint: true },
    },
    (tool, { delivery_id: id }) => prepare(tool, id ?? null),
  );

  addTool(
    registry,
    'mark_delivery',
    {
      title: 'Mark as published',
      description:
        'Records that the person has published a delivery of show_post themselves, where it waited for them, failed or is in doubt. Only when they say so. unmark_delivery takes it back.',
      input: z.strictObject({ ...ofDelivery, ...markSchema.shape }),
      scope: 'publish',
      hints: CHANGES,
    },
    async ({ api }, { delivery_id: id, url }) => {
      const delivery = await call(api, publishingApi.markDelivery, { params: { id }, body: { url } });
      return { says: sentInWords([delivery]), data: shownDelivery(delivery) };
    },
  );

  addTool(
    registry,
    'unmark_delivery',
    {
      title: 'Take back a mark',
      description:
        'Takes back within an hour that the person has published a delivery themselves: it is again what it was before, and nothing is sent by it.',
      input: z.strictObject(ofDelivery),
      scope: 'publish',
      hints: CHANGES,
    },
    async ({ api }, { delivery_id: id }) => {
      const delivery = await call(api, publishingApi.unmarkDelivery, { params: { id } });
      return { says: sentInWords([delivery]), data: shownDelivery(delivery) };
    },
  );

  addTool(
    registry,
    'take_back_post',
    {
      title: 'Take a post back',
      description:
        'Takes a scheduled post back from platforms that hold it (“handed_over” in show_post), so that this agent sends it when it is due. Changing, moving or cancelling a post does that by itself.',
      input: z.strictObject(postParamsSchema.shape),
      scope: 'publish',
      hints: CHANGES,
    },
    async ({ api }, { id }) => {
      const { post } = await readFields(api, id);
      if (!post) throw new AppError('conflict', notInTimeline);
      const deliveries = await call(api, publishingApi.takeBackPost, { params: { id: post.id }, body: {} });
      return { says: sentInWords(deliveries), data: deliveries.map(shownDelivery) };
    },
  );

  addTool(
    registry,
    'cancel_post',
    {
      title: 'Cancel a post',
      description:
        'Cancels a scheduled post, or what has not been sent of it: that will not go out. The post stays and can be scheduled again. What is published stays on the platforms.',
      input: z.strictObject(postParamsSchema.shape),
      scope: 'publish',
      hints: CHANGES,
    },
    async ({ api }, { id }) => {
      const { post } = await readFields(api, id);
      if (!post) throw new AppError('conflict', notInTimeline);
      const deliveries = await call(api, publishingApi.cancelPost, { params: { id: post.id } });
      return { says: cancelledInWords(deliveries), data: deliveries.map(shownDelivery) };
    },
  );

  addTool(
    registry,
    'delete_post',
    {
      title: 'Delete a post',
      description:
        'DELETES a draft or post here, with its place in the schedule: a scheduled one will not go out. The person can restore it for 24 hours. Nothing is deleted on the platforms. Ask the person first.',
      input: z.strictObject(postParamsSchema.shape),
      scope: 'draft',
      hints: CHANGES,
    },
    async ({ api }, { id }) => {
      const post = await readFields(api, id);
      assertMayChange(registry, post.post?.status);
      await call(api, postApi.deletePost, { params: { id: post.id } });
      return { says: DELETED, data: { id: post.post?.id ?? post.id } };
    },
  );
}

/** Answers once the composer is filled in, has failed, or waits for the user. */
async function prepare({ api, progress, signal }: Call, given: string | null): Promise<Answer> {
  const turns = await call(api, publishingApi.listTurns);
  const id = given ?? turns[0]?.id;
  if (id === undefined) return { says: NOTHING_WAITS, data: null };
  const params = { id };
  let composer = await call(api, publishingApi.openComposer, { params });
  while (composer.state === 'window' && composer.preparation.is === 'working') {
    progress(composer.words);
    await delay(PREPARING_POLL_MS, undefined, { signal });
    composer = await call(api, publishingApi.getComposer, { params });
  }
  const next = turns.find((turn) => turn.id !== id);
  return {
    says: [composerInWords(composer), next && nextTurnInWords(next, turns.length - 1)].filter(Boolean).join('\n'),
    data: { delivery_id: id, ...composer, next: next?.id ?? null },
    isError: composer.state === 'failed',
  };
}

async function publish({ api, progress }: Call, id: string): Promise<Answer> {
  const { post, id: contentId } = await readFields(api, id);
  if (post === null || post.status === 'cancelled') {
    // Like scheduling, this refuses a post that an account would refuse.
    await call(api, postApi.movePost, { params: { id: post?.id ?? contentId }, body: { to: 'now' } });
  } else {
    if (post.status === 'scheduled') await assertFit(api, post.id);
    await call(api, publishingApi.publishPost, { params: { id: post.id } });
  }
  progress(SENDING);
  const still = setInterval(() => progress(SENDING), STILL_SENDING_MS);
  try {
    await call(api, publishingApi.sendDuePosts, { body: { wait: true } });
  } finally {
    clearInterval(still);
  }
  const after = (await readFields(api, contentId)).post;
  const deliveries = after ? await readDeliveries(api, after.id) : [];
  const hasFailed = deliveries.some(({ state }) => state === 'failed' || state === 'needs_review');
  return {
    says: sentInWords(deliveries),
    data: { id: after?.id ?? contentId, status: after?.status, deliveries: deliveries.map(shownDelivery) },
    isError: hasFailed,
  };
}

/** The API's check for scheduling: AppError bad_input when an account would certainly refuse the post. */
async function assertFit(api: Api, postId: string): Promise<void> {
  const refusals = (await call(api, publishingApi.checkPost, { params: { id: postId } })).filter(isRefusal);
  if (refusals.length > 0) throw new AppError('bad_input', cannotGoOut(refusals));
}

/** An expired login, which may be renewed in time, is not a refusal, nor is posting by hand. */
function isRefusal({ isWarning, mend, accountId }: PostProblem): boolean {
  return !isWarning && mend !== 'reconnect' && accountId !== null;
}
