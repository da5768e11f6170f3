import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingPost, Session } from '../../../../../server/features/publishing/publisher.ts';
import { instead } from '../../../../helpers/publishing/imitation.ts';
import {
  DUE,
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
import { begin, CHUNK, connect, openSession, startSetting, videoOf } from '../../../../helpers/youtube/publishing.ts';

/** YouTube keeps multiples of this many bytes of a chunk that is cut off. */
const HALF = 256 * 1024;
const UPLOAD = 'PUT /upload/youtube/v3/videos';
const BEGIN = 'POST /upload/youtube/v3/videos';

const setting = ofEach(() => startSetting());
let session: Session;
beforeEach(async () => {
  session = await openSession(setting);
});
afterEach(() => expect(setting.server.world.violations).toEqual([]));

const requests = (name: string) => setting.server.requests.filter((one) => one.name === name);
const ranges = () => requests(UPLOAD).map(({ headers }) => headers['content-range']);

describe('a Short', () => {
  it('goes out with title, description, tags and what was chosen', async () => {
    session = await openSession(setting, { privacy: 'unlisted', madeForKids: 'yes' });
    const video = { ...videoOf(1000), isAiMade: true };
    const { parts } = await publish(session, postOf(['A walk \nIn the woods.\n\n#Trees #walking #trees a#b'], [video]));
    const [made] = setting.server.world.videos;
    expect(parts).toEqual([{ remoteId: made?.id, url: `https://youtube.com/shorts/${made?.id}` }]);
    expect(made).toMatchObject({
      title: 'A walk',
      description: 'In the woods.\n\n#Trees #walking #trees a#b',
      tags: ['Trees', 'walking'],
      status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: true, containsSyntheticMedia: true },
      size: 1000,
      sha256: sha256(video.bytes),
    });
    expect(requests(BEGIN)[0]?.headers).toMatchObject({
      'x-upload-content-length': '1000',
      'x-upload-content-type': 'video/mp4',
    });
  });

  it('goes out with the options of the post, in place of its text and of what was chosen for the channel', async () => {
    session = await openSession(setting, { privacy: 'unlisted', madeForKids: 'yes' });
    const options = {
      title: 'Bread',
      description: 'A film.',
      tags: ['rye bread', 'oven'],
      playlist: 'https://www.youtube.com/playlist?list=PLbread0000000000&si=x',
      ...{ privacy: 'public', madeForKids: 'no', category: 'howto', license: 'creativeCommon' },
      ...{ notifySubscribers: false, embeddable: false },
    };
    const post = { ...postOf(['A walk\n\n#Trees'], [videoOf(1000)]), options };
    expect((await publish(session, post)).parts[0]).not.toHaveProperty('note');
    const { videos, playlists } = setting.server.world;
    expect(videos).toMatchObject([
      {
        ...{ title: 'Bread', description: 'A film.', tags: ['rye bread', 'oven'], categoryId: '26' },
        status: {
          ...{ privacyStatus: 'public', selfDeclaredMadeForKids: false },
          ...{ license: 'creativeCommon', embeddable: false },
        },
      },
    ]);
    expect(playlists).toEqual({ PLbread0000000000: [videos[0]?.id] });
    expect(requests(BEGIN)[0]?.url).toContain('notifySubscribers=false');
    expect(await session.find({ ...forgotten(post), media: [] })).toMatchObject({ found: 'all' });
  });

  it('that has a title of its own has its whole text below it, and says when it is in no playlist', async () => {
    const options = { title: 'Bread', playlist: 'PLnone0000000000' };
    const prepared = await session.prepare({ ...postOf(['A walk\n\n#Trees'], [videoOf(1000)]), options });
    const [part] = await prepared.publish([], async () => undefined);
    expect(setting.server.world.videos).toMatchObject([{ title: 'Bread', description: 'A walk\n\n#Trees' }]);
    expect(part?.note).toContain('The video may not be in the playlist: The playlist identified');
  });

  it('says nothing of synthetic media where none was made by a model', async () => {
    await publish(session, postOf(['A walk'], [videoOf(10)]));
    expect(setting.server.world.videos[0]?.status).toEqual({
      uploadStatus: 'uploaded',
      privacyStatus: 'public',
      selfDeclaredMadeForKids: false,
    });
  });

  it('is sent in chunks, and is no video before the last of them', async () => {
    const video = videoOf(2 * CHUNK + 5);
    const post = postOf(['Long'], [video]);
    const prepared = await session.prepare(post);
    expect(ranges()).toEqual([`bytes 0-${CHUNK - 1}/${video.size}`, `bytes ${CHUNK}-${2 * CHUNK - 1}/${video.size}`]);
    expect(setting.server.world.videos).toEqual([]);
    await prepared.publish([], async () => undefined);
    expect(ranges().at(-1)).toBe(`bytes ${2 * CHUNK}-${2 * CHUNK + 4}/${video.size}`);
    expect(setting.server.world.videos).toMatchObject([{ sha256: sha256(video.bytes) }]);
  });

  it('that is kept private says so', async () => {
    setting.server.world.options.isAudited = false;
    const { parts } = await publish(session, postOf(['A walk'], [videoOf(10)]));
    expect(parts[0]?.note).toContain('project has not been audited');
    const secret = await openSession(setting, { privacy: 'private' });
    expect((await publish(secret, postOf(['A walk'], [videoOf(10)]))).parts[0]).not.toHaveProperty('note');
  });

  it.each([
    [{}, true, undefined],
    [{}, false, 'unaudited'],
    [{ privacy: 'unlisted' }, false, 'unaudited'],
    [{ privacy: 'private' }, false, 'private'],
    [{ madeForKids: 'yes' }, true, 'made_for_kids'],
  ])('tells what the channel with %j can do from then on, audited: %s', async (choices, isAudited, noComment) => {
    setting.server.world.options.isAudited = isAudited;
    const { secret, limits } = await connect(setting, choices);
    const usualValues = { privacy: 'public', madeForKids: 'no', ...choices };
    const usual = { videoSeconds: 12 * 3600, usualValues, lacks: ['figures'] };
    expect(limits).toEqual({
      ...usual,
      noComment: noComment === 'unaudited' || !noComment ? 'maybe_unaudited' : noComment,
    });
    const opened = openWith(setting, secret);
    await publish(opened, postOf(['A walk'], [videoOf(10)]));
    const [kept = secret] = setting.kept;
    expect((await openWith(setting, kept).check()).limits).toEqual({
      ...usual,
      ...(noComment && { noComment }),
      ...(noComment === 'unaudited' && { keepsPrivate: true }),
    });
  });

  it('shows by being read back whether the project is audited, also where the answer says it is public', async () => {
    const { options, videos } = setting.server.world;
    Object.assign(options, { isAudited: false, locksLater: true });
    const { secret } = await connect(setting, {});
    const prepared = await openWith(setting, secret).prepare(postOf(['A walk'], [videoOf(10)]));
    const [part] = await prepared.publish([], async () => undefined);
    expect(part?.note).toContain('project has not been audited');
    const limits = async () => (await openWith(setting, setting.kept.at(-1)).check()).limits;
    expect(await limits()).toMatchObject({ keepsPrivate: true });
    for (const { status } of videos) status.privacyStatus = 'public';
    expect(await limits()).not.toHaveProperty('keepsPrivate');
    // The project stays audited, even if the user later makes the video private.
    setting.clock.now += 25 * 3600_000;
    await limits();
    for (const { status } of videos) status.privacyStatus = 'private';
    expect(await limits()).not.toHaveProperty('keepsPrivate');
  });

  it.each([
    ['eligible', { videoSeconds: 900, isUnverified: true }],
    ['disallowed', { videoSeconds: 900 }],
    ['longUploadsUnspecified', {}],
  ])('is as long as the channel may upload, being %s', async (longUploads, room) => {
    Object.assign(setting.server.world.options, { longUploads });
    const { limits } = await connect(setting, {});
    const { usualValues, noComment, lacks, ...others } = limits;
    expect(others).toEqual(room);
  });
});

describe('an upload that is broken off', () => {
  it.each([
    [0, 0],
    [HALF, HALF],
    [HALF + 7, HALF],
  ])('after %i bytes of a chunk goes on from byte %i of it', async (arrived, next) => {
    const video = videoOf(2 * CHUNK + 5);
    setting.server.fail(UPLOAD, null, { when: 'middle', bytes: arrived });
    expect((await publish(session, postOf(['Cut'], [video]))).error).toBeNull();
    expect(ranges().slice(1, 4)).toEqual([
      `bytes ${CHUNK}-${2 * CHUNK - 1}/${video.size}`,
      `bytes */${video.size}`,
      `bytes ${CHUNK + next}-${2 * CHUNK - 1}/${video.size}`,
    ]);
    expect(setting.server.world.videos).toMatchObject([{ sha256: sha256(video.bytes) }]);
  });
});

describe('what YouTube refuses', () => {
  it.each([
    ['x', 'The first line is the title'],
    ['x'.repeat(101), 'The first line is the title'],
    ['I <3 it', 'does not allow < and >'],
    [`Fine\n${'é'.repeat(2501)}`, 'more than 5000 bytes'],
  ])('is not sent: %s', async (text, words) => {
    expect(await failure(session.prepare(postOf([text], [videoOf(10)])))).toMatchObject({
      errorClass: 'rejected',
      message: expect.stringContaining(words),
    });
    expect(requests(BEGIN)).toEqual([]);
  });

  it('is a picture, two videos and none', async () => {
    const picture = mediaOf(PICTURE);
    for (const media of [[], [picture], [videoOf(10), videoOf(10)], [videoOf(0)]])
      expect(await failure(session.prepare(postOf(['A walk'], media)))).toMatchObject({ errorClass: 'rejected' });
  });

  it('takes no more tags than fit', async () => {
    const tags = Array.from({ length: 60 }, (_, index) => `#tag${String(index).padStart(6, '0')}`);
    expect((await publish(session, postOf([`Tags\n${tags.join(' ')}`], [videoOf(10)]))).error).toBeNull();
    expect(setting.server.world.videos[0]?.tags.join(',').length).toBeLessThanOrEqual(500);
  });
});

it('knows how many videos of the day are left once it has sent one', async () => {
  const other = await startSetting();
  const own = await openSession(other);
  await other.server.close();
  setting.clock.now += 48 * 3_600_000;
  expect(await own.quota({ posts: 1, files: 1, videos: 1, videoBytes: 10, mills: 0 })).toBeDefined();
  await publish(session, postOf(['A walk'], [videoOf(10)]));
  const [first] = await session.quota({ posts: 1, files: 1, videos: 1, videoBytes: 10, mills: 0 });
  expect(first).toMatchObject({ of: 'videos', left: 99, until: '2026-11-25T08:00:00.000Z' });
  setting.server.fail(BEGIN, instead(403, { error: { code: 403, errors: [{ reason: 'quotaExceeded' }] } }));
  await failure(session.prepare(postOf(['B walk'], [videoOf(10)])));
  expect(await session.quota({ posts: 1, files: 1, videos: 1, videoBytes: 10, mills: 0 })).toMatchObject([{ left: 0 }]);
});

/** The post as another machine sees it, without the note of the upload. */
const forgotten = (post: OutgoingPost): OutgoingPost => ({ ...post, upload: noteInMemory() });

it('holds public videos alone until they are due', () => {
  const media = [videoOf(10)];
  const refused = (privacy: string) => session.holds?.refuses({ options: { privacy }, media });
  expect(['public', 'unlisted'].map(refused)).toEqual([null, 'an unlisted video']);
});

describe('a post that may be there', () => {
  it('is in doubt while a new video may not be listed yet, and absent after that', async () => {
    expect(await session.find(postOf(['A walk']))).toMatchObject({ found: 'unclear' });
    setting.clock.now += 11 * 60_000;
    expect(await session.find(postOf(['A walk']))).toEqual({ found: 'none' });
  });

  it('found without an upload of this process is not uploaded again for its comment', async () => {
    const post = postOf(['A walk\nIn the  woods.', 'Where?'], [videoOf(10)]);
    await publish(session, { ...post, parts: post.parts.slice(0, 1) });
    expect(await session.find(forgotten(post))).toMatchObject({ found: 'some' });
    expect(await publish(session, forgotten(post))).toMatchObject({ parts: [{}, {}], error: null });
    expect(setting.server.world.videos).toHaveLength(1);
  });
});

describe('signing in with Google', () => {
  it('says that the login of a project in "Testing" ends after 7 days', async () => {
    setting.server.world.accounts.isTesting = true;
    const { expiresAt } = await connect(setting);
    expect(Date.parse(expiresAt ?? '') - DUE).toBe(604_799_000);
  });

  it('says that the person left the permission out, and that an account has no channel', async () => {
    const signIn = await begin(setting);
    const address = await setting.server.decide(signIn.authorizeUrl, 'without');
    expect(await failure(signIn.complete(address, setting.calls))).toEqual(
      problem('auth', 'You did not allow Local Agent to manage your YouTube videos'),
    );
    setting.server.world.channel = null;
    expect(await failure(connect(setting))).toEqual(problem('auth', 'has no YouTube channel'));
  });

  it('is ended at Google, or what is left is said', async () => {
    const { refreshTokens } = setting.server.world.accounts;
    setting.server.fail('POST /revoke', instead(500, { error: 'backend_error' }));
    expect(await session.logOut()).toMatchObject({ url: expect.stringContaining('connections') });
    expect(await session.logOut()).toBeNull();
    expect(refreshTokens).toMatchObject([{ isRevoked: true }]);
    expect(await session.logOut()).toBeNull();
  });
});
