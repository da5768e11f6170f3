import { describe, expect, it } from 'vitest';
import { foldText } from '@/domain/posts/preview/folded-text.tsx';
import { frameRatio } from '@/domain/posts/preview/media.tsx';
import { hintsOf, problemsOf } from '@/domain/posts/preview/messages.ts';
import { outgoingOf } from '@/domain/posts/preview/outgoing.ts';
import { plainAddresses, textParts } from '@/domain/posts/preview/text-parts.ts';
import type { Platform } from '../../../../../shared/posts/platforms.ts';

const PICTURE = { kind: 'image' as const };
const VIDEO = { kind: 'video' as const };
const stored = (caption: string, hashtags: string[] = [], alternatives = {}) => ({
  caption,
  hashtags,
  alternatives,
  updated_at: '',
});
const problems = (platform: Platform, ...rest: [ReturnType<typeof stored>, { kind: 'image' | 'video' }[]]) =>
  problemsOf(outgoingOf(platform, ...rest)).map(({ what }) => what);

describe('what goes out on a platform', () => {
  it('is its own text where it has one', () => {
    const post = stored('Long', ['#a'], { twitter: { caption: 'Short', hashtags: ['#b'] } });
    expect(outgoingOf('twitter', post, [])).toMatchObject({ body: 'Short\n\n#b', hasOwnText: true });
    expect(outgoingOf('linkedin', post, [])).toMatchObject({ body: 'Long\n\n#a', hasOwnText: false });
  });

  it('is else the main text with as many hashtags as it takes, and says which stay out', () => {
    const outgoing = outgoingOf('twitter', stored('Bread', ['#a', '#b', '#c', '#d']), []);
    expect(outgoing).toMatchObject({ body: 'Bread\n\n#a #b', droppedHashtags: 2 });
    expect(hintsOf(outgoing)).toEqual(['We use 2 hashtags on X, so the last 2 are left out.']);
  });

  it('is a thread where it is too long and the platform makes threads, and only there', () => {
    const long = stored('Bread takes time. '.repeat(30).trim());
    const thread = outgoingOf('twitter', long, []);
    expect(thread.parts).toHaveLength(2);
    expect([problemsOf(thread), hintsOf(thread)]).toEqual([[], ['Will be published as a thread of 2 posts on X.']]);
    expect(outgoingOf('facebook', long, []).parts).toEqual([long.caption]);
  });

  it('has a title on YouTube, which is not in the description', () => {
    const outgoing = outgoingOf('youtube_shorts', stored('A loaf\n\nTakes time.', ['#bread']), [VIDEO]);
    expect(outgoing).toMatchObject({ title: 'A loaf', body: 'Takes time.\n\n#bread', mediaProblem: null });
    expect(outgoingOf('instagram', stored('A loaf'), [PICTURE]).title).toBeNull();
    const options = { title: 'Bread' };
    const titled = outgoingOf('youtube_shorts', stored(`${'x'.repeat(200)}\n\nTakes time.`), [VIDEO], null, {
      options,
    });
    expect(titled).toMatchObject({ title: 'Bread', body: `${'x'.repeat(200)}\n\nTakes time.` });
    expect(titled.check.hasBadTitle).toBe(false);
  });

  it('is a document on LinkedIn where somebody chose it, and says so', () => {
    const post = stored('Five tips\n\nSwipe.');
    const outgoing = outgoingOf('linkedin', post, [PICTURE, PICTURE], true);
    expect(outgoing.document).toBe('Five tips');
    expect(hintsOf(outgoing)).toEqual([
      'LinkedIn gets the pictures as a PDF to swipe through, without their alt texts.',
    ]);
    expect(outgoingOf('linkedin', post, [PICTURE, PICTURE]).document).toBeNull();
    expect(outgoingOf('facebook', post, [PICTURE, PICTURE], true).document).toBeNull();
  });

  it('says which pictures are given another shape, as the preview shows them', () => {
    const tall = { kind: 'image' as const, width: 1080, height: 1920 };
    const hints = (platform: Platform, ...media: (typeof tall & { fit?: 'crop' | 'pad' })[]) =>
      hintsOf(outgoingOf(platform, stored('Bread'), media));
    expect(hints('instagram', tall)).toEqual(['A picture is cropped to a shape that Instagram supports, as shown.']);
    expect(hints('instagram', { ...tall, fit: 'pad' }, { ...tall, fit: 'pad' }, tall)).toEqual([
      'A picture is cropped to a shape that Instagram supports, as shown.',
      '2 pictures are sent to Instagram uncropped, with white borders, as shown.',
    ]);
    expect(hints('instagram', { ...tall, height: 1350, fit: 'pad' })).toEqual([]);
    expect(hints('facebook', tall)).toEqual([]);
  });

  it('is a story whole, without words, and one file alone', () => {
    const tall = { kind: 'image' as const, width: 1080, height: 1920 };
    const story = (...media: (typeof tall)[]) =>
      outgoingOf('instagram', stored('See bread.example', ['#bread']), media, null, { options: { format: 'story' } });
    expect(story(tall)).toMatchObject({ body: '', story: { files: 1 }, reshaped: { crop: 0, pad: 0 } });
    expect(hintsOf(story(tall))).toEqual([expect.stringMatching(/^Will be published as a story: uncropped, as shown/)]);
    expect(problemsOf(story(tall, tall))).toMatchObject([{ what: expect.stringContaining('has 2 files') }]);
    expect(story().story).toBeNull();
  });

  it('says where a link is not clickable', () => {
    const post = stored('Read example.com');
    expect(hintsOf(outgoingOf('instagram', post, [PICTURE]))).toEqual([
      'Links in the text are not clickable on Instagram.',
    ]);
    expect(hintsOf(outgoingOf('facebook', post, []))).toEqual([]);
  });
});

describe('a platform refuses', () => {
  it.each<[string, Platform, ReturnType<typeof stored>, { kind: 'image' | 'video' }[]]>([
    ['1,800 characters too long for Instagram.', 'instagram', stored('x'.repeat(4000)), [PICTURE]],
    [
      'We use at most 2 hashtags on X; this post has 3.',
      'twitter',
      stored('x', [], { twitter: { caption: 'y', hashtags: ['#a', '#b', '#c'] } }),
      [],
    ],
    [
      'The first line is the title on YouTube Shorts: at most 100 characters, without < and >.',
      'youtube_shorts',
      stored('x'.repeat(101)),
      [VIDEO],
    ],
    ['TikTok only accepts videos, and this post has none.', 'tiktok', stored('x'), [PICTURE]],
    ['Instagram needs a picture or a video.', 'instagram', stored('x'), []],
    ['Instagram allows at most 10 pictures per post.', 'instagram', stored('x'), Array(11).fill(PICTURE)],
    ['LinkedIn allows one video on its own, without other media.', 'linkedin', stored('x'), [PICTURE, VIDEO]],
    ['There is nothing to post.', 'twitter', stored(' '), []],
  ])('%s', (what, platform, post, media) => expect(problems(platform, post, media)).toEqual([what]));
});

const WORDS = 'Bread takes time. '.repeat(40).trim();

it.each([
  ['instagram', 125],
  ['facebook', 480],
] as const)('%s shows at most %i characters, in whole words', (platform, most) => {
  const shown = foldText(platform, WORDS) ?? '';
  expect(shown.length).toBeLessThanOrEqual(most);
  expect(shown.length).toBeGreaterThan(most - 10);
  expect(WORDS.startsWith(`${shown} `)).toBe(true);
});

it('shows all of what is short enough', () => {
  expect(foldText('instagram', 'x'.repeat(125))).toBeNull();
  expect(foldText('linkedin', 'Three\nshort\nlines')).toBeNull();
});

it('counts lines, too', () => {
  expect(foldText('linkedin', 'One\n\nTwo\n\nThree')).toBe('One\n\nTwo');
});

it('never cuts a sign in half', () => {
  expect(foldText('instagram', '👩‍👩‍👧‍👦'.repeat(130))).toBe('👩‍👩‍👧‍👦'.repeat(125));
});

it('cuts between the signs of scripts without blanks', () => {
  expect(foldText('instagram', 'パンを焼く時間'.repeat(30))).toHaveLength(125);
  expect(foldText('instagram', `Brot ${'パ'.repeat(200)}`)).toHaveLength(125);
});

const picture = (width: number, height: number) => ({ width, height });

it('keeps a single picture whole within what the platform shows, and cuts it beyond', () => {
  expect(frameRatio('linkedin', [picture(1000, 1000)])).toBe(1);
  expect(frameRatio('linkedin', [picture(1080, 1350)])).toBe(4 / 5);
  expect(frameRatio('linkedin', [picture(1080, 1920)])).toBe(4 / 5);
  expect(frameRatio('twitter', [picture(1080, 1920)])).toBe(3 / 4);
  expect(frameRatio('facebook', [picture(4000, 1000)])).toBe(1.91);
  expect(frameRatio('bluesky', [picture(1080, 1920)])).toBe(1080 / 1920);
  expect(frameRatio('mastodon', [picture(4000, 1000)])).toBe(4);
});

it('gives several pictures, and one of unknown size, the wide frame of the grid', () => {
  expect(frameRatio('twitter', [picture(1000, 1000), picture(1000, 1000)])).toBe(16 / 9);
  expect(frameRatio('linkedin', [{}])).toBe(1.91);
  expect(frameRatio('facebook', [])).toBe(1.91);
  expect(frameRatio('mastodon', [picture(1000, 1000), picture(1000, 1000)])).toBe(3 / 2);
});

const marksOf = (platform: Platform, text: string) =>
  textParts(platform, text).flatMap((part) => (part.isMark ? [part.text] : []));

describe('what stands out of a text', () => {
  it('is every hashtag, name and address', () => {
    const text = 'Ask @anna_b. at example.com/a#b, or #خبز #Brot—#2x!';
    expect(marksOf('threads', text)).toEqual(['@anna_b', 'example.com/a#b', '#خبز', '#Brot', '#2x']);
    expect(
      textParts('threads', text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('is no address where addresses are only words', () => {
    expect(marksOf('instagram', 'See https://example.com/#a #bread')).toEqual(['#bread']);
    expect(marksOf('tiktok', 'example.com')).toEqual([]);
  });

  it('is what Bluesky and Mastodon take for a name or an address', () => {
    const text = 'Ask @ada.bsky.social, @ada or @ada@mastodon.example. See example.com, https://example.com #bread';
    const address = 'https://example.com';
    expect(marksOf('bluesky', text)).toEqual(['@ada.bsky.social', 'example.com', address, '#bread']);
    // Mastodon shows names without their servers.
    expect(marksOf('mastodon', text)).toEqual(['@ada', '@ada', address, '#bread']);
  });

  it('is of a name only what the platform takes for one', () => {
    const text = '@ada.bsky.social, @bo@mastodon.example and @ada_1';
    expect(marksOf('twitter', text)).toEqual(['@ada', '@ada_1']);
    expect(marksOf('instagram', text)).toEqual(['@bo', '@ada_1']);
    for (const platform of ['linkedin', 'facebook', 'discord'] as const) expect(marksOf(platform, text)).toEqual([]);
  });

  it('is neither an e-mail address nor a number sign in a word', () => {
    expect(marksOf('twitter', 'anna@example.com, C#, a#b, &#39;')).toEqual([]);
  });
});

it('knows whether an address is only words', () => {
  expect(plainAddresses('instagram', 'Read https://example.com')).toBe('all');
  expect(plainAddresses('instagram', 'Read on.Then rest')).toBeNull();
  expect(plainAddresses('mastodon', 'Read https://example.com and example.com')).toBe('bare');
  expect(plainAddresses('mastodon', 'Read https://example.com')).toBeNull();
  expect(plainAddresses('bluesky', 'Read example.com')).toBeNull();
});
