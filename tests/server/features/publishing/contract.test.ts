import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingPost, Session } from '../../../../server/features/publishing/publisher.ts';
import { type Platform, platformOf } from '../../../../shared/posts/platforms.ts';
import type { ErrorClass } from '../../../../shared/publishing/delivery.ts';
import { sendsFirstComment } from '../../../../shared/publishing/post-parts.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';
import { CHOSEN } from '../../../helpers/publishing/chosen-rows.ts';
import { CONTRACT_PLATFORMS, type ContractPlatform } from '../../../helpers/publishing/contract-platforms.ts';
import { FOLLOWERS } from '../../../helpers/publishing/followers.ts';
import { type Fault, send } from '../../../helpers/publishing/imitation.ts';
import {
  DUE,
  failure,
  mediaOf,
  noteInMemory,
  PICTURE,
  postOf,
  publish,
  type SteppedCalls,
  sha256,
  steppedCalls,
  VIDEO_START,
} from '../../../helpers/publishing/platform-sessions.ts';
import { videoOf } from '../../../helpers/youtube/publishing.ts';

/** The contract of all publishers. What is specific to a platform is tested in its own folder. */
const TEXT = 'A walk with bread & 5 euros\n\nIn the woods at https://example.com/a?b=1&c=2, see #trees';
const COMMENT = 'The recipe is in the profile.';
const HOUR_MS = 3_600_000;
const CUT: Fault = { when: 'before', answer: 'cut' };
const LOST: Fault[] = [
  { when: 'after', answer: 'cut' },
  { when: 'after', answer: { status: 500 } },
];
const UNREAD: Fault = { when: 'before', answer: { status: 502 } };
const WRONG_BY_MS = 40 * 60_000;
const FILM = 'A walk\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ';
/** Faults without a usable response. */
const SILENT: [string, Fault][] = [
  ['cut', CUT],
  ['500', { when: 'before', answer: { status: 500 } }],
  ['a page of a proxy', { when: 'before', answer: { status: 502, body: '<html><title>A proxy</title></html>' } }],
];

/** The usual kind of account on each platform, and LinkedIn's other kind, which can do more. */
type Way = Platform | 'linkedin page';
const WAYS: Way[] = [...(Object.keys(CONTRACT_PLATFORMS) as Platform[]), 'linkedin page'];

const IDENTITIES: Record<Way, object> = {
  bluesky: { handle: 'ada.test', profileUrl: 'https://bsky.app/profile/ada.test', expiresAt: null },
  mastodon: { handle: '@ada@mastodon.example', expiresAt: null, limits: { textLength: 500, linkLength: 23 } },
  twitter: { handle: '@ada', profileUrl: 'https://x.com/ada', server: 'https://x.com', expiresAt: null },
  linkedin: { handle: 'Ada', profileUrl: null, limits: { noComment: 'not_offered' } },
  'linkedin page': { handle: 'Ada Bakes', profileUrl: 'https://www.linkedin.com/company/ada-bakes/', limits: {} },
  facebook: { handle: 'Ada Bakes', profileUrl: 'https://www.facebook.com/1000', expiresAt: null },
  instagram: { handle: '@ada.bakes', profileUrl: 'https://www.instagram.com/ada.bakes/', expiresAt: null },
  youtube_shorts: { handle: '@ada', profileUrl: 'https://www.youtube.com/channel/UCada0000000000000000000' },
  threads: { handle: '@ada', profileUrl: 'https://www.threads.com/@ada', limits: { needsAddress: true } },
  discord: { handle: 'Ada Bakes', server: 'https://discord.com', expiresAt: null },
  telegram: { handle: '@ada_bakes', profileUrl: 'https://t.me/ada_bakes', server: 'https://t.me', expiresAt: null },
  pinterest: {
    handle: '@ada_bakes',
    profileUrl: 'https://www.pinterest.com/ada_bakes/',
    limits: { offers: { board: ['Bread'] } },
  },
  tiktok: { handle: '@ada.walks', profileUrl: 'https://www.tiktok.com/@ada.walks', limits: { videoSeconds: 300 } },
};
const ADDRESSES: Record<Platform, RegExp> = {
  bluesky: /^https:\/\/bsky\.app\/profile\/ada\.test\/post\/\w{13}$/,
  mastodon: /^http:\/\/127\.0\.0\.1:\d+\/@ada\/\d+$/,
  twitter: /^https:\/\/x\.com\/ada\/status\/\d+$/,
  linkedin: /^https:\/\/www\.linkedin\.com\/feed\/update\/urn:li:share:\d+\/$/,
  facebook: /^https:\/\/www\.facebook\.com\/1000_\d+$/,
  instagram: /^https:\/\/www\.instagram\.com\/p\/C\d+\/$/,
  youtube_shorts: /^https:\/\/youtube\.com\/shorts\/[\w-]+$/,
  threads: /^https:\/\/www\.threads\.com\/@ada\/post\/C\d+$/,
  discord: /^https:\/\/discord\.com\/channels\/\d+\/\d+\/\d+$/,
  telegram: /^https:\/\/t\.me\/ada_bakes\/\d+$/,
  pinterest: /^https:\/\/www\.pinterest\.com\/pin\/\d+\/$/,
  tiktok: /^https:\/\/www\.tiktok\.com\/@ada\.walks\/video\/\d+$/,
};
/** The metrics of a post with seven likes, unless they are just likes, comments and shares. */
const FIGURES: Partial<Record<Way, object>> = {
  bluesky: {},
  linkedin: {},
  'linkedin page': { likes: 7, comments: 0 },
  discord: { likes: 7 },
  pinterest: { impressions: 2, likes: 7, comments: 0, saves: 0, clicks: 3 },
  telegram: {},
  instagram: { likes: 7, comments: 0 },
  youtube_shorts: { impressions: 0, likes: 7, comments: 0 },
  twitter: { impressions: 90, likes: 7, comments: 0, shares: 0, saves: 0, clicks: 3 },
  tiktok: { impressions: 0, likes: 7, comments: 0, shares: 0 },
  threads: { impressions: 0, likes: 7, comments: 0, shares: 0 },
};
/** A cover and subtitles, in the form in which every publisher receives them. */
const SHOWN = {
  cover: { ms: 1500, picture: mediaOf(PICTURE) },
  subtitles: { language: 'en', captions: [{ startMs: 0, endMs: 1500, text: 'Salt & flour' }] },
};
const SRT = '00:00:00,000 --> 00:00:01,500';
/**
 * The calls that send the cover and subtitles, and what they contain. With `nth`, the nth of these calls can be refused
 * without failing the post; otherwise it is one that the post needs anyway.
 */
const ADDED: Record<Platform, [route: string, says: string[], nth?: number][]> = {
  bluesky: [
    ['com.atproto.repo.uploadBlob', ['WEBVTT', 'Salt &amp; flour'], 2],
    ['com.atproto.repo.putRecord', ['"captions":[{"lang":"en"']],
  ],
  mastodon: [['PUT /api/v1/media/:id', ['thumbnail', sha256(PICTURE)], 1]],
  twitter: [
    ['POST /2/media/upload/:id/append', [SRT, 'Salt & flour'], 2],
    ['POST /2/media/subtitles', ['"language_code":"EN"', '"display_name":"English"'], 1],
  ],
  linkedin: [['PUT /upload?action=thumbnail', [sha256(PICTURE)], 1]],
  facebook: [
    ['POST /:id/thumbnails', ['"is_preferred":"true"', 'source', sha256(PICTURE)], 1],
    ['POST /:id/captions', ['captions_file', 'subtitles.en_US.srt', SRT], 1],
  ],
  instagram: [['POST /:id/media', ['"thumb_offset":"1500"']]],
  youtube_shorts: [
    ['POST /upload/youtube/v3/thumbnails/set', [sha256(PICTURE)], 1],
    ['POST /upload/youtube/v3/captions', ['"language":"en"', SRT], 1],
  ],
  threads: [],
  telegram: [],
  discord: [],
  pinterest: [['POST /v5/pins', [`"cover_image_data":"${PICTURE.toString('base64')}"`]]],
  tiktok: [['POST /v2/post/publish/video/init/', ['"video_cover_timestamp_ms":1500']]],
};
type Processing = [question: string, never: [ErrorClass, string | RegExp], failed: string | RegExp];
/** Platforms that process videos: the polling call, and the errors if processing never ends or fails. */
const PROCESSING: Partial<Record<Platform, Processing>> = {
  mastodon: [
    'GET /api/v1/media/:id',
    ['transient', 'The server did not finish processing video 1 within 10 minutes.'],
    'Error processing thumbnail for uploaded media',
  ],
  twitter: [
    'GET /2/media/upload',
    ['transient', 'X did not finish processing video 1 within 15 minutes.'],
    'X could not process video 1: Unsupported video codec',
  ],
  linkedin: [
    'GET /rest/videos/:urn',
    ['transient', 'LinkedIn did not finish processing video 1 within 15 minutes.'],
    'LinkedIn could not process video 1: The video has no picture',
  ],
  facebook: [
    'GET /:id',
    ['unknown', /./],
    'Facebook could not process the video: The video is shorter than 3 seconds.',
  ],
  instagram: ['GET /:id', ['transient', /./], /error code 2207026/],
  threads: ['GET /:id', ['transient', /./], 'Threads could not process video: FAILED_PROCESSING_VIDEO'],
  pinterest: [
    'GET /v5/media/:id',
    ['transient', 'Pinterest did not finish processing the video within 10 minutes.'],
    'Pinterest could not process the video. It gives no reason.',
  ],
  tiktok: ['POST /v2/post/publish/status/fetch/', ['unknown', /./], /duration_check_failed/],
};
/** The most posts that are read to find one of them. */
const READ_AT_MOST: Partial<Record<Way, number>> = {
  'linkedin page': 500,
  mastodon: 1000,
  twitter: 500,
  facebook: 1000,
  instagram: 500,
  threads: 500,
  pinterest: 2000,
  youtube_shorts: 500,
};
/** The accounts with which the shared and the slowest tests are run even without `test:full`. */
const SOME = everyNth(WAYS, 4, 2);
const DELETE: Partial<Record<Platform, string>> = {
  bluesky: 'com.atproto.repo.deleteRecord',
  mastodon: 'DELETE /api/v1/statuses/:id',
  twitter: 'DELETE /2/tweets/:id',
  threads: 'DELETE /:id',
};
/** The call that hands a post over to the platform. */
const HAND_OVER: Partial<Record<Platform, string>> = {
  mastodon: 'POST /api/v1/statuses',
  facebook: 'POST /:id/feed',
  youtube_shorts: 'PUT /upload/youtube/v3/videos',
};
/** These let no app read posts (LinkedIn: no posts of members). */
const UNREADABLE: Way[] = ['linkedin', 'telegram', 'discord'];
/** Their posts are found by a key that we set, or not at all. */
const NOT_BY_WORDS: Way[] = ['bluesky', 'linkedin', 'telegram', 'discord'];
/** Their tokens are part of every address. */
const TOKEN_IN_ADDRESS: Platform[] = ['telegram', 'discord'];
/** They take no pictures, or no alt text for each. */
const WITHOUT_ALTS: Platform[] = ['youtube_shorts', 'tiktok', 'telegram', 'pinterest'];
/** They let no app delete. */
const KEPT: Platform[] = ['instagram', 'tiktok'];

describe.each(WAYS)('%s', (way) => {
  const isLinkedInPage = way === 'linkedin page';
  const platform: Platform = isLinkedInPage ? 'linkedin' : way;
  let there: ContractPlatform;
  let stepped: SteppedCalls;
  let kept: unknown[];
  let secret: unknown;
  let session: Session;
  beforeEach(async () => {
    stepped = steppedCalls();
    there = await CONTRACT_PLATFORMS[platform](() => stepped.clock.now, { isLinkedInPage });
    ({ secret } = await there.connect(stepped.calls));
    kept = [];
    session = open();
  });
  afterEach(() => there.server.close());

  const hasComment = sendsFirstComment(platform) && way !== 'linkedin';
  const open = (given = secret) =>
    there.publisher.open(JSON.parse(JSON.stringify(given)), stepped.calls, async (renewed) => void kept.push(renewed));
  const file = () => (there.media === 'video' ? videoOf(1000) : mediaOf(PICTURE, 'image/jpeg', 'A loaf'));
  const newPost = (...more: string[]): OutgoingPost => postOf([TEXT, ...more], there.media === 'none' ? [] : [file()]);
  /** Has a file even on text platforms, so that something is uploaded. */
  const withUpload = (): OutgoingPost => postOf([TEXT], [file()]);
  const wrongClock = () => new Date(stepped.clock.now + WRONG_BY_MS);
  /** Advances the clock until everything is processed and listed, and nothing is in doubt. */
  const later = () => {
    stepped.clock.now += 11 * 60_000;
  };
  const fail = (stage: 'upload' | 'make', ...faults: (Fault | null)[]) =>
    there.server.fail(there.routes[stage], ...faults);

  it('connects, and a check finds the same account', async () => {
    const connected = await there.connect(stepped.calls);
    expect(connected).toMatchObject(IDENTITIES[way]);
    expect(await open(connected.secret).check()).toMatchObject({
      handle: connected.handle,
      remoteId: connected.remoteId,
    });
    for (const bad of [null, {}, { did: 1, channelId: '../x', accountId: '../1', openId: '../x' }])
      expect(() => open(bad)).toThrow(expect.objectContaining({ errorClass: 'auth' }));
  });

  it('makes a post as it is written, counts it, and deletes it where that is possible', async () => {
    const { parts, error } = await publish(session, newPost());
    expect(error).toBeNull();
    expect(there.posts()).toEqual([TEXT]);
    expect(parts).toEqual([{ remoteId: expect.any(String), url: expect.stringMatching(ADDRESSES[platform]) }]);
    there.like(7);
    const figures = await session.figures(parts);
    expect(figures).toEqual(FIGURES[way] ?? { likes: 7, comments: 0, shares: 0 });
    const { figures: told } = platformOf(platform);
    expect(told.post).toEqual(expect.arrayContaining(Object.keys(figures ?? {})));
    expect(await session.followers?.()).toBe(told.followers && way !== 'linkedin' ? FOLLOWERS : undefined);
    if (KEPT.includes(platform)) {
      expect(await failure(session.remove(parts))).toMatchObject({ errorClass: 'rejected' });
      there.remove();
    } else {
      await session.remove(parts);
      // Removing a deleted post is no error.
      await session.remove(parts);
    }
    expect([there.posts(), there.comments()]).toEqual([platform === 'tiktok' ? [TEXT] : [], []]);
    if (!UNREADABLE.includes(way)) expect(await session.figures(parts)).toBeNull();
  });

  it.runIf(hasComment)('makes the first comment below it, and goes on with it where it is missing', async () => {
    const post = newPost(COMMENT);
    const comment = there.routes.comment ?? '';
    const before = comment === there.routes.make ? [null] : [];
    there.server.fail(comment, ...before, { when: 'before', answer: there.refusal('Too long') });
    const first = await publish(session, post);
    expect(first).toMatchObject({
      parts: [{}],
      error: { errorClass: 'rejected', message: expect.stringContaining('Too long') },
    });
    there.server.fail(comment, CUT);
    const second = await publish(session, post, first.parts);
    expect(second).toMatchObject({ parts: [{}], error: { errorClass: 'unknown' } });
    expect(await session.find(post)).toEqual({ found: 'some', parts: first.parts });
    there.server.fail(comment, ...LOST.slice(0, 1));
    const { error } = await publish(session, post, first.parts);
    if (error) expect(error).toMatchObject({ errorClass: 'unknown' });
    const found = await session.find(post);
    expect(found).toMatchObject({ found: 'all', parts: [{}, {}] });
    expect(await publish(session, post, 'parts' in found ? found.parts : [])).toMatchObject({ error: null });
    expect([there.posts(), there.comments()]).toEqual([[TEXT], [COMMENT]]);
  });

  it.runIf(DELETE[platform])(
    'makes a thread, each part a reply to the one before, and deletes the last first',
    async () => {
      const post = postOf(['One', 'Two', 'Three'], [mediaOf(PICTURE)]);
      const { parts } = await publish(session, post);
      const [one, two] = parts.map(({ remoteId }) => remoteId.split(' ')[0]);
      expect(there.parents?.()).toEqual([null, one, two]);
      expect(there.pictures()).toHaveLength(1);
      expect(await session.find(post)).toEqual({ found: 'all', parts });
      there.server.fail(DELETE[platform] ?? '', null, CUT);
      expect(await failure(session.remove(parts))).toMatchObject({ errorClass: 'transient' });
      expect([there.posts(), there.comments()]).toEqual([['One'], ['Two']]);
      await session.remove(parts);
      expect([there.posts(), there.comments()]).toEqual([[], []]);
    },
  );

  it.skipIf(WITHOUT_ALTS.includes(platform))(
    'takes one picture or several along, whole, in order and with their alt texts',
    async () => {
      const alts = ['A lake', 'First', '', 'Schöne "Berge"\r\nim Schnee ⛰️'];
      const pictures = alts.map((alt) => mediaOf(PICTURE, 'image/jpeg', alt));
      await publish(session, postOf(['One'], pictures.slice(0, 1)));
      await publish(session, postOf(['More'], pictures.slice(1)));
      expect(there.pictures()).toEqual(alts.map((alt) => [alt, sha256(PICTURE)]));
    },
  );

  it.runIf(PROCESSING[platform] && SOME.includes(way))(
    'waits for its video, not for ever, and says what cannot be processed',
    async () => {
      const [question, never, failed] = PROCESSING[platform] ?? ['', ['unknown', ''], ''];
      const film = mediaOf(Buffer.concat([VIDEO_START, Buffer.alloc(1000)]), 'video/mp4');
      const began = stepped.clock.now;
      const before = there.files();
      there.process?.('done');
      there.server.fail(question, { when: 'before', answer: { status: 503 } });
      expect((await publish(session, postOf(['A film'], [film]))).error).toBeNull();
      expect(stepped.clock.now - began).toBeGreaterThanOrEqual(60_000);
      // A failed polling call does not cause another upload.
      expect(there.files() - before).toBe(1);
      for (const [outcome, [errorClass, words]] of [
        ['never', never],
        ['failed', ['rejected', failed]],
      ] as const) {
        there.process?.(outcome);
        const from = stepped.clock.now;
        const { error } = await publish(session, postOf([outcome], [film])).catch((reason) => ({ error: reason }));
        expect(error).toMatchObject({ errorClass, message: expect.stringMatching(words) });
        expect(stepped.clock.now - from).toBeLessThan(17 * 60_000);
      }
    },
  );

  it.runIf(isFull || SOME.includes(way))(
    'takes the cover and the subtitles of a video along, and goes out once without what is refused',
    async () => {
      const film = mediaOf(Buffer.concat([VIDEO_START, Buffer.alloc(1000)]), 'video/mp4');
      const send = async (text: string) => {
        const prepared = await session.prepare(postOf([text], [{ ...film, ...SHOWN }]));
        const [part] = await prepared.publish([], async () => undefined);
        return part;
      };
      const whole = await send('Whole');
      expect(whole?.note).toBeUndefined();
      for (const [route, says] of ADDED[platform]) {
        const { fields, file } = there.server.requests.findLast(({ name }) => name === route) ?? {};
        const said = [JSON.stringify(fields), file?.field, file?.name, file?.sha256, file?.bytes.toString()].join(' ');
        for (const words of says) expect(said, route).toContain(words);
      }
      for (const [route, , nth] of ADDED[platform]) {
        if (nth === undefined) continue;
        // On Facebook, the second of two calls to the same route creates a reel.
        const [make, calls] = platform === 'facebook' ? ['POST /:id/video_reels', 2] : [there.routes.make, 1];
        const count = () => there.server.requests.filter(({ name }) => name === make).length;
        const before = count();
        const refused: Fault = { when: 'before', answer: there.refusal('Not today') };
        there.server.fail(route, ...Array<null>(nth - 1).fill(null), refused);
        const part = await send(`Without ${route}`);
        expect(part?.note, route).toMatch(/^The (cover|subtitles) could not be added to the video: .*Not today/);
        expect(count() - before, route).toBe(calls);
      }
    },
  );

  it.runIf(hasComment)('knows its post by its id, also edited, and when it was deleted there', async () => {
    const post = { ...newPost(COMMENT), clock: wrongClock };
    const comment = there.routes.comment ?? '';
    there.server.fail(comment, ...(comment === there.routes.make ? [null] : []), CUT);
    const { parts: known } = await publish(session, post);
    there.edit();
    expect(await session.find({ ...post, known })).toEqual({ found: 'some', parts: known });
    expect(await publish(session, { ...post, media: [], sent: 1 }, known)).toMatchObject({ error: null });
    expect([there.posts().length, there.comments()]).toEqual([1, [COMMENT]]);
    there.remove();
    expect(await session.find({ ...post, known })).toEqual({ found: 'gone' });
  });

  it.each([
    ['cut', LOST[0], TEXT, 0],
    ['an error of a platform whose clock is wrong, and that shows a preview of the link', LOST[1], FILM, WRONG_BY_MS],
  ] as const)('finds a post whose answer was lost, and makes no second one: %s', async (_, fault, text, ahead) => {
    const dueAt = new Date(DUE + ahead).toISOString();
    const clock = ahead ? wrongClock : undefined;
    const post = { ...newPost(), parts: [text], dueAt, ...(clock && { clock }) };
    fail('make', ...(fault ? [fault] : []));
    const { error } = await publish(session, post);
    if (error) expect(error).toMatchObject({ errorClass: 'unknown' });
    if (ahead) there.showPreview();
    later();
    const found = await session.find(post);
    if (there.routes.look)
      expect(found).toMatchObject({ found: 'all', parts: [{ url: expect.stringMatching(ADDRESSES[platform]) }] });
    else expect(found).toMatchObject({ found: 'unclear' });
    if (platform === 'linkedin' || platform === 'bluesky')
      expect(await publish(session, post)).toMatchObject({ error: null, parts: [{}] });
    expect(there.posts()).toEqual([text]);
  });

  it.runIf(HAND_OVER[platform])('holds a post once until it is due, moves it and gives it back', async () => {
    const { holds } = session;
    if (!holds) throw new Error('It holds posts.');
    const until = (hours: number) => new Date(DUE + hours * HOUR_MS).toISOString();
    const due = (): OutgoingPost => ({ ...newPost(), dueAt: until(12), sentAt: until(0) });
    const post = due();
    const look = (id: string | null, hours: number) => holds.look(post, { id, until: until(hours) });
    const handOver = async (one: OutgoingPost) => (await holds.prepare(one, until(12))).handOver();
    there.server.fail(HAND_OVER[platform] ?? '', ...LOST.slice(0, 1));
    expect(await failure(handOver(post))).toMatchObject({ errorClass: 'unknown' });
    const held = await look(null, 12);
    expect([held, there.held()]).toMatchObject([{ is: 'held', id: expect.any(String) }, 1]);
    const id = held.is === 'held' ? held.id : '';
    await holds.move(id, until(13));
    const moved = await look(id, 13);
    expect(moved.is === 'held' && Date.parse(moved.until ?? '')).toBe(DUE + 13 * HOUR_MS);
    stepped.clock.now = DUE + 13.1 * HOUR_MS;
    const out = { is: 'published', parts: [{ url: expect.stringMatching(ADDRESSES[platform]) }] };
    expect(await look(id, 13)).toMatchObject(out);
    expect([there.held(), there.posts().length]).toEqual([0, 1]);

    there.remove();
    stepped.clock.now = DUE;
    const second = await handOver(due());
    const other = 'id' in second ? second.id : '';
    expect(await holds.withdraw(other)).toBe('withdrawn');
    expect(await holds.withdraw(other)).toBe('absent');
    expect([await look(other, 12), there.held()]).toEqual([{ is: 'absent' }, 0]);
  });

  it('leaves a post in doubt whose answer was lost while the platform cannot be asked for it', async () => {
    fail('make', ...LOST.slice(0, 1));
    const { look } = there.routes;
    if (look) there.server.fail(look, ...Array.from({ length: 20 }, () => UNREAD));
    const { error } = await publish(session, newPost());
    if (error) expect(error).toMatchObject({ errorClass: 'unknown' });
  });

  it.each(way === platform ? (CHOSEN[platform] ?? []) : [])(
    'sends what was chosen for a post, once: $options',
    async (row) => {
      const { options, media, text = TEXT, route, makes = route, says } = row;
      const files = { picture: () => [mediaOf(PICTURE)], video: () => [videoOf(1000)], none: () => [] };
      const post = { ...postOf([text], files[media ?? 'none']()), options };
      there.server.fail(makes, ...LOST.slice(0, 1));
      const { error } = await publish(session, post);
      if (error) expect(error).toMatchObject({ errorClass: 'unknown' });
      later();
      expect(await session.find(post)).toMatchObject({ found: there.routes.look ? 'all' : 'unclear' });
      const calls = there.server.requests.filter(({ name }) => name === route);
      for (const words of says) expect(JSON.stringify(calls.at(-1)?.fields)).toContain(words);
      expect(calls).toHaveLength(1);
    },
  );

  it('knows that a post is not there, and makes it then', async () => {
    const post = newPost();
    fail('make', CUT);
    expect((await publish(session, post)).error).toMatchObject({ errorClass: 'unknown' });
    expect(await session.find(post)).toMatchObject(there.routes.look ? { found: 'none' } : { found: 'unclear' });
    expect((await publish(session, post)).error).toBeNull();
    expect(there.posts()).toEqual([TEXT]);
  });

  describe.runIf(['youtube_shorts', 'tiktok'].includes(platform))('an upload in chunks that broke off', () => {
    const long = (): OutgoingPost => postOf(['A film'], [videoOf(there.uploads?.size ?? 0)]);

    it('is gone on with, however often it broke, and begins once more when it is over', async () => {
      const post = long();
      fail('make', ...Array.from({ length: 12 }, () => CUT));
      expect(await failure(session.prepare(post))).toMatchObject({ errorClass: 'transient' });
      fail('make');
      const prepared = await session.prepare(post);
      expect(there.files()).toBe(1);
      there.uploads?.expire();
      expect(await failure(prepared.publish([], async () => undefined))).toMatchObject({ errorClass: 'transient' });
      expect((await publish(session, post)).error).toBeNull();
      expect([there.files(), there.posts()]).toEqual([2, [expect.stringContaining('A film')]]);
    });

    it('is another one where the post was changed meanwhile', async () => {
      const post = long();
      await session.prepare(post);
      expect((await publish(session, { ...post, parts: ['After'] })).error).toBeNull();
      expect([there.files(), there.posts()]).toEqual([2, [expect.stringContaining('After')]]);
    });

    it('is not gone on with where its note names another account, or an address that is none of the platform', async () => {
      const { owner = '' } = there.uploads ?? {};
      for (const change of [{ [owner]: 'UCother' }, { address: 'https://evil.example/video/?upload_id=1' }]) {
        const post = long();
        await session.prepare(post);
        const before = there.files();
        await post.upload?.write({ ...((await post.upload.read())?.value as object), ...change });
        await session.prepare(post);
        expect(there.files(), JSON.stringify(change)).toBe(before + 1);
      }
    });

    it('proves nothing where an attempt that slept has written over what a later one knew', async () => {
      const sleeper = { ...long(), upload: noteInMemory(false) };
      await session.prepare(sleeper);
      // Only the platform knows of the later attempt's post.
      await publish(session, { ...sleeper, upload: noteInMemory() });
      later();
      expect(await session.find(sleeper)).toMatchObject({ found: 'all' });
    });
  });

  it.skipIf(NOT_BY_WORDS.includes(way))('takes no other post with the same words for its own', async () => {
    const { elsewhere } = there;
    if (!elsewhere) throw new Error('Its posts are found by their words.');
    elsewhere(TEXT, DUE - HOUR_MS);
    const other = elsewhere(TEXT, DUE);
    later();
    const post = { ...newPost(), upload: noteInMemory(), taken: async () => [other] };
    const isSure = platform !== 'tiktok';
    expect(await session.find(post)).toMatchObject({ found: isSure ? 'none' : 'unclear' });
    const own = elsewhere(TEXT, DUE + 1000);
    expect(await session.find(post)).toMatchObject({
      found: 'all',
      parts: [{ remoteId: expect.stringContaining(own) }],
    });
  });

  it.runIf(READ_AT_MOST[way])('finds a post among many, and proves nothing where there are too many', async () => {
    const post = { ...newPost(), upload: noteInMemory() };
    const own = there.elsewhere?.(TEXT, DUE + 1000) ?? '';
    const addNoise = (count: number) => {
      for (let index = 0; index < count; index++) there.elsewhere?.(`Noise ${index}`, DUE + 2000);
    };
    addNoise(150);
    later();
    expect(await session.find(post)).toMatchObject({
      found: 'all',
      parts: [{ remoteId: expect.stringContaining(own) }],
    });
    if (!SOME.includes(way)) return;
    addNoise(READ_AT_MOST[way] ?? 0);
    expect(await session.find(post)).toMatchObject({ found: 'unclear' });
  });

  it.skipIf(UNREADABLE.includes(way))('says that it does not know where the platform cannot be asked', async () => {
    const { look } = there.routes;
    if (!look) throw new Error('It can be read.');
    const post = newPost();
    await publish(session, post);
    there.server.fail(look, { when: 'before', answer: { status: 503 } });
    const answer = await session
      .find({ ...post, ...(platform !== 'tiktok' && { upload: noteInMemory() }) })
      .catch((error) => error);
    expect(answer.found ?? answer.errorClass).toMatch(/unclear|transient/);
  });

  it('holds the person up to connect again once the login was taken back', async () => {
    there.revoke();
    const refused = { errorClass: 'auth' };
    expect(await failure(session.check())).toMatchObject(refused);
    const post = newPost();
    const sent = await publish(session, post).catch((error) => ({ error }));
    expect(sent.error).toMatchObject(refused);
    // Posts on Bluesky can be read without a login.
    if (there.routes.look && platform !== 'bluesky') {
      const found = await failure(session.find({ ...post, upload: noteInMemory() }));
      expect(found).toMatchObject(refused);
    }
    expect(there.posts()).toEqual([]);
  });

  it.each(everyNth(SILENT, 3, WAYS.indexOf(way)))(
    'is transient before the post and in doubt in the call that makes it: %s',
    async (_, fault) => {
      fail('upload', fault);
      expect(await failure(session.prepare(withUpload()))).toMatchObject({ errorClass: 'transient' });
      fail('make', fault);
      expect((await publish(session, newPost())).error).toMatchObject({ errorClass: 'unknown' });
      expect(there.posts()).toEqual([]);
    },
  );

  it('keeps secrets out of addresses, records and words, even where an answer repeats the request', async () => {
    const tokens = () =>
      there.server.requests
        .flatMap(({ headers }) => headers.authorization ?? [])
        .flatMap((header) =>
          [...header.matchAll(/^\w+ ([^\s,]+)$|signature="([^"]+)"/g)].flatMap(([, one, other]) => one ?? other ?? []),
        );
    const words: string[] = [];
    const repeating =
      (isPage: boolean): Fault =>
      ({ headers, url }, response) => {
        const said = `It says: ${headers.authorization ?? url}`;
        send(response, isPage ? { status: 502, body: `<html>${said}</html>` } : there.refusal(said));
      };
    for (const isPage of [true, false]) {
      // TikTok's upload carries no token.
      const stage = platform === 'tiktok' ? 'upload' : 'make';
      fail(stage, repeating(isPage));
      const { error } = await publish(session, newPost()).catch((reason) => ({ error: reason }));
      expect(error?.errorClass).toMatch(isPage ? /unknown|transient/ : /rejected|unknown/);
      words.push(error?.message ?? '');
    }
    await publish(session, newPost());
    const secrets = [...there.secrets(), ...tokens()];
    expect(secrets.length).toBeGreaterThan(TOKEN_IN_ADDRESS.includes(platform) ? 0 : 2);
    const recorded = JSON.stringify([stepped.exchanges, words]);
    for (const one of secrets) expect(recorded).not.toContain(one);
    // Meta's call that inspects a token takes it in the address.
    for (const { url, name } of there.server.requests)
      if (name !== 'GET /debug_token' && !TOKEN_IN_ADDRESS.includes(platform))
        for (const one of secrets) expect(url).not.toContain(one);
  });
});
