import { loudnessOf } from './loudness.ts';
import { changeEach, SAMPLE_RATE, type Sound } from './sound.ts';
import { truePeakOf } from './true-peak.ts';

/** The loudness at which platforms play music; they turn down louder sound. */
export const LOUDNESS_LUFS = -14;
export const TRUE_PEAK_MAX_DB = -1;
/** The limiter's ceiling for samples in dB, low enough to keep peaks between samples below the maximum. */
const LIMIT_DB = -1.6;
const FADE_IN_SECONDS = 0.4;
const FADE_OUT_SECONDS = 1.8;
/** How long before a peak the limiter turns the sound down, and how long after it back up, in seconds. */
const AHEAD_SECONDS = 0.006;
const RECOVER_SECONDS = 0.12;
/** Limiting makes a sound quieter, so it is measured and limited again until it is this close. */
const ROUNDS = 4;
const NEAR_LU = 0.05;
/** Quieter sound, in LUFS, is not amplified: it is silence with some noise. */
const SILENT_LUFS = -60;

/**
 * Fades both ends and brings a sound to the loudness of platforms without clipping. Changes and returns the sound
 * itself. Silence stays silent.
 */
export function mastered(sound: Sound): Sound {
  return levelled(faded(sound));
}

/** The same without fades, which would cut words. */
export function levelled(sound: Sound): Sound {
  for (let round = 0; round < ROUNDS; round += 1) {
    const loudness = loudnessOf(sound);
    if (loudness < SILENT_LUFS) return sound;
    if (Math.abs(loudness - LOUDNESS_LUFS) < NEAR_LU) break;
    limit(sound, gainOf(LOUDNESS_LUFS - loudness));
  }
  const over = truePeakOf(sound) - (TRUE_PEAK_MAX_DB - 0.1);
  const gain = gainOf(-over);
  return over > 0 ? changeEach(sound, (sample) => sample * gain) : sound;
}

export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

function faded(sound: Sound): Sound {
  const { length } = sound.left;
  const [rising, falling] = [FADE_IN_SECONDS, FADE_OUT_SECONDS].map((seconds) =>
    Math.min(length / 2, seconds * SAMPLE_RATE),
  ) as [number, number];
  return changeEach(sound, (sample, at) => {
    const share = Math.min(1, at / rising, (length - 1 - at) / falling);
    return sample * Math.sin((Math.max(0, share) * Math.PI) / 2) ** 2;
  });
}

/** Amplifies a sound, with less gain around each peak that would be too high. */
function limit(sound: Sound, gain: number): void {
  const { left, right } = sound;
  const most = gainOf(LIMIT_DB);
  const ahead = Math.round(AHEAD_SECONDS * SAMPLE_RATE);
  const wanted = new Float32Array(left.length);
  for (let at = 0; at < left.length; at += 1) {
    const peak = Math.max(Math.abs(left[at] as number), Math.abs(right[at] as number)) * gain;
    wanted[at] = peak > most ? most / peak : 1;
  }
  const recover = 1 / (RECOVER_SECONDS * SAMPLE_RATE);
  // Look-ahead, computed backwards: the gain falls in time for each peak, from 1 to 0 within at least `ahead` samples.
  for (let at = left.length - 2; at >= 0; at -= 1) {
    wanted[at] = Math.min(wanted[at] as number, (wanted[at + 1] as number) + 1 / ahead);
  }
  for (let at = 1; at < left.length; at += 1) {
    wanted[at] = Math.min(wanted[at] as number, (wanted[at - 1] as number) + recover);
  }
  changeEach(sound, (sample, at) => sample * gain * (wanted[at] as number));
}
