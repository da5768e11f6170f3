/** Sample rate of all sound in films, in hertz. */
export const SAMPLE_RATE = 48_000;

/** Stereo sound: samples from -1 to 1, SAMPLE_RATE per second. */
export type Sound = { left: Float32Array; right: Float32Array };

/** Changes each sample of both channels in place: a copy of a film's sound takes 10 MB. */
export function changeEach(sound: Sound, change: (sample: number, at: number) => number): Sound {
  for (const channel of [sound.left, sound.right]) {
    for (let at = 0; at < channel.length; at += 1) channel[at] = change(channel[at] as number, at);
  }
  return sound;
}
