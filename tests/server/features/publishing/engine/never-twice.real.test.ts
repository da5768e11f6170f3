import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Publisher } from '../../../../../server/features/publishing/publisher.ts';
import { uploadsIn } from '../../../../../server/features/publishing/uploads.ts';
import { MEDIA_BUCKET } from '../../../../../shared/posts/media-bucket.ts';
import { type Platform, platformLabel } from '../../../../../shared/posts/platforms.ts';
import { sendsFirstComment } from '../../../../../shared/publishing/post-parts.ts';
import { everyNth } from '../../../../helpers/depth.ts';
import {
  type Call,
  CONTRACT_PLATFORMS,
  type ContractPlatform,
  next,
} from '../../../../helpers/publishing/contract-platforms.ts';
import type { TestEngineOptions } from '../../../../helpers/publishing/engine-setting.ts';
import { steppedCalls } from '../../../../helpers/publishing/platform-sessions.ts';
import { publishingStage } from '../../../../helpers/publishing/stage.ts';

/**
 * A post stands there once, and what is known to stand stays known. What each platform's publisher adds to that is asked in
 * contract.test.ts; here, the engine and the database with some of them, or with all.
 */
const stage = publishingStage({ hasAccounts: false });
const COMMENT = 'The recipe is in the profile.';
const FILES = { picture: 'pictures/small.jpg', video: 'videos/portrait.mp4' } as const;
const WRONG_BY = { minutes: 40 };

beforeAll(async () => {
  for (const [kind, name] of Object.entries(FILES)) {
    const bytes = await readFile(new URL(`../../../../fixtures/${name}`, import.meta.url));
    const contentType = kind === 'video' ? 'video/mp4' : 'image/jpeg';
    await stage.admin.storage.from(MEDIA_BUCKET).upload(`contract-${kind}`, bytes, { contentType, upsert: true });
  }
});

const SOME = everyNth(Object.keys(CONTRACT_PLATFORMS) as Platform[], 6, 1);

describe.each(SOME)('%s', (platform) => {
  let there: ContractPlatform;
  let account: string;
  /** How far the platform's clock is behind the one that posts are due by. */
  let behind = { minutes: 0 };
  const platformTime = () => stage.now().subtract(behind);
  beforeEach(async () => {
    behind = { minutes: 0 };
    there = await CONTRACT_PLATFORMS[platform](() => platformTime().epochMilliseconds);
    const { secret } = await there.connect(steppedCalls(platformTime().epochMilliseconds).calls);
    account = await stage.addAccount(platform, secret, there.defaults);
  });
  afterEach(() => there.server.close());

  // LinkedIn takes none from a profile.
  const hasComment = sendsFirstComment(platform) && platform !== 'linkedin';
  const engine = (options: Partial<TestEngineOptions> = {}) =>
    stage.engine({ publishers: { [platform]: unhurried(there.publisher) }, ...options });
  const answers = (...calls: Call[]) => next(there, ...calls);
  const addPost = (content: object = {}) => {
    const { media } = there;
    const file = media === 'none' ? [] : [{ path: `contract-${media}`, url: '', alt: '', kind: KINDS[media] }];
    const words = { caption: 'A walk with bread\n\nIn the woods', first_comment: hasComment ? COMMENT : '' };
    return stage.addPostFor(account, platform, { ...words, media: file, ...content });
  };
  /** Looks again and again until the delivery has an end; how it ended. */
  async function outcome(post: string, options: Partial<TestEngineOptions> = {}) {
    for (let looks = 0; looks < 12; looks++) {
      await engine(options).sendDue();
      const delivery = await stage.delivery(post);
      if (!['pending', 'preparing', 'publishing'].includes(delivery.state)) return delivery;
      stage.pass({ minutes: 15 });
    }
    return await stage.delivery(post);
  }
  const standsOnceWithComment = async (post: string, options: Partial<TestEngineOptions> = {}) => {
    const delivery = await outcome(post, options);
    expect(delivery).toMatchObject({ state: 'published', error_text: null, remote_url: expect.any(String) });
    expect(there.posts().length).toBe(1);
    expect(there.comments()).toEqual(hasComment ? [COMMENT] : []);
    expect(delivery.parts).toHaveLength(delivery.outgoing?.parts.length ?? 0);
  };

  test.runIf(hasComment)(
    'its caption was edited there, and the clock is wrong, while the first comment waited for a limit',
    async () => {
      behind = WRONG_BY;
      answers('done', 'limited');
      const post = await addPost();
      const options = { now: stage.now, machine: platformTime };
      await engine(options).sendDue();
      expect(await stage.delivery(post)).toMatchObject({ state: 'pending', error_class: 'rate_limit', parts: [{}] });
      there.edit();
      await standsOnceWithComment(post, options);
    },
  );

  // Whose clock is wrong besides the database's is the engine's affair alone.
  const clocks = platform === 'mastodon' ? ['database', 'database and machine'] : ['database'];
  // Where no app may read posts, a lost answer is the person's to look at.
  test.skipIf(['linkedin', 'telegram', 'discord'].includes(platform)).each(clocks)(
    'its link is shown with a preview, the clock of the %s is wrong, and its answer was lost',
    async (whose) => {
      behind = WRONG_BY;
      answers('lost');
      const forgetful = platform === 'tiktok' ? {} : { uploads: uploadsIn(NOTHING_KEPT) };
      await standsOnceWithComment(await addPost({ caption: 'A walk\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ' }), {
        now: stage.now,
        machine: whose === 'database' ? platformTime : stage.now,
        ...forgetful,
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

  test.runIf(hasComment)('a first comment that is refused leaves a published post with a note', async () => {
    answers('done', 'refused');
    const delivery = await outcome(await addPost());
    expect(delivery).toMatchObject({
      state: 'published',
      error_class: null,
      error_text: expect.stringContaining(`${platformLabel(platform)} did not take its first comment: `),
      scheduled_posts: { status: 'published' },
      remote_url: expect.any(String),
      attempts: [{ state: 'published', errorClass: 'rejected' }],
    });
    expect([there.posts().length, there.comments()]).toEqual([1, []]);
  });

  test.runIf(hasComment)('a post that the person has deleted there is not sent again for its comment', async () => {
    answers('done', 'limited');
    const post = await addPost();
    await engine().sendDue();
    there.remove();
    expect(await outcome(post)).toMatchObject({
      state: 'published',
      error_text: expect.stringContaining(`has since been deleted on ${platformLabel(platform)}`),
      parts: [{}],
    });
    expect([there.posts().length, there.comments()]).toEqual([0, []]);
  });

  test('the agent was killed after the post and before anything else', async () => {
    const killed = engine({
      // Nothing more of it comes through once the post is noted.
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
});

/** The platform's clock stands still: there is nothing to wait for. */
const unhurried = (publisher: Publisher): Publisher => ({
  ...publisher,
  open: (secret, calls, keep) => publisher.open(secret, { ...calls, wait: async () => undefined }, keep),
});

const KINDS = { picture: 'image', video: 'video' } as const;
/** Another machine knows nothing of an upload. */
const NOTHING_KEPT: Parameters<typeof uploadsIn>[0] = {
  read: async () => null,
  write: async () => undefined,
  remove: async () => undefined,
  ids: async () => [],
};
