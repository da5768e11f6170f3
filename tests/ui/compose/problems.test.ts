import { describe, expect, it } from 'vitest';
import { problemsOf } from '@/features/compose/checks/problems.ts';
import type { ChosenDestination } from '@/features/compose/destinations/chosen.ts';
import { type Draft, EMPTY_DRAFT } from '@/features/compose/draft/draft.ts';
import { type Platform, platformLabel } from '../../../shared/posts/platforms.ts';
import { withFit } from '../../../shared/publishing/picture-fit.ts';

const to = (platform: Platform): ChosenDestination => ({
  platform,
  account: null,
  name: platformLabel(platform),
  tagging: null,
});

function problems(change: Partial<Draft>, ...platforms: Platform[]) {
  return problemsOf({ ...EMPTY_DRAFT, platforms, ...change }, platforms.map(to));
}
const words = (caption: string, hashtags = '') => ({ main: { caption, hashtags } });
const picture = (width: number, height: number) => ({ path: 'a.png', url: '', kind: 'image' as const, width, height });

describe('what destinations refuse', () => {
  it('is nothing of a post that nobody has begun', () => {
    expect(problems({}, 'instagram', 'tiktok', 'twitter')).toEqual([]);
  });

  it('is a text that is too long, to be shortened there, where it makes no thread', () => {
    const shorten = (platform: Platform) => ({
      kind: 'shorten' as const,
      target: { kind: 'platform' as const, platform },
      name: platformLabel(platform),
    });
    const long = words('x'.repeat(2220));
    expect(problems({ ...long, media: [picture(1000, 1000)] }, 'instagram')).toEqual([
      { text: 'Instagram: 20 characters too long.', isWarning: false, mends: [shorten('instagram')] },
    ]);
    expect(problems(words('x'.repeat(300)), 'twitter')).toEqual([
      { text: 'Will be published as a thread of 2 posts on X.', isWarning: true, mends: [shorten('twitter')] },
    ]);
  });

  it('is a post without the media that it needs, to be added or left out', () => {
    expect(problems(words('Bread'), 'instagram', 'tiktok')).toMatchObject([
      { text: 'Instagram needs a picture or a video.', mends: [{ kind: 'addMedia' }, { kind: 'leaveOut' }] },
      {
        text: 'TikTok only accepts videos.',
        mends: [{ kind: 'makeVideo' }, { kind: 'addMedia' }, { kind: 'leaveOut', platform: 'tiktok' }],
      },
    ]);
  });

  it('is more hashtags than it takes, of its own text', () => {
    const hashtags = Array.from({ length: 31 }, (_, index) => `#a${index}`).join(' ');
    const byPlatform = { instagram: { caption: 'Bread', hashtags } };
    const found = problems({ ...words('Bread'), byPlatform, media: [picture(1000, 1000)] }, 'instagram');
    expect(found).toMatchObject([{ isWarning: false, mends: [{ kind: 'fewerHashtags' }] }]);
  });

  it('is said by the account where those of a platform have different limits', () => {
    const account = (label: string, textLength: number) => ({
      ...to('twitter'),
      name: label,
      account: {
        id: label,
        platform: 'twitter' as const,
        label,
        defaults: {},
        channel: { isReady: true, isPaused: false, handle: label, limits: { textLength } },
      },
    });
    const long = { ...EMPTY_DRAFT, ...words('x'.repeat(300)) };
    expect(problemsOf(long, [account('Plain', 280), account('Premium', 25_000)])).toMatchObject([
      { text: 'Will be published as a thread of 2 posts on Plain.', isWarning: true },
    ]);
    expect(problemsOf(long, [account('Plain', 280), account('Other', 280)])).toMatchObject([
      { text: 'Will be published as a thread of 2 posts on X.', isWarning: true },
    ]);
  });

  it('is a first comment that is too long', () => {
    expect(problems({ ...words('Bread'), firstComment: 'x'.repeat(301) }, 'bluesky')).toMatchObject([
      { text: 'Bluesky: the first comment can have at most 300 characters.', isWarning: false },
    ]);
  });
});

it('warns of what a platform crops, and offers to do it by hand', () => {
  const media = [picture(1000, 1000), picture(4000, 1000)];
  expect(problems({ ...words('Bread'), media }, 'instagram')).toEqual([
    {
      text: 'Instagram: Picture 2 is cropped to a shape that Instagram accepts (4:5 to 1.91:1). Choose borders to show all of it.',
      isWarning: true,
      mends: [{ kind: 'pad' }, { kind: 'crop', place: 1 }],
    },
  ]);
  expect(problems({ ...words('Bread'), media: withFit(media, 'pad') }, 'instagram')).toEqual([]);
});

it('cuts nothing of a story, which has one file and no words', () => {
  const options = { instagram: { format: 'story' } };
  const tall = picture(1080, 1920);
  expect(problems({ ...words('x'.repeat(2220)), options, media: [tall] }, 'instagram')).toEqual([
    { text: 'Instagram: A story is published without its text.', isWarning: true, mends: [] },
  ]);
  expect(problems({ options, media: [tall, tall] }, 'instagram')).toEqual([
    {
      text: 'Instagram: A story is one picture or one video; this post has 2 files.',
      isWarning: false,
      mends: [{ kind: 'options', platform: 'instagram' }],
    },
  ]);
});
