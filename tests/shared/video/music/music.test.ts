import { describe, expect, test } from 'vitest';
import { FILM_MIN_MS, MOODS } from '../../../../shared/video/film.ts';
import { compose } from '../../../../shared/video/music/compose.ts';
import { loudnessOf } from '../../../../shared/video/music/loudness.ts';
import { LOUDNESS_LUFS, mastered, TRUE_PEAK_MAX_DB } from '../../../../shared/video/music/master.ts';
import { renderScore } from '../../../../shared/video/music/render-score.ts';
import { SAMPLE_RATE, type Sound } from '../../../../shared/video/music/sound.ts';
import { truePeakOf } from '../../../../shared/video/music/true-peak.ts';
import { everyNth } from '../../../helpers/depth.ts';

function tone(hertz: number, level: number, seconds: number, shift = 0): Float32Array {
  const step = (2 * Math.PI * hertz) / SAMPLE_RATE;
  return silence(seconds).map((_, at) => level * Math.sin(step * at + shift));
}
const stereo = (channel: Float32Array): Sound => ({ left: channel.slice(), right: channel.slice() });
const silence = (seconds: number) => new Float32Array(seconds * SAMPLE_RATE);
const peakOf = (channel: Float32Array) => channel.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
const dB = (decibels: number) => 10 ** (decibels / 20);

describe('loudness (EBU Tech 3341)', () => {
  test.each([-23, -33, -14])('a tone of 1000 Hz at %i dBFS in both channels has as many LUFS', (level) => {
    expect(loudnessOf(stereo(tone(1000, dB(level), 5)))).toBeCloseTo(level, 1);
  });

  test.each([['silence', silence(2)]])('%s has none', (_, channel) => {
    expect(loudnessOf(stereo(channel))).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('true peak (EBU Tech 3341)', () => {
  test('of a tone whose samples all miss its peaks', () => {
    const channel = tone(SAMPLE_RATE / 4, 0.5, 0.5, Math.PI / 4);
    expect(peakOf(channel)).toBeCloseTo(0.354, 2);
    expect(Math.abs(truePeakOf(stereo(channel)) - 20 * Math.log10(0.5))).toBeLessThan(0.4);
  });
});

describe('music', () => {
  const pieces = MOODS.flatMap((mood) => [FILM_MIN_MS, 13_333].map((ms, seed) => ({ mood, ms, seed })));
  test.each(everyNth(pieces, pieces.length))(
    '$mood of $ms ms: as long as its film, as loud as platforms play, without clipping, faded at both ends',
    ({ mood, ms, seed }) => {
      const { left, right } = renderScore({ mood, seed }, ms);
      expect([left.length, right.length]).toEqual([0, 0].map(() => Math.round((ms / 1000) * SAMPLE_RATE)));
      expect(left.every(Number.isFinite) && right.every(Number.isFinite)).toBe(true);
      expect(Math.abs(loudnessOf({ left, right }) - LOUDNESS_LUFS)).toBeLessThan(0.5);
      expect(truePeakOf({ left, right })).toBeLessThanOrEqual(TRUE_PEAK_MAX_DB);
      const edges = [left.subarray(0, 200), left.subarray(-200), right.subarray(0, 200), right.subarray(-200)];
      for (const edge of edges) expect(peakOf(edge)).toBeLessThan(0.01);
      // No clicks: adjacent samples are close to each other.
      let jump = 0;
      for (let at = 1; at < left.length; at += 1)
        jump = Math.max(jump, Math.abs((left[at] ?? 0) - (left[at - 1] ?? 0)));
      expect(jump).toBeLessThan(0.25);
    },
  );

  test('the same score is the same music, another seed another', () => {
    expect(compose({ mood: 'warm', seed: 3 }, 20)).toEqual(compose({ mood: 'warm', seed: 3 }, 20));
    expect(compose({ mood: 'warm', seed: 3 }, 20)).not.toEqual(compose({ mood: 'warm', seed: 4 }, 20));
  });
});

test.each<[string, Float32Array]>([
  ['silence', silence(1)],
  ['noise that clips', Float32Array.from(tone(3001, 40, 1), (sample) => Math.max(-1, Math.min(1, sample)))],
  ['a very quiet tone', tone(440, 0.004, 1)],
])('%s is mastered without clipping', (_, channel) => {
  const sound = mastered(stereo(channel));
  expect(truePeakOf(sound)).toBeLessThanOrEqual(TRUE_PEAK_MAX_DB);
  expect(sound.left.every(Number.isFinite)).toBe(true);
});
