import { z } from 'zod';

/** H.264, High profile, level 4.0: accepted by every platform, and enough for 1080×1920 at 30 frames per second. */
export const VIDEO_CODEC = 'avc1.640028';
/** Bits per second. 20 seconds take about 10 MB, 45 seconds about 23 MB. */
export const VIDEO_BITRATE = 4_000_000;
export const AUDIO_BITRATE = 128_000;
/** Seconds between key frames, which can be decoded on their own. */
export const KEY_FRAME_SECONDS = 2;

/** Longer files are not a piece of music but a talk or an album. */
export const MUSIC_MAX_MINUTES = 20;

/**
 * Why the encoder page failed. `no_encoder`: this browser cannot encode H.264. `picture`: a picture is damaged.
 * `music`: the music file has no sound that this browser can decode. `long_music`: it is too long for a piece of music.
 */
const encodingFailureSchema = z.object({
  state: z.literal('failed'),
  reason: z.enum(['no_encoder', 'picture', 'music', 'long_music', 'other']),
  /** The path of the picture or the music, or the browser's error message. */
  detail: z.string().max(1000),
});

/** The progress of the encoder page; `done` and `total` are frames, the sizes are in bytes. */
export const encodingStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('working'), done: z.int().min(0), total: z.int().min(0) }),
  z.object({ state: z.literal('done'), videoBytes: z.int().positive(), coverBytes: z.int().positive() }),
  encodingFailureSchema,
]);
export type EncodingState = z.infer<typeof encodingStateSchema>;
export type EncodingFailure = z.infer<typeof encodingFailureSchema>;

/** The functions of the encoder page (ui/encoder), as `encoder` on its window. */
export type EncoderPage = {
  canEncode(): Promise<boolean>;
  /** Starts encoding: fetches the film and its files from the page's own server. */
  start(): void;
  state(): EncodingState;
  /** A part of a result in base64, because a page cannot return bytes. */
  read(what: 'video' | 'cover', from: number, to: number): string;
};

/** The paths on the page's own server. Music is read in parts: `/music/0-4096`; `/music/` is its size as JSON. */
export const ENCODER_PATHS = {
  page: '/',
  program: '/page.js',
  film: '/film.json',
  pictures: '/pictures/',
  speech: '/speech/',
  music: '/music/',
} as const;
