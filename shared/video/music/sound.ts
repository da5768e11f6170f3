/** Frames a second of all sound in films. */
export const SAMPLE_RATE = 48_000;

/** Stereo sound: samples from -1 to 1, SAMPLE_RATE a second. */
export type Sound = { left: Float32Array; right: Float32Array };
