import { describe, expect, it } from 'vitest';
import { toSrt, toVtt, videoCaptionsSchema } from '../../../shared/posts/video-captions.ts';

const captions = [
  { startMs: 3_725_080, endMs: 3_726_000, text: 'Später' },
  { startMs: 0, endMs: 1_500, text: ' Salt & <b>flour</b>\n\n--> water ' },
  { startMs: 1_500, endMs: 1_500, text: 'never shown' },
  { startMs: 1_500, endMs: 2_000, text: ' \n ' },
];

describe('captions as a file', () => {
  it('are numbered in the order of their times', () => {
    expect(toSrt(captions)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nSalt & <b>flour</b>\n--> water\n\n2\n01:02:05,080 --> 01:02:06,000\nSpäter\n',
    );
  });
  it('contain no markup and no blank line within a cue', () => {
    expect(toVtt(captions)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nSalt &amp; &lt;b&gt;flour&lt;/b&gt;\n--&gt; water\n\n01:02:05.080 --> 01:02:06.000\nSpäter\n',
    );
  });
});

it.each([
  ['more than 500', Array.from({ length: 501 }, () => ({ startMs: 0, endMs: 1, text: 'a' }))],
  ['a text of more than 500', [{ startMs: 0, endMs: 1, text: 'a'.repeat(501) }]],
  ['a time beyond a day', [{ startMs: 0, endMs: 86_400_001, text: 'a' }]],
])('are refused with %s', (_, given) => expect(videoCaptionsSchema.safeParse(given).success).toBe(false));
