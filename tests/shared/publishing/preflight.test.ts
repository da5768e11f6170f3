import { describe, expect, it } from 'vitest';
import type { OptionValues } from '../../../shared/platforms/options.ts';
import type { ChannelLimits } from '../../../shared/publishing/channel.ts';
import { isReel } from '../../../shared/publishing/check-video.ts';
import type { CheckedMedia, CheckedPost } from '../../../shared/publishing/checked-post.ts';
import { checkPost, quotaUseOf } from '../../../shared/publishing/preflight.ts';
import type { Quota } from '../../../shared/publishing/quota.ts';

const ACCOUNT = '8f14e45f-ceea-467f-a8cf-1f0f1a2b3c4d';
const NINE = '2026-11-22T09:00:00Z';
const picture = (alt = ''): CheckedMedia => ({
  kind: 'image',
  alt,
  facts: { kind: 'image', mimeType: 'image/jpeg', size: 1000, width: 40, height: 30 },
  trouble: null,
});
const video = (megabytes = 50, alt = ''): CheckedMedia => ({
  kind: 'video',
  alt,
  facts: {
    kind: 'video',
    mimeType: 'video/mp4',
    size: megabytes * 1_000_000,
    width: 30,
    height: 40,
    seconds: 9,
    frameRate: 59.94,
  },
  trouble: null,
});
const quota = (of: Quota['of'], left: number, more: Partial<Quota> = {}): Quota => ({
  of,
  left,
  until: null,
  words: null,
  ...more,
});

function problemsOf(post: Partial<CheckedPost>, channel: Partial<CheckedPost['channel'] & object> = {}) {
  const ready = { state: 'ready', expiresAt: null, limits: {}, quotas: [], ...channel } as const;
  const whole: CheckedPost = {
    platform: 'mastodon',
    accountId: ACCOUNT,
    text: 'Bread',
    firstComment: '',
    media: [],
    isDocument: false,
    scheduledTime: NINE,
    options: { own: {}, defaults: {} },
    channel: ready,
    ...post,
  };
  return checkPost(whole);
}
const texts = (...rest: Parameters<typeof problemsOf>) => problemsOf(...rest).map(({ text }) => text);

it.each([
  ['twitter', 'With @jay.bsky.team', '@jay.bsky.team is a name on Bluesky: X would read @jay, perhaps someone else.'],
  ['linkedin', '@bo@mastodon.example', '@bo@mastodon.example is a name on Mastodon: it is plain text on LinkedIn.'],
] as const)('warns of a name of elsewhere on %s', (platform, text, words) => {
  expect(problemsOf({ platform, text, firstComment: text })).toContainEqual(
    expect.objectContaining({ isWarning: true, text: words }),
  );
});

describe('the first comment', () => {
  it('is said not to be sent where the platform takes none', () => {
    const post = { platform: 'telegram', firstComment: 'See the link' } as const;
    expect(problemsOf(post)).toMatchObject([
      { isWarning: true, text: 'The first comment is not sent to Telegram channel: post it yourself.' },
    ]);
    const profile = { noComment: 'not_offered' } as const;
    expect(texts({ ...post, platform: 'linkedin' }, { limits: profile })).toEqual([
      expect.stringMatching(/^LinkedIn’s API accepts first/),
    ]);
    expect([texts({ ...post, channel: null }), texts({ ...post, platform: 'bluesky' })]).toEqual([[], []]);
  });

  it.each([
    ['bluesky', 300, {}],
    ['mastodon', 20, { textLength: 20 }],
    ['tiktok', 150, { textLength: 20 }],
  ] as const)('on %s has at most %i characters', (platform, limit, limits) => {
    const firstComment = 'x'.repeat(limit + 1);
    const words = `The first comment has ${limit + 1} characters; the limit is ${limit}.`;
    expect(texts({ platform, firstComment }, { limits })).toContain(words);
    expect(texts({ platform, firstComment: `${firstComment.slice(1)}\n` }, { limits })).not.toContain(words);
  });

  it.each([
    ['unaudited', /keeps the videos of your Google project private/],
    ['maybe_unaudited', /^Until Google has audited your project/],
  ] as const)('is said beforehand to be taken by no such channel: %s', (noComment, words) => {
    const post = { platform: 'youtube_shorts', text: 'A walk', firstComment: 'Where?', media: [video()] } as const;
    const said = expect.objectContaining({ isWarning: true, text: expect.stringMatching(words) });
    expect(problemsOf(post, { limits: { noComment } })).toContainEqual(said);
    for (const other of [
      problemsOf(post, { limits: {} }),
      problemsOf({ ...post, firstComment: ' ' }, { limits: { noComment } }),
    ])
      expect(other).not.toContainEqual(said);
  });

  it.each([
    [{}, { privacy: 'private' }, /private videos/],
    [{ privacy: 'private' }, { privacy: 'public' }, null],
    [{}, { madeForKids: 'yes', privacy: 'private' }, /made for kids/],
  ])('follows what was chosen for the post: %j and %j', (defaults, own, words) => {
    const post = { platform: 'youtube_shorts', text: 'A walk', firstComment: 'Where?', media: [video()] } as const;
    const said = texts({ ...post, options: { own, defaults } }).filter((text) => text.includes('comment'));
    expect(said).toEqual(words ? [expect.stringMatching(words)] : []);
    // While the user's own choice is private, it is not known whether the project is audited.
    const after = texts(
      { ...post, options: { own: { privacy: 'public' }, defaults } },
      { limits: { noComment: 'private' } },
    );
    expect(after).toContainEqual(expect.stringMatching(/^Until Google has audited/));
  });

  it('is one more post where posts make threads', () => {
    expect(quotaUseOf('bluesky', { text: 'Bread', firstComment: 'Recipe' }, [], {}).posts).toBe(2);
    expect(quotaUseOf('bluesky', { text: 'Bread', firstComment: ' ' }, [], {}).posts).toBe(1);
  });
});

it('the pixels and frames that an instance takes refuse a video that has more; a picture is made smaller without a word', () => {
  const large = { width: 4096, height: 3072 };
  const file = (one: CheckedMedia): CheckedMedia => ({ ...one, facts: one.facts && { ...one.facts, ...large } });
  const limits = { imagePixels: 8_294_400, videoPixels: 8_294_400, videoFrameRate: 30 };
  expect(texts({ media: [file(video())] }, { limits })).toEqual([
    'The video is 4096 × 3072; Mastodon accepts up to 8.3 megapixels.',
    'The video has 60 frames per second; Mastodon accepts up to 30.',
  ]);
  expect(texts({ media: [file(picture())] }, { limits })).toEqual([]);
  const enough = { imagePixels: 12_582_912, videoPixels: 12_582_912, videoFrameRate: 60 };
  expect(texts({ media: [file(video())] }, { limits: enough })).toEqual([]);
  expect(texts({ media: [file(picture())] }, { limits: enough })).toEqual([]);
});

const MAY_REFUSE = 'so Instagram may refuse it';

describe('a video', () => {
  const film = (more: object): CheckedMedia => {
    const made = { width: 1080, height: 1920, frameRate: 30, videoCodec: 'avc1.64001f', audioCodec: 'mp4a.40.2' };
    const facts = { kind: 'video', mimeType: 'video/mp4', size: 50_000_000, seconds: 9, ...made } as const;
    return { ...video(), facts: { ...facts, isMoovFirst: true, isCut: false, ...more } };
  };
  const said = (platform: CheckedPost['platform'], more: object, channel?: null) =>
    texts({ platform, text: 'A walk', media: [film(more)], ...(channel === null && { channel }) }).filter((words) =>
      /^The (video|sound)/.test(words),
    );

  it('goes to Facebook in every shape, and lasts up to four hours there', () => {
    for (const more of [{}, { width: 1920, height: 1080 }, { width: 500 }, { seconds: 2.4 }, { seconds: 14_400 }])
      expect(said('facebook', more)).toEqual([]);
    expect(said('facebook', { seconds: 14_460 })).toEqual(['The video lasts 241 min; Facebook accepts 1 s to 4 h.']);
  });

  it('is a reel where it is upright, of at least 540 × 960, of 3 to 90 seconds and 24 to 60 frames', () => {
    const reel = { width: 540, height: 960, seconds: 3, frameRate: 23.976 };
    const others = [{}, { seconds: 90 }, { seconds: null }, { frameRate: null }, { frameRate: 60 }];
    for (const more of others) expect(isReel('facebook', { ...reel, ...more })).toBe(true);
    const none = [{ width: 960 }, { width: 539 }, { height: 959 }, { seconds: 2.9 }, { seconds: 91 }];
    for (const more of [...none, { frameRate: 15 }]) expect(isReel('facebook', { ...reel, ...more })).toBe(false);
    expect(isReel('instagram', reel)).toBe(false);
  });

  it.each<[CheckedPost['platform'], object, found: string, how: string]>([
    ['instagram', { videoCodec: 'vp09.00.10.08' }, 'is VP9; Instagram accepts H.264 or H.265', 'as H.264'],
    ['instagram', { videoCodec: 'wxyz' }, 'is of an unknown format; Instagram accepts H.264 or H.265', 'as H.264'],
    ['instagram', { audioCodec: 'Opus' }, 'is not AAC; Instagram accepts only AAC', 'with AAC sound'],
    ['instagram', { frameRate: 15 }, 'has 15 frames per second; Instagram accepts 23 to 60', 'with 30'],
    ['twitter', { frameRate: 120 }, 'has 120 frames per second; X/Twitter accepts at most 60', 'with 30'],
    ['tiktok', { width: 320, height: 640 }, 'is 320 pixels wide; TikTok accepts 360 to 4096', 'in that size'],
    ['linkedin', { width: 3000, height: 999 }, 'is 3000 × 999, too long and narrow for LinkedIn', 'in another shape'],
    [
      'instagram',
      { isMoovFirst: false },
      `is not made for streaming, ${MAY_REFUSE}`,
      'with "fast start" or "web optimized"',
    ],
    [
      'instagram',
      { isCut: true },
      `contains parts that were cut out without being removed, ${MAY_REFUSE}`,
      'from a video editor',
    ],
  ])('on %s says what of %j has to be made otherwise, and how', (platform, more, found, how) => {
    const words = `The ${'audioCodec' in more ? 'sound of the video' : 'video'} ${found}. Export it again ${how}.`;
    expect(said(platform, more)).toEqual([words]);
    const problem = problemsOf({ platform, media: [film(more)] }).find(({ text }) => text === words);
    expect(problem?.isWarning).toBe(found.includes(MAY_REFUSE));
    // The platform's own page converts files that the user chooses there.
    expect(said(platform, more, null)).toEqual([]);
  });

  it.each(['instagram', 'facebook', 'tiktok', 'youtube_shorts', 'linkedin', 'bluesky', 'mastodon'] as const)(
    'of a phone is fine on %s',
    (platform) => {
      const phone = { videoCodec: 'hvc1.1.6.L93.B0', seconds: 60, frameRate: 29.97 };
      expect(said(platform, phone)).toEqual([]);
      expect(said(platform, { ...phone, audioCodec: null, frameRate: null })).toEqual([]);
    },
  );
});

describe('several pictures that go out as a document', () => {
  const slides = (...alts: string[]) => alts.map((alt) => picture(alt));
  const post = { platform: 'linkedin', text: 'Five tips\nfor bread', isDocument: true } as const;
  const what = 'The 2 pictures are published as a PDF document to swipe through, titled "Five tips".';

  it('say so, and that their descriptions are not sent', () => {
    expect(problemsOf({ ...post, media: slides('', '') })).toMatchObject([{ text: what, isWarning: true }]);
    expect(texts({ ...post, media: slides('A loaf'.repeat(900), '') })).toEqual([
      `${what} Their descriptions are not sent: documents have none.`,
    ]);
    expect(texts({ ...post, media: slides('', ''), channel: null })).toEqual([]);
  });

  it('may be too much for one', () => {
    const [one] = slides('');
    const large = { ...one, facts: one?.facts && { ...one.facts, size: 9_900_000 } } as CheckedMedia;
    expect(texts({ ...post, media: Array(11).fill(large) })).toContain(
      'The document is 108.9 MB; the limit is 100 MB.',
    );
  });
});

describe('the description of a picture or video', () => {
  it('may be as long as the instance says, and is shortened in one step', () => {
    const limits = { altLength: 20 };
    expect(problemsOf({ media: [picture('a'.repeat(21))] }, { limits })).toEqual([
      {
        platform: 'mastodon',
        accountId: ACCOUNT,
        text: 'The description of the picture has 21 characters; the limit is 20.',
        isWarning: false,
        mend: 'shorten',
        media: 0,
      },
    ]);
    expect(texts({ media: [picture('ok'), picture('a'.repeat(30))] }, { limits })).toEqual([
      'The description of picture 2 has 30 characters; the limit is 20.',
    ]);
    expect(texts({ media: [video(1, 'a'.repeat(22))] }, { limits })).toEqual([
      'The description of the video has 22 characters; the limit is 20.',
    ]);
  });

  it('is counted in code points, up to 1500 of them on a Mastodon that names no limit', () => {
    expect(texts({ media: [picture('🍞'.repeat(1500))] })).toEqual([]);
    expect(texts({ media: [picture('🍞'.repeat(1501))] })).toEqual([
      'The description of the picture has 1501 characters; the limit is 1500.',
    ]);
  });
});

describe('what is left of the platform’s limits', () => {
  const bluesky = { platform: 'bluesky', media: [video()] } as const;

  const words = 'Confirm your e-mail address';
  it.each<[Quota[], what: string, todo: string]>([
    [[quota('videos', 0)], 'no more videos from this account today.', 'Remove the video'],
    [[quota('videos', 0, { words })], `no video from this account now. It says: ${words}.`, 'Remove the video'],
    [
      [quota('videos', 3), quota('videoBytes', 12_300_000)],
      '12.3 MB more video from this account today; this one has 50 MB.',
      'Use a smaller video',
    ],
  ])('says what a video breaks, and what to do: %j', (quotas, what, todo) => {
    expect(texts(bluesky, { quotas: [quota('videos', 1), quota('videoBytes', 50_000_000)] })).toEqual([]);
    expect(texts(bluesky, { quotas })).toEqual([`Bluesky accepts ${what} ${todo}, or move the post to another day.`]);
    expect(problemsOf(bluesky, { quotas }).every(({ isWarning, mend }) => !isWarning && mend === null)).toBe(true);
  });

  it('counts each part of a thread, and each file', () => {
    const text = 'A sentence about bread that is not short. '.repeat(20).trim();
    const accepts = (what: string) => `Mastodon accepts ${what}. Move the post to a later time.`;
    expect(texts({ text }, { quotas: [quota('posts', 1)] })).toEqual([
      'It will be published as a thread of 2 posts.',
      accepts('1 more post from this account for now; this one is published as 2'),
    ]);
    expect(texts({}, { quotas: [quota('posts', 0)] })).toEqual([accepts('no more posts from this account for now')]);
    const filesOf = (left: number) => texts({ media: [picture(), picture()] }, { quotas: [quota('files', left)] });
    expect(filesOf(1)).toEqual([accepts('1 more picture or video from this account for now; this post has 2')]);
    expect(filesOf(0)).toEqual([accepts('no more pictures and videos from this account for now')]);
  });

  it('leaves alone a post that is due when there is more again', () => {
    const before = { quotas: [quota('posts', 0, { until: '2026-11-22T09:00:01Z' })] };
    const after = { quotas: [quota('posts', 0, { until: NINE })] };
    expect(texts({}, before)).toHaveLength(1);
    expect(texts({}, after)).toEqual([]);
  });
});

const wordsOf = (text: string) =>
  problemsOf({ platform: 'youtube_shorts', text, media: [video()] }).map(({ text: words }) => words);

it('the words of a Short begin with a title of 2 to 100 characters, and hold no angle brackets', () => {
  expect(wordsOf('A walk\nIn the woods')).toEqual([]);
  expect(wordsOf('x')).toEqual(['The first line is the title: it needs at least 2 characters.']);
  expect(wordsOf('x'.repeat(101))).toEqual([expect.stringContaining('at most 100 characters')]);
  expect(wordsOf('A walk\n<3')).toEqual(['YouTube Shorts does not allow < or > in the text.']);
});

describe('a picture that the agent makes fit', () => {
  const shaped = (width: number, height: number, more: object = {}): CheckedMedia => ({
    ...picture(),
    facts: { kind: 'image', mimeType: 'image/png', size: 90_000_000, width, height, ...more },
  });

  it('is no matter for the person, whether it is sent or put ready', () => {
    for (const channel of [undefined, null]) {
      const given = channel === null ? { channel } : {};
      for (const platform of ['instagram', 'facebook', 'linkedin', 'bluesky', 'mastodon'] as const)
        expect(texts({ platform, media: [shaped(1080, 1350)], ...given })).toEqual([]);
    }
  });

  it('cannot be made to fit where it moves', () =>
    expect(problemsOf({ platform: 'facebook', media: [shaped(40, 40, { isAnimated: true })] })).toMatchObject([
      {
        text: 'The picture is animated, and Facebook does not accept that. Choose a still picture or a video.',
        isWarning: false,
      },
    ]));

  it('of another shape is cut, unless the person wants borders; either choice ends the note', () => {
    const cut =
      'The picture is cropped to a shape that Instagram accepts (4:5 to 1.91:1). Choose borders to show all of it.';
    const post = { platform: 'instagram', media: [shaped(1080, 1351)] } as const;
    expect(problemsOf(post)).toMatchObject([{ text: cut, isWarning: true, mend: 'fit', media: 0 }]);
    expect(texts({ ...post, channel: null })).toEqual([cut]);
    for (const fit of ['crop', 'pad'] as const)
      expect(texts({ ...post, media: [{ ...shaped(1080, 1351), fit }] })).toEqual([]);
    expect(
      problemsOf({ platform: 'instagram', media: [1, 3, 2, 1].map((width) => shaped(width * 500, 500)) }),
    ).toMatchObject([
      {
        text: expect.stringMatching(/^Pictures 2 and 3 are cropped to a shape .* them whole\.$/),
        mend: 'fit',
        media: null,
      },
    ]);
    expect(texts({ platform: 'instagram', media: [shaped(500, 500), shaped(500, 600)] })).toEqual([
      'Picture 2 is cropped to the shape of the first one, in which Instagram shows them all. Choose borders to show all of it.',
    ]);
  });
});

describe('a channel that fetches pictures from a public address', () => {
  const words =
    'Instagram fetches pictures from a public address, and this post has one without: it appears under "Your turn".';
  const limits = { needsAddress: true };
  const png = { kind: 'image' as const, mimeType: 'image/png', size: 1000, width: 40, height: 40 };

  it('says before that the post is the person’s turn', () => {
    expect(texts({ platform: 'instagram', media: [picture()] }, { limits })).toContain(words);
    const tall = { ...picture(), facts: { ...png, mimeType: 'image/jpeg', height: 80 }, hasAddress: true };
    expect(texts({ platform: 'instagram', media: [tall] }, { limits })).toContain(words);
    // A converted picture has no public address.
    const converted = { ...picture(), facts: png, hasAddress: true };
    expect(texts({ platform: 'instagram', media: [converted] }, { limits })).toContain(words);
    expect(texts({ platform: 'instagram', media: [{ ...picture(), hasAddress: true }] }, { limits })).not.toContain(
      words,
    );
    expect(texts({ platform: 'instagram', media: [video()] }, { limits })).not.toContain(words);
    expect(texts({ platform: 'instagram', media: [picture()] })).not.toContain(words);
  });
});

describe('the options of a post', () => {
  it('stay off where the account has turned them off', () => {
    const options = { own: { comments: true, duet: true }, defaults: {} };
    const film = { platform: 'tiktok', options, media: [video()] } as const;
    const found = problemsOf(film, { limits: { disabledOptions: ['duet', 'stitch'] } });
    const off = found.filter(({ text }) => text.includes('turned off'));
    const text = '"Allow Duet" is not sent: your TikTok account has it turned off.';
    expect(off).toMatchObject([{ isWarning: true, text }]);
  });

  it('are those that the account allows, and chosen where the platform wants it', () => {
    const walk = (own: OptionValues, limits: ChannelLimits) =>
      texts({ platform: 'tiktok', options: { own, defaults: {} }, media: [video()] }, { limits }).filter((text) =>
        text.includes('Who can'),
      );
    const limits = { allowedValues: { privacy: ['SELF_ONLY'] }, usualValues: { privacy: 'SELF_ONLY' } };
    expect(walk({ privacy: 'SELF_ONLY' }, limits)).toEqual([]);
    expect(walk({ privacy: 'PUBLIC_TO_EVERYONE' }, limits)).toEqual([
      '"Who can view this video" cannot be "Everyone": your TikTok account does not allow it now. Choose another.',
    ]);
    expect(walk({}, limits)).toEqual([
      'Choose "Who can view this video": TikTok needs it for each post. Otherwise it is published as chosen when connecting: Only me.',
    ]);
    expect(walk({ privacy: 'SELF_ONLY' }, { finishesInApp: true })).toEqual([
      '"Who can view this video" is not sent: you choose it in the TikTok app.',
    ]);
  });

  it('have room for a poll as the server has', () => {
    const ask = (answers: number, limits: ChannelLimits, minutes = '1440') => {
      const pollAnswers = Array.from({ length: answers }, (_, index) => `Answer ${index}`);
      const options = { own: { poll: true, pollAnswers, pollMinutes: minutes }, defaults: {} };
      return texts({ options, text: 'Which?' }, { limits });
    };
    expect(ask(5, {})).toEqual(['"Answers" has 5 entries; the limit is 4.']);
    expect(ask(5, { poll: { answers: 6, answerLength: 8 } })).toEqual([]);
    expect(ask(2, { poll: { answerLength: 7 } })).toEqual([
      '"Answer 0…" in "Answers" has 8 characters; the limit is 7.',
    ]);
    expect(ask(2, { poll: { maxSeconds: 3600 } }, '4320')).toEqual([
      '"Open for" cannot be "3 days": the server of your account does not allow it. Choose another.',
    ]);
  });

  it('may last longer than a Short where the channel may upload long videos', () => {
    const lasting = (seconds: number, limits: ChannelLimits) => {
      const film = video();
      if (film.facts?.kind === 'video') film.facts.seconds = seconds;
      return texts({ platform: 'youtube_shorts', text: 'A walk', media: [film] }, { limits });
    };
    expect(lasting(300, {})).toEqual(['The video lasts 5 min; YouTube Shorts accepts 1 s to 3 min.']);
    expect(lasting(300, { videoSeconds: 900 })).toEqual([
      'The video is longer than 3 min, so YouTube Shorts shows it as an ordinary video.',
    ]);
    expect(lasting(1200, { videoSeconds: 900, isUnverified: true })).toEqual([
      'The video lasts 20 min; YouTube Shorts accepts 1 s to 15 min. Once your phone number is verified at youtube.com/verify, it takes 12 hours.',
    ]);
    expect(lasting(1200, { videoSeconds: 900 })).toEqual([
      'The video lasts 20 min; YouTube Shorts accepts 1 s to 15 min.',
    ]);
  });

  it('say what the account does not get of them', () => {
    const walk = (own: OptionValues, limits: ChannelLimits, more = {}) =>
      texts(
        {
          platform: 'youtube_shorts',
          text: 'A walk',
          options: { own, defaults: {} },
          media: [{ ...video(), ...more }],
        },
        { limits },
      );
    const unaudited = { keepsPrivate: true, usualValues: { privacy: 'public' } } as const;
    const words = 'Your Google project is not audited: YouTube keeps the video private until Google has audited it.';
    expect(walk({}, unaudited)).toEqual([words]);
    expect(walk({ privacy: 'private' }, unaudited)).toEqual([]);
    expect(walk({}, { ...unaudited, usualValues: { privacy: 'private' } })).toEqual([]);
    const covered = expect.stringContaining('channels with a verified phone number');
    expect(walk({}, { isUnverified: true }, { hasCover: true })).toEqual([covered]);
    expect(walk({}, { isUnverified: true })).toEqual([]);
    expect(walk({}, {}, { hasCover: true })).toEqual([]);
  });

  it('take their part of the text, and make it a story without one', () => {
    const options = { own: { contentWarning: 'x'.repeat(20) }, defaults: {} };
    const firstComment = 'x'.repeat(490);
    expect(texts({ options, firstComment })).toEqual(['The first comment has 490 characters; the limit is 480.']);
    expect(texts({ options, text: 'word '.repeat(98) })).toEqual(['It will be published as a thread of 2 posts.']);
    const story = { platform: 'instagram', options: { own: { format: 'story' }, defaults: {} } } as const;
    const upright = picture();
    if (upright.facts?.kind === 'image') upright.facts.height = 71;
    expect(texts({ ...story, firstComment: 'Thanks', media: [upright] })).toEqual([
      'A story is published without its text and its first comment.',
    ]);
    const long = video();
    if (long.facts?.kind === 'video') long.facts.seconds = 61;
    expect(texts({ ...story, text: '', media: [picture(), long] })).toEqual(
      expect.arrayContaining([
        'A story is one picture or one video; this post has 2 files.',
        'The video of a story must last 3 to 60 seconds.',
      ]),
    );
  });

  const film = (own: OptionValues, more: Partial<CheckedPost> = {}) =>
    texts({ platform: 'youtube_shorts', text: 'A walk', media: [video()], options: { own, defaults: {} }, ...more });

  it.each<[string, OptionValues, string[]]>([
    ['a good title in place of a first line', { title: 'Bread' }, []],
    [
      'too many tags',
      { tags: ['x'.repeat(300), 'y'.repeat(300)] },
      [expect.stringMatching(/601 characters; the limit is 500/)],
    ],
  ])('are checked with the text: %s', (_, own, found) => {
    expect(film(own, { text: own.title === undefined ? 'A walk' : 'x'.repeat(200) })).toEqual(found);
  });

  it("count with the account's defaults, and are for the person where they post by hand", () => {
    const defaults = { privacy: 'nobody' };
    expect(film({}, { options: { own: {}, defaults } })).toEqual([
      '"Visibility" must be public, unlisted or private, not "nobody".',
    ]);
    expect(film({ privacy: 'public' }, { options: { own: { privacy: 'public' }, defaults } })).toEqual([]);
    expect(film({ privacy: 'public' }, { channel: null })).toEqual([
      'Its options for YouTube Shorts are not sent by hand: choose them there.',
    ]);
  });
});
