import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ENCODER_PATHS, encodingStateSchema, MUSIC_MAX_MINUTES } from '../../../shared/video/encoding.ts';
import type { Film } from '../../../shared/video/film.ts';
import type { BrowserHost } from '../../browser/account-launch.ts';
import { type PageFile, withOwnPage } from '../../browser/own-page.ts';
import type { Page } from '../../browser/puppeteer.ts';
import { AppError } from '../../errors.ts';
import { encoderProgram } from '../../supabase/package-files.ts';
import { badMusic, badPicture, longMusic, NO_ENCODER, NOT_ENCODED, TOO_SLOW } from './messages.ts';

/** How often the page's progress is polled. */
const POLL_MS = 200;
/** A page that draws no new frame for this long counts as stuck. */
const STALL_MS = 60_000;
/** Bytes read at once: small, so that the agent's other requests do not have to wait. */
const PART_BYTES = 256 * 1024;
/** More than 45 seconds at the encoder's bitrate. Checked because the page is ours, but its browser may be any. */
const VIDEO_MAX_BYTES = 64 * 1024 * 1024;

/** More than the page requests at once. */
const MUSIC_PART_MAX_BYTES = 8 * 1024 * 1024;

const PAGE: PageFile = {
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><meta charset="utf-8"><title>Encoder</title><script type="module" src="${ENCODER_PATHS.program}"></script>`,
};

export type EncoderDeps = { dataDir: string; host: BrowserHost; signal: AbortSignal };
export type FilmPictures = ReadonlyMap<string, { type: string; bytes: Uint8Array }>;
/** The files of a film, besides its JSON: pictures by path, speech (WAV) by its words, and music. */
export type FilmFiles = {
  pictures: FilmPictures;
  speech: ReadonlyMap<string, Uint8Array>;
  music: MusicFile | null;
};
/** A music file, which is read in parts. */
export type MusicFile = { size: number; read(start: number, end: number): Promise<Uint8Array> };
export type EncodedFilm = { video: Buffer; cover: Buffer };

/**
 * Draws and encodes a film in the agent's browser, frame by frame. `onProgress` is called with the number of frames
 * done, first with 0 once the browser runs. AppError unavailable with the remedy, bad_input for a damaged picture or
 * unsuitable music.
 */
export async function encodeFilm(
  film: Film,
  { pictures, speech, music }: FilmFiles,
  deps: EncoderDeps,
  onProgress: (done: number, total: number) => void,
): Promise<EncodedFilm> {
  const file = async (path: string): Promise<PageFile | null> => {
    if (path === ENCODER_PATHS.film) return { type: 'application/json', body: JSON.stringify(film) };
    const numberAfter = (start: string) => (path.startsWith(start) ? Number(path.slice(start.length)) : -1);
    const picture = pictures.get(film.pictures[numberAfter(ENCODER_PATHS.pictures)] ?? '');
    if (picture) return { type: picture.type, body: picture.bytes };
    const sound = speech.get(film.speech[numberAfter(ENCODER_PATHS.speech)]?.words ?? '');
    if (sound) return { type: 'audio/wav', body: sound };
    return music && path.startsWith(ENCODER_PATHS.music) ? partOf(music, path) : programFile(path);
  };
  return withOwnPage({ ...deps, file }, async (page) => {
    await page.evaluate('encoder.start()');
    const { videoBytes, coverBytes } = await finished(page, onProgress);
    if (videoBytes > VIDEO_MAX_BYTES || coverBytes > VIDEO_MAX_BYTES) throw new AppError('unavailable', NOT_ENCODED);
    return { video: await read(page, 'video', videoBytes), cover: await read(page, 'cover', coverBytes) };
  });
}

/** Whether the agent's browser can encode the formats of a film. AppError unavailable without a browser. */
export function canEncode(deps: EncoderDeps): Promise<boolean> {
  return withOwnPage(
    { ...deps, file: programFile },
    async (page) => (await page.evaluate('encoder.canEncode()')) === true,
  );
}

async function partOf(music: MusicFile, path: string): Promise<PageFile | null> {
  const range = path.slice(ENCODER_PATHS.music.length);
  if (range === '') return { type: 'application/json', body: JSON.stringify(music.size) };
  const [start = 0, end = 0] = range.split('-').map(Number);
  if (!(start >= 0 && end > start && end <= music.size && end - start <= MUSIC_PART_MAX_BYTES)) return null;
  return { type: 'application/octet-stream', body: await music.read(start, end) };
}

async function programFile(path: string): Promise<PageFile | null> {
  if (path === ENCODER_PATHS.page) return PAGE;
  if (path === ENCODER_PATHS.program) return { type: 'text/javascript', body: await readFile(encoderProgram()) };
  return null;
}

/** Waits until the page is done. */
async function finished(page: Page, onProgress: (done: number, total: number) => void) {
  let last = -1;
  let movedAt = Date.now();
  for (;;) {
    const state = encodingStateSchema.parse(await page.evaluate('encoder.state()'));
    if (state.state === 'done') return state;
    if (state.state === 'failed') {
      if (state.reason === 'no_encoder') throw new AppError('unavailable', NO_ENCODER);
      if (state.reason === 'picture') throw new AppError('bad_input', badPicture(state.detail));
      if (state.reason === 'music') throw new AppError('bad_input', badMusic(state.detail));
      if (state.reason === 'long_music') throw new AppError('bad_input', longMusic(state.detail, MUSIC_MAX_MINUTES));
      throw new AppError('unavailable', NOT_ENCODED, { cause: new Error(state.detail) });
    }
    if (state.done !== last) {
      last = state.done;
      movedAt = Date.now();
      onProgress(state.done, state.total);
    } else if (Date.now() - movedAt > STALL_MS) throw new AppError('unavailable', TOO_SLOW);
    await delay(POLL_MS);
  }
}

async function read(page: Page, what: 'video' | 'cover', bytes: number): Promise<Buffer> {
  const all = Buffer.alloc(bytes);
  for (let from = 0; from < bytes; from += PART_BYTES) {
    const to = Math.min(from + PART_BYTES, bytes);
    const part = await page.evaluate(`encoder.read('${what}', ${from}, ${to})`);
    if (typeof part !== 'string' || all.write(part, from, 'base64') !== to - from)
      throw new AppError('unavailable', NOT_ENCODED);
  }
  return all;
}
