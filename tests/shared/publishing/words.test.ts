import { expect, it, test } from 'vitest';
import type { Platform } from '../../../shared/posts/platforms.ts';
import type { ChannelLimits } from '../../../shared/publishing/channel.ts';
import { limitsInWords } from '../../../shared/publishing/limits-in-words.ts';
import { olderLoginsInWords } from '../../../shared/publishing/older-login.ts';
import type { LoginHolder } from '../../../shared/publishing/shared-logins.ts';

it.each<[Platform, ChannelLimits, string]>([
  [
    'twitter',
    { textLength: 25_000, videoSeconds: 14_400, monthlyMills: 5000 },
    '25,000 characters, videos up to 4 h, $5.00 a month',
  ],
  ['mastodon', { textLength: 500, pictures: 4, poll: { answers: 6 } }, '500 characters, polls with 6 answers'],
  ['mastodon', { pictures: 8, videoBytes: 40_000_000 }, '8 pictures, videos up to 40 MB'],
  [
    'youtube_shorts',
    { videoSeconds: 900, keepsPrivate: true, isUnverified: true },
    'videos up to 15 min, videos kept private until the audit, phone number not verified',
  ],
  ['tiktok', { finishesInApp: true, disabledOptions: ['duet'] }, 'finished in the TikTok app'],
  ['twitter', { videoBytes: 16_000_000_000 }, 'videos up to 16 GB'],
  ['bluesky', {}, ''],
])('says what an account of %s may post: %j', (platform, limits, words) => {
  expect(limitsInWords(platform, limits).join(', ')).toBe(words);
});

const nas = { agentId: '1', name: 'NAS', isHere: false, isPosting: true, state: 'held' } satisfies LoginHolder;
const mac = {
  agentId: '2',
  name: 'Studio Mac',
  isHere: false,
  isPosting: false,
  state: 'outdated',
} satisfies LoginHolder;

test.each<[string, LoginHolder[], string[]]>([
  ['another agent', [nas, mac], ['Studio Mac has an older login: pair it with NAS, or renew it there. Until then']],
  [
    'this agent',
    [nas, { ...mac, isHere: true }],
    ['This agent has an older login: pair it with NAS, or renew it here.'],
  ],
  ['the poster here', [{ ...nas, isHere: true }, mac], ['Studio Mac has an older login: pair it with this agent, or']],
  ['none', [nas, { ...mac, state: 'held' }], []],
])('an older login of %s', (_, holders, expected) => {
  expect(olderLoginsInWords({ holders })).toEqual(expected.map((words) => expect.stringContaining(words)));
});
