import type { Sound } from './sound.ts';

/**
 * The true peak includes points between samples, which are interpolated at four times the sample rate (ITU-R BS.1770-4,
 * annex 2).
 */
const TIMES = 4;
const TAPS = 12;

/** A windowed sinc for each of the three points between two samples. */
const PHASES = Array.from({ length: TIMES - 1 }, (_, index) => {
  const share = (index + 1) / TIMES;
  return Array.from({ length: TAPS }, (_, tap) => {
    const distance = tap - TAPS / 2 + 1 - share;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (TAPS / 2 + 0.5));
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
});

/** The true peak in dBTP; minus infinity for silence. */
export function truePeakOf({ left, right }: Sound): number {
  return 20 * Math.log10(Math.max(peakOf(left), peakOf(right)));
}

function peakOf(channel: Float32Array): number {
  let peak = 0;
  for (let at = 0; at < channel.length; at += 1) peak = Math.max(peak, Math.abs(channel[at] as number));
  // Between two samples a wave rises by only a few decibels, so quiet passages cannot contain the peak.
  const worthLooking = peak * 0.6;
  for (let at = 0; at < channel.length; at += 1) {
    if (Math.abs(channel[at] as number) < worthLooking) continue;
    for (const phase of PHASES) peak = Math.max(peak, between(channel, at, phase), between(channel, at - 1, phase));
  }
  return peak;
}

function between(channel: Float32Array, at: number, phase: readonly number[]): number {
  let sum = 0;
  for (let tap = 0; tap < TAPS; tap += 1) sum += (channel[at + tap - TAPS / 2 + 1] ?? 0) * (phase[tap] as number);
  return Math.abs(sum);
}
