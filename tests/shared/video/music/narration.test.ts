import { describe, expect, it } from 'vitest';
import { loudnessOf } from '../../../../shared/video/music/loudness.ts';
import { LOUDNESS_LUFS, TRUE_PEAK_MAX_DB } from '../../../../shared/video/music/master.ts';
import { narrated } from '../../../../shared/video/music/narration.ts';
import { renderScore } from '../../../../shared/video/music/render-score.ts';
import { repeated } from '../../../../shared/video/music/repeated.ts';
import { SAMPLE_RATE } from '../../../../shared/video/music/sound.ts';
import { truePeakOf } from '../../../../shared/video/music/true-peak.ts';
import { everyNth, isFull } from '../../../helpers/depth.ts';

const MS = 9_000;
/** Just longer than the speech, because measuring loudness takes time in proportion to the length. */
const SPOKEN_MS = isFull ? MS : 6_000;
/** As loud and as uneven as a voice: syllables of a vowel, four a second. */
const words = (seconds: number, level: number) =>
  Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, at) => {
    const time = at / SAMPLE_RATE;
    const vowel = [1, 2, 3, 5].reduce((sum, n) => sum + Math.sin(2 * Math.PI * 150 * n * time) / n, 0);
    return level * vowel * Math.sin(Math.PI * ((4 * time) % 1)) ** 2;
  });
const speech = (level = 0.1) => [
  { startMs: 350, samples: words(2, level) },
  { startMs: 3_200, samples: words(2.5, level) },
];
const energy = (channel: Float32Array, from: number, to: number) =>
  channel.subarray(from * SAMPLE_RATE, to * SAMPLE_RATE).reduce((sum, sample) => sum + sample ** 2, 0) / (to - from);

describe('a voice', () => {
  it.each(
    everyNth(
      [
        ['alone', null, 0.1],
        ['over music', { mood: 'driving', seed: 1 }, 0.1],
        ['that is very quiet', { mood: 'calm', seed: 2 }, 0.002],
        ['that is as loud as can be', { mood: 'calm', seed: 2 }, 1],
      ] as const,
      4,
    ),
  )('%s is as loud as platforms play, and does not clip', (_, music, level) => {
    const sound = narrated(music && renderScore(music, SPOKEN_MS), speech(level), SPOKEN_MS);
    expect(sound.left).toHaveLength((SPOKEN_MS / 1000) * SAMPLE_RATE);
    expect(Math.abs(loudnessOf(sound) - LOUDNESS_LUFS)).toBeLessThan(0.6);
    expect(truePeakOf(sound)).toBeLessThanOrEqual(TRUE_PEAK_MAX_DB);
  });

  it('has the music step back under it, also between two scenes, and return after it', () => {
    const tone = Float32Array.from({ length: (MS / 1000) * SAMPLE_RATE }, (_, at) => 0.2 * Math.sin(at / 8));
    const silent = speech().map(({ startMs, samples }) => ({ startMs, samples: samples.map(() => 0) }));
    const { left } = narrated({ left: tone, right: tone }, silent, MS);
    const [under, between, after] = [energy(left, 1, 2), energy(left, 2.5, 3), energy(left, 7, 8.5)];
    expect([under, between].map((part) => Math.round(10 * Math.log10(part / after)))).toEqual([-15, -15]);
  });
});

it.each(isFull ? [1, 7, 60] : [1, 7])('a piece of %i s is as long as its film, without a gap', (seconds) => {
  const piece = Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, at) => 0.5 * Math.sin(at / 20));
  const { left, right } = repeated({ left: piece, right: piece }, MS);
  expect([left.length, right.length]).toEqual([0, 0].map(() => (MS / 1000) * SAMPLE_RATE));
  for (let second = 0; second < 8.5; second += 0.25) expect(energy(left, second, second + 0.25)).toBeGreaterThan(1000);
});
