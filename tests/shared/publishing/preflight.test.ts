import { describe, expect, it } from 'vitest';
import { type CheckedMedia, type CheckedPost, checkPost, quotaUseOf } from '../../../shared/publishing/preflight.ts';
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
    channel: ready,
    ...post,
  };
  return checkPost(whole);
}
const texts = (...rest: Parameters<typeof problemsOf>) => problemsOf(...rest).map(({ text }) => text);

describe('the first comment', () => {
  it('is said not to be sent where the platform takes none', () => {
    const post = { platform: 'linkedin', firstComment: 'See the link' } as const;
    expect(problemsOf(post)).toMatchObject([
      { isWarning: true, text: 'The first comment is not sent to LinkedIn: post it yourself.' },
    ]);
    expect(texts({ ...post, channel: null })).toEqual([]);
    expect(texts({ ...post, platform: 'bluesky' })).toEqual([]);
  });

  it.each([
    ['bluesky', 300, {}],
    ['mastodon', 500, {}],
    ['mastodon', 20, { textLength: 20 }],
    ['tiktok', 150, { textLength: 20 }],
  ] as const)('on %s has at most %i characters', (platform, limit, limits) => {
    const firstComment = 'x'.repeat(limit + 1);
    const words = `The first comment has ${limit + 1} of ${limit} characters.`;
    expect(texts({ platform, firstComment }, { limits })).toContain(words);
    expect(texts({ platform, firstComment: `${firstComment.slice(1)}\n` }, { limits })).not.toContain(words);
  });

  it.each([
    ['private', /private videos/],
    ['made_for_kids', /made for kids/],
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

  it('is one more post where posts make threads', () => {
    expect(quotaUseOf('bluesky', { text: 'Bread', firstComment: 'Recipe' }, [], {}).posts).toBe(2);
    expect(quotaUseOf('bluesky', { text: 'Bread', firstComment: ' ' }, [], {}).posts).toBe(1);
  });
});

describe('the pixels and frames that an instance takes', () => {
  it('refuse a video that has more, and make a picture smaller', () => {
    const large = { width: 4096, height: 3072 };
    const file = (one: CheckedMedia): CheckedMedia => ({ ...one, facts: one.facts && { ...one.facts, ...large } });
    const limits = { imagePixels: 8_294_400, videoPixels: 8_294_400, videoFrameRate: 30 };
    expect(texts({ media: [file(video())] }, { limits })).toEqual([
      'The video is 4096 × 3072; Mastodon takes 8.3 megapixels.',
      'The video has 60 frames per second; Mastodon takes 30.',
    ]);
    expect(problemsOf({ media: [file(picture())] }, { limits })).toMatchObject([
      { text: 'The picture is made smaller: Mastodon takes 8.3 megapixels.', isWarning: true, mend: null },
    ]);
    const enough = { imagePixels: 12_582_912, videoPixels: 12_582_912, videoFrameRate: 60 };
    expect(texts({ media: [file(video())] }, { limits: enough })).toEqual([]);
    expect(texts({ media: [file(picture())] }, { limits: enough })).toEqual([]);
  });
});

describe('a reel on Facebook', () => {
  const film = (more: object): CheckedMedia => {
    const one = video();
    return { ...one, facts: one.facts && { ...one.facts, width: 1080, height: 1920, ...more } };
  };
  const said = (more: object, channel?: null) =>
    texts({ platform: 'facebook', media: [film(more)], ...(channel === null && { channel }) });

  it('is upright, of at least 540 × 960, and lasts 3 to 90 seconds', () => {
    for (const more of [{}, { width: 540, height: 960 }, { seconds: 3 }, { seconds: 90 }])
      expect(said(more)).toEqual([]);
    const shape = (size: string) => `The video is ${size}; Facebook takes reels upright, of at least 540 × 960.`;
    expect(said({ width: 1920, height: 1080 })).toEqual([shape('1920 × 1080')]);
    expect(said({ width: 1080, height: 1080 })).toEqual([shape('1080 × 1080')]);
    expect(said({ width: 539 })).toEqual([shape('539 × 1920')]);
    expect(said({ width: 540, height: 959 })).toEqual([shape('540 × 959')]);
    expect(said({ seconds: 2.4 })).toEqual(['The video lasts 2.4 s; Facebook takes 3 s to 90 s.']);
    expect(said({ seconds: 91 })).toEqual(['The video lasts 91 s; Facebook takes 3 s to 90 s.']);
    expect(said({ width: 1920, height: 1080 }, null)).toEqual([]);
  });
});

describe('several pictures that go out as a document', () => {
  const slides = (...alts: string[]) => alts.map((alt) => picture(alt));
  const post = { platform: 'linkedin', text: 'Five tips\nfor bread', isDocument: true } as const;
  const what = 'The 2 pictures go out as a PDF document to swipe through, titled "Five tips".';

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
      'The document has 108.9 MB; it can have 100 MB.',
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
        text: 'The description of the picture has 21 of 20 characters.',
        isWarning: false,
        mend: 'shorten',
        media: 0,
      },
    ]);
    expect(texts({ media: [picture('ok'), picture('a'.repeat(30))] }, { limits })).toEqual([
      'The description of picture 2 has 30 of 20 characters.',
    ]);
    expect(texts({ media: [video(1, 'a'.repeat(22))] }, { limits })).toEqual([
      'The description of the video has 22 of 20 characters.',
    ]);
  });

  it('is counted in code points, up to 1500 of them on a Mastodon that names no limit', () => {
    expect(texts({ media: [picture('🍞'.repeat(1500))] })).toEqual([]);
    expect(texts({ media: [picture('🍞'.repeat(1501))] })).toEqual([
      'The description of the picture has 1501 of 1500 characters.',
    ]);
  });

  it('is nobody’s concern where the platform names no limit, and where a person posts', () => {
    const media = [picture('a'.repeat(9000))];
    expect(texts({ platform: 'bluesky', media })).toEqual([]);
    expect(texts({ media, channel: null })).toEqual([]);
  });
});

describe('what is left of the platform’s limits', () => {
  const bluesky = { platform: 'bluesky', media: [video()] } as const;

  it.each<[Quota[], string[]]>([
    [[quota('videos', 1), quota('videoBytes', 50_000_000)], []],
    [
      [quota('videos', 0)],
      ['Bluesky takes no more videos of this account today. Take the video out, or move the post to another day.'],
    ],
    [
      [quota('videos', 0, { words: 'Confirm your e-mail address' })],
      [
        'Bluesky takes no video of this account now. It says: Confirm your e-mail address. Take the video out, or move the post to another day.',
      ],
    ],
    [
      [quota('videos', 3), quota('videoBytes', 12_300_000)],
      [
        'Bluesky takes 12.3 MB more of video of this account today; this one has 50 MB. Use a smaller video, or move the post to another day.',
      ],
    ],
  ])('says what a video breaks, and what to do: %j', (quotas, said) => {
    expect(texts(bluesky, { quotas })).toEqual(said);
    expect(problemsOf(bluesky, { quotas }).every(({ isWarning, mend }) => !isWarning && mend === null)).toBe(true);
  });

  it('counts each part of a thread, and each file', () => {
    const text = 'A sentence about bread that is not short. '.repeat(20).trim();
    expect(texts({ text }, { quotas: [quota('posts', 1)] })).toEqual([
      'It goes out as a thread of 2 posts.',
      'Mastodon takes 1 more of posts of this account for now; this one goes out as 2. Move the post to a later time.',
    ]);
    expect(texts({}, { quotas: [quota('posts', 0)] })).toEqual([
      'Mastodon takes no more posts of this account for now. Move the post to a later time.',
    ]);
    const media = [picture(), picture()];
    expect(texts({ media }, { quotas: [quota('files', 1)] })).toEqual([
      'Mastodon takes 1 more of pictures and videos of this account for now; this post has 2. Move the post to a later time.',
    ]);
    expect(texts({ media }, { quotas: [quota('files', 0)] })).toEqual([
      'Mastodon takes no more pictures and videos of this account for now. Move the post to a later time.',
    ]);
  });

  it('leaves alone a post that is due when there is more again', () => {
    const before = { quotas: [quota('posts', 0, { until: '2026-11-22T09:00:01Z' })] };
    const after = { quotas: [quota('posts', 0, { until: NINE })] };
    expect(texts({}, before)).toHaveLength(1);
    expect(texts({}, after)).toEqual([]);
  });
});

describe('the words of a Short', () => {
  const wordsOf = (text: string) =>
    problemsOf({ platform: 'youtube_shorts', text, media: [video()] }).map(({ text: words }) => words);

  it('begin with a title of 2 to 100 characters, and hold no angle brackets', () => {
    expect(wordsOf('A walk\nIn the woods')).toEqual([]);
    expect(wordsOf('x')).toEqual(['The first line is the title: it needs at least 2 characters.']);
    expect(wordsOf('x'.repeat(101))).toEqual([expect.stringContaining('at most 100 characters')]);
    expect(wordsOf('A walk\n<3')).toEqual(['YouTube Shorts takes no < and > in a text.']);
  });
});

describe('a channel that fetches pictures from a public address', () => {
  const words =
    'Instagram fetches pictures from a public address, and this post has one without: it comes up as "Your turn".';
  const limits = { needsAddress: true };
  const png = { kind: 'image' as const, mimeType: 'image/png', size: 1000, width: 40, height: 40 };

  it('says before that the post is the person’s turn', () => {
    expect(texts({ platform: 'instagram', media: [picture()] }, { limits })).toContain(words);
    // What is converted lies nowhere.
    const converted = { ...picture(), facts: png, hasAddress: true };
    expect(texts({ platform: 'instagram', media: [converted] }, { limits })).toContain(words);
    expect(texts({ platform: 'instagram', media: [{ ...picture(), hasAddress: true }] }, { limits })).not.toContain(
      words,
    );
    expect(texts({ platform: 'instagram', media: [video()] }, { limits })).not.toContain(words);
    expect(texts({ platform: 'instagram', media: [picture()] })).not.toContain(words);
  });
});
