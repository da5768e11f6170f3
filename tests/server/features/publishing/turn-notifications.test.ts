import { expect, it } from 'vitest';
import { waitingInWords } from '../../../../server/features/publishing/messages.ts';

type Waiting = Parameters<typeof waitingInWords>[0][number];

const turn = (postId: string, platform: Waiting['platform'], label: string | null = null): Waiting => ({
  id: `${postId}-${platform}`,
  postId,
  platform,
  waitsFor: 'by_hand',
  label,
});
const late: Waiting = { ...turn('z', 'mastodon'), waitsFor: 'late' };

it.each([
  ['one place', [turn('a', 'instagram', 'IG_Main')], ['Your turn: post on Instagram (IG_Main) /your-turn?post=a']],
  [
    'one post in many places',
    (['instagram', 'tiktok', 'linkedin', 'facebook', 'threads'] as const).map((platform) => turn('a', platform)),
    ['Your turn: post on Instagram, TikTok, LinkedIn, and 2 more /your-turn?post=a'],
  ],
  [
    'others besides',
    [turn('a', 'instagram'), turn('b', 'instagram'), late],
    ['Your turn: 2 posts are due /your-turn', 'A post for Mastodon missed its time /'],
  ],
  ['nothing', [], []],
] as const)('tells once of what is due by hand: %s', (_, waiting, told) => {
  expect(waitingInWords(waiting).map(({ title, path }) => `${title} ${path}`)).toEqual(told);
});
