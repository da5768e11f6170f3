import { loudnessOf } from './loudness.ts';
import { gainOf, levelled } from './master.ts';
import { SAMPLE_RATE, type Sound } from './sound.ts';

/** Speech in one channel, starting at a time of the film. */
export type Narration = { startMs: number; samples: Float32Array };

/** The voice's loudness in LUFS before the final levelling, and the music's gain in dB without and under speech. */
const VOICE_LUFS = -16;
const OPEN_DB = -4;
const DUCKED_DB = -19;
/** How long the music takes to fade down before speech, and back up after it. */
const RAMP_SECONDS = 0.5;
/** The music stays down during shorter pauses, such as one between two scenes. */
const PAUSE_SECONDS = 1.5;

/**
 * A film's sound with a voice: speech at its times, over music that is turned down under it, at the loudness of
 * platforms and without clipping. `music` is as long as the film, mastered and faded; null for the voice alone.
 */
export function narrated(music: Sound | null, words: readonly Narration[], durationMs: number): Sound {
  const length = Math.round((durationMs * SAMPLE_RATE) / 1000);
  const placed = words.map(({ startMs, samples }) => ({ at: Math.round((startMs * SAMPLE_RATE) / 1000), samples }));
  const voice = new Float32Array(length);
  for (const { at, samples } of placed) {
    for (let index = 0; index < samples.length && at + index < length; index += 1) {
      voice[at + index] = (voice[at + index] as number) + (samples[index] as number);
    }
  }
  const loudness = loudnessOf({ left: voice, right: voice });
  const gain = Number.isFinite(loudness) ? gainOf(VOICE_LUFS - loudness) : 1;
  const under = music && musicGains(placed, length);
  const channel = (track: Float32Array | undefined) =>
    voice.map((sample, at) => sample * gain + (track?.[at] ?? 0) * (under?.[at] ?? 0));
  return levelled({ left: channel(music?.left), right: channel(music?.right) });
}

/** The gain of the music at each sample. */
function musicGains(words: readonly { at: number; samples: Float32Array }[], length: number): Float32Array {
  const [open, ducked] = [gainOf(OPEN_DB), gainOf(DUCKED_DB)];
  const gains = new Float32Array(length).fill(open);
  let end = Number.NEGATIVE_INFINITY;
  for (const { at, samples } of words) {
    gains.fill(ducked, at - end < PAUSE_SECONDS * SAMPLE_RATE ? end : at, at + samples.length);
    end = at + samples.length;
  }
  const step = (open - ducked) / (RAMP_SECONDS * SAMPLE_RATE);
  for (let at = length - 2; at >= 0; at -= 1)
    gains[at] = Math.min(gains[at] as number, (gains[at + 1] as number) + step);
  for (let at = 1; at < length; at += 1) gains[at] = Math.min(gains[at] as number, (gains[at - 1] as number) + step);
  return gains;
}
