import { beforeEach, describe, expect, it } from 'vitest';
import { planOf } from '../../../../../server/features/publishing/platforms/tiktok/upload.ts';
import { ManualStepRequired, type Session } from '../../../../../server/features/publishing/publisher.ts';
import { quotaUse } from '../../../../../shared/publishing/quota.ts';
import { instead } from '../../../../helpers/publishing/imitation.ts';
import {
  failure,
  mediaOf,
  noteInMemory,
  openWith,
  PICTURE,
  postOf,
  publish,
  sha256,
} from '../../../../helpers/publishing/platform-sessions.ts';
import { ofEach, problem } from '../../../../helpers/publishing/publisher-tests.ts';
import { CHUNK, connect, openSession, startSetting } from '../../../../helpers/tiktok/publishing.ts';
import { videoOf } from '../../../../helpers/youtube/publishing.ts';

const WHOLE = 10_000_000;
const PUT = 'PUT /video/';
const STATUS = 'POST /v2/post/publish/status/fetch/';

const setting = ofEach(() => startSetting());
let session: Session;
beforeEach(async () => {
  session = await openSession(setting);
});

const ranges = () =>
  setting.server.requests.filter(({ name }) => name === PUT).map(({ headers }) => headers['content-range']);

describe('the plan of an upload', () => {
  it.each([
    [1, 1, 1],
    [2 * WHOLE - 1, 2 * WHOLE - 1, 1],
    [2 * WHOLE, WHOLE, 2],
    [50_000_123, WHOLE, 5],
    [4_000_000_000, WHOLE, 400],
  ])('for %i bytes has chunks of %i bytes, %i of them', (size, chunkSize, count) => {
    expect(planOf(size)).toEqual({ size, chunkSize, count });
  });
});

describe('a direct post', () => {
  it('goes out with its caption, what the account allows, and that a model made it', async () => {
    const video = { ...videoOf(1000), isAiMade: true };
    await publish(session, postOf(['A walk #trees'], [video]));
    expect(setting.server.world.posts[0]).toMatchObject({
      sha256: sha256(video.bytes),
      info: {
        title: 'A walk #trees',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        // TikTok's rules: off until the user turns it on.
        disable_comment: true,
        disable_duet: true,
        disable_stitch: true,
        is_aigc: true,
      },
    });
  });

  it('is for those whom the person chose, unless the account or a brand forbids it', async () => {
    const refused = async (options: object) =>
      (await failure(session.prepare({ ...postOf(['A walk'], [videoOf(10)]), options: { ...options } })))?.message;
    expect(await refused({ privacy: 'FOLLOWER_OF_CREATOR' })).toContain('Choose one of these for the post.');
    session = await openSession(setting, 'SELF_ONLY');
    const branded = { commercial: true, brandedContent: true };
    expect(await refused(branded)).toContain('cannot be set to private');
    const post = { ...postOf(['A walk'], [videoOf(10)]), options: { ...branded, privacy: 'MUTUAL_FOLLOW_FRIENDS' } };
    expect((await publish(session, post)).error).toBeNull();
    expect(setting.server.world.posts[0]?.info).toMatchObject({ privacy_level: 'MUTUAL_FOLLOW_FRIENDS' });
  });

  it('for the person alone has the address of the account', async () => {
    session = await openSession(setting, 'SELF_ONLY');
    const { parts } = await publish(session, postOf(['A walk'], [videoOf(10)]));
    const [made] = setting.server.world.posts;
    expect(made?.info).not.toHaveProperty('is_aigc');
    expect(parts).toEqual([{ remoteId: made?.publishId, url: 'https://www.tiktok.com/@ada.walks' }]);
  });

  it('is sent in chunks, and is no post before the last of them, which has the rest', async () => {
    const video = videoOf(3 * CHUNK + 5);
    const prepared = await session.prepare(postOf(['Long'], [video]));
    expect(ranges()).toEqual([`bytes 0-${CHUNK - 1}/${video.size}`, `bytes ${CHUNK}-${2 * CHUNK - 1}/${video.size}`]);
    await prepared.publish([], async () => undefined);
    expect(ranges().at(-1)).toBe(`bytes ${2 * CHUNK}-${3 * CHUNK + 4}/${video.size}`);
    expect(setting.server.world.posts).toMatchObject([{ sha256: sha256(video.bytes) }]);
  });

  it('waits where the account has begun six posts in a minute', async () => {
    for (let count = 0; count < 7; count++) await session.prepare(postOf(['A walk'], [videoOf(10)]));
    expect(setting.waits).toEqual([60_000]);
    expect(setting.server.world.posts).toHaveLength(7);
  });
});

describe('a post for the inbox', () => {
  it('is left to the person once it is there, without a caption', async () => {
    session = await openSession(setting, 'inbox');
    const prepared = await session.prepare(postOf(['x'.repeat(5000)], [videoOf(10)]));
    const left = await prepared.publish([], async () => undefined).catch((error: unknown) => error);
    expect(left).toBeInstanceOf(ManualStepRequired);
    expect(left).toMatchObject({ message: expect.stringContaining('The video is in your TikTok inbox.') });
    expect(setting.server.world.posts).toMatchObject([{ mode: 'inbox', status: 'SEND_TO_USER_INBOX' }]);
  });

  it('that was sent without an answer is found in the inbox', async () => {
    session = await openSession(setting, 'inbox');
    const post = postOf(['A walk'], [videoOf(10)]);
    setting.server.fail(PUT, { when: 'after', answer: 'cut' });
    expect((await publish(session, post)).error).toMatchObject({ errorClass: 'unknown' });
    setting.clock.now += 10_000;
    await expect(session.find(post)).rejects.toBeInstanceOf(ManualStepRequired);
    await expect(failure(session.prepare(post))).resolves.toMatchObject({ errorClass: 'unknown' });
    expect(setting.server.world.posts).toHaveLength(1);
  });
});

describe('an upload that is broken off', () => {
  it.each([
    ['before', 1],
    ['after', 2],
  ] as const)('%s a chunk arrived goes on from the right byte', async (when, next) => {
    const video = videoOf(4 * CHUNK);
    setting.server.fail(PUT, null, { when, answer: 'cut' });
    expect((await publish(session, postOf(['Cut'], [video]))).error).toBeNull();
    expect(ranges()[2]).toBe(`bytes ${next * CHUNK}-${(next + 1) * CHUNK - 1}/${video.size}`);
    expect(setting.server.world.posts).toMatchObject([{ sha256: sha256(video.bytes) }]);
  });

  it('for the person alone is found by another process, by the id that was kept', async () => {
    session = await openSession(setting, 'SELF_ONLY');
    const post = postOf(['End'], [videoOf(2 * CHUNK + 5)]);
    setting.server.fail(PUT, null, { when: 'after', answer: 'cut' });
    expect((await publish(session, post)).error).toMatchObject({ errorClass: 'unknown' });
    const next = await openSession(setting, 'SELF_ONLY');
    setting.clock.now += 10_000;
    const [made] = setting.server.world.posts;
    expect(await next.find(post)).toMatchObject({ found: 'all', parts: [{ remoteId: made?.publishId }] });
    expect(await next.find({ ...post, upload: noteInMemory() })).toMatchObject({ found: 'unclear' });
  });

  it('is looked for by its words where TikTok no longer knows its id', async () => {
    const post = postOf(['End'], [videoOf(10)]);
    const { parts } = await publish(session, post);
    setting.server.fail(STATUS, instead(400, { error: { code: 'invalid_publish_id', message: 'Unknown' } }));
    expect(await session.find(post)).toEqual({ found: 'all', parts });
  });

  it('in its last chunk, which arrives all the same, is never sent as another post', async () => {
    const video = videoOf(2 * CHUNK + 5);
    const post = postOf(['End'], [video]);
    setting.server.fail(PUT, null, { when: 'after', answer: 'cut' });
    expect((await publish(session, post)).error).toMatchObject({ errorClass: 'unknown' });
    // TikTok's status still lags behind the upload.
    const behind = { data: { status: 'PROCESSING_UPLOAD', uploaded_bytes: CHUNK }, error: { code: 'ok' } };
    const late = { when: 'after', answer: { status: 200, body: behind } } as const;
    setting.server.fail(STATUS, late, late);
    expect(await session.find(post)).toEqual({ found: 'none' });
    expect((await publish(session, post)).error).toMatchObject({ errorClass: 'unknown' });
    expect(await failure(session.prepare(post))).toMatchObject({ errorClass: 'unknown' });
    setting.clock.now += 10_000;
    expect(await session.find(post)).toMatchObject({ found: 'all' });
    expect(setting.server.world.posts).toHaveLength(1);
  });
});

describe('what TikTok says', () => {
  it.each([
    ['duration_check_failed', 'rejected'],
    ['spam_risk_too_many_posts', 'rate_limit'],
    ['auth_removed', 'auth'],
    ['internal', 'transient'],
    ['something_new', 'rejected'],
  ])('of a video that it does not post, %s, is told apart', async (reason, errorClass) => {
    setting.server.world.failReason = reason;
    const post = postOf(['x'], [videoOf(10)]);
    expect((await publish(session, post)).error).toMatchObject({
      errorClass,
      message: expect.stringContaining(reason),
    });
    setting.server.world.failReason = null;
    expect((await publish(session, post)).error).toBeNull();
  });
});

describe('a post', () => {
  it('is one video with a caption that TikTok takes', async () => {
    for (const media of [[], [mediaOf(PICTURE)], [videoOf(10), videoOf(10)], [videoOf(0)]])
      expect(await failure(session.prepare(postOf(['x'], media)))).toMatchObject({ errorClass: 'rejected' });
    const long = postOf(['x'.repeat(2201)], [videoOf(10)]);
    expect(await failure(session.prepare(long))).toMatchObject({ errorClass: 'rejected' });
  });

  it('has figures where the person allowed it', async () => {
    const { parts } = await publish(session, postOf(['A walk'], [videoOf(10)]));
    Object.assign(setting.server.world.videos[0]?.figures ?? {}, { view_count: 40, like_count: 5, comment_count: 2 });
    expect(await session.figures(parts)).toEqual({ impressions: 40, likes: 5, comments: 2, shares: 0 });
    const [made] = setting.server.world.posts;
    const asSent = [{ remoteId: made?.publishId ?? '', url: '' }];
    expect(await session.figures(asSent)).toMatchObject({ likes: 5 });
    const unlisted = await openSession(setting, 'SELF_ONLY', 'video.list');
    expect(await unlisted.figures(parts)).toEqual({});
  });
});

describe('signing in with TikTok', () => {
  it('connects for direct posts with the name and the limits of the account', async () => {
    expect(await connect(setting, { mode: 'SELF_ONLY' })).toMatchObject({
      handle: '@ada.walks',
      profileUrl: 'https://www.tiktok.com/@ada.walks',
      limits: {
        videoSeconds: 300,
        disabledOptions: ['duet'],
        allowedValues: { privacy: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'] },
        usualValues: { privacy: 'SELF_ONLY' },
        creatorName: 'Ada walks',
      },
    });
    expect((await connect(setting, { mode: 'inbox' })).limits).toEqual({ finishesInApp: true, lacks: ['figures'] });
    expect(await failure(connect(setting, { mode: 'FOLLOWER_OF_CREATOR' }))).toEqual(
      problem('auth', 'only PUBLIC_TO_EVERYONE, MUTUAL_FOLLOW_FRIENDS, SELF_ONLY'),
    );
  });

  it('has no direct posts left where TikTok says so, and asks nothing for the inbox', async () => {
    const direct = await openSession(setting, 'SELF_ONLY');
    const use = quotaUse(1, []);
    expect(await direct.quota(use)).toEqual([]);
    const full = instead(403, { error: { code: 'spam_risk_too_many_posts', message: 'Too many posts' } });
    setting.server.fail('POST /v2/post/publish/creator_info/query/', full);
    expect(await direct.quota(use)).toEqual([{ of: 'videos', left: 0, until: null, words: null }]);
    expect(await (await openSession(setting, 'inbox')).quota(use)).toEqual([]);
  });

  it('says what the person left out', async () => {
    expect(await failure(connect(setting, {}, 'video.upload'))).toEqual(
      problem('auth', 'You did not allow video.upload'),
    );
    expect(await connect(setting, {}, 'video.list')).toMatchObject({ handle: 'Ada' });
  });
});

describe('a login that is kept', () => {
  it('that was ended must be connected again', async () => {
    const { secret } = await connect(setting);
    // The access token has expired by then.
    setting.clock.now += 24 * 3_600_000;
    expect(await openWith(setting, secret).logOut()).toBeNull();
    expect(setting.server.world.accounts.logins.at(-1)).toMatchObject({ isRevoked: true });
    expect(await failure(openWith(setting, secret).check())).toMatchObject({ errorClass: 'auth' });
    expect(await openWith(setting, secret).logOut()).toMatchObject({
      text: expect.stringContaining('Refresh token is invalid'),
    });
  });
});
