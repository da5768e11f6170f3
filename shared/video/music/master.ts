import { loudnessOf } from './loudness.ts';
import { SAMPLE_RATE, type Sound } from './sound.ts';
import { truePeakOf } from './true-peak.ts';

/** What platforms play music at: louder sound is turned down by them. */
export const LOUDNESS_LUFS = -14;
export const TRUE_PEAK_MAX_DB = -1;
/** Where the limiter holds samples, so that the peaks between them stay below the maximum, in dB. */
const LIMIT_DB = -1.6;
const FADE_IN_SECONDS = 0.4;
const FADE_OUT_SECONDS = 1.8;
/** The limiter turns down this much before a peak, and back up after it, in seconds. */
const AHEAD_SECONDS = 0.006;
const RECOVER_SECONDS = 0.12;
/** Limiting makes a sound quieter, so that it is measured again until it is this near. */
const ROUNDS = 4;
const NEAR_LU = 0.05;
/** Sound that is quieter than this is not turned up to be heard: it is silence with a hiss, in LUFS. */
const SILENT_LUFS = -60;

/** Fades both ends, and brings a sound to the loudness of platforms without clipping. Silence stays silence. */
export function mastered(sound: Sound): Sound {
  return levelled(faded(sound));
}

/** The same without fades: words are never cut. */
export function levelled(sound: Sound): Sound {
  let made = sound;
  for (let round = 0; round < ROUNDS; round += 1) {
    const loudness = loudnessOf(made);
    if (loudness < SILENT_LUFS) return made;
    if (Math.abs(loudness - LOUDNESS_LUFS) < NEAR_LU) break;
    made = limited(made, gainOf(LOUDNESS_LUFS - loudness));
  }
  const over = truePeakOf(made) - (TRUE_PEAK_MAX_DB - 0.1);
  return over > 0 ? louder(made, gainOf(-over)) : made;
}

export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

function louder({ left, right }: Sound, gain: number): Sound {
  return { left: left.map((sample) => sample * gain), right: right.map((sample) => sample * gain) };
}

function faded({ left, right }: Sound): Sound {
  const length = left.length;
  const [rising, falling] = [FADE_IN_SECONDS, FADE_OUT_SECONDS].map((seconds) =>
    Math.min(length / 2, seconds * SAMPLE_RATE),
  ) as [number, number];
  const fade = (sample: number, at: number) => {
    const share = Math.min(1, at / rising, (length - 1 - at) / falling);
    return sample * Math.sin((Math.max(0, share) * Math.PI) / 2) ** 2;
  };
  return { left: left.map(fade), right: right.map(fade) };
}

/** Turns a sound up, and down for a moment around each peak that would be too high. */
function limited({ left, right }: Sound, gain: number): Sound {
  const limit = gainOf(LIMIT_DB);
  const ahead = Math.round(AHEAD_SECONDS * SAMPLE_RATE);
  const wanted = new Float32Array(left.length);
  for (let at = 0; at < left.length; at += 1) {
    const peak = Math.max(Math.abs(left[at] as number), Math.abs(right[at] as number)) * gain;
    wanted[at] = peak > limit ? limit / peak : 1;
  }
  const recover = 1 / (RECOVER_SECONDS * SAMPLE_RATE);
  // Down in time for what comes: backwards, by at most the whole way in `ahead` samples.
  for (let at = left.length - 2; at >= 0; at -= 1) {
    wanted[at] = Math.min(wanted[at] as number, (wanted[at + 1] as number) + 1 / ahead);
  }
  for (let at = 1; at < left.length; at += 1) {
    wanted[at] = Math.min(wanted[at] as number, (wanted[at - 1] as number) + recover);
  }
  const turn = (sample: number, at: number) => sample * gain * (wanted[at] as number);
  return { left: left.map(turn), right: right.map(turn) };
}
