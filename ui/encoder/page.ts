import { ENCODER_PATHS, type EncoderPage, type EncodingState } from '../../shared/video/encoding.ts';
import type { Film } from '../../shared/video/film.ts';
import { type EncodedFilm, encodeFilm, findVideoSettings } from './encode-film.ts';
import { EncodingError } from './encoding-error.ts';
import { soundOf } from './film-sound.ts';

/**
 * The page that the agent opens in its browser to make a video (server/features/video). It shows nothing, and can load
 * nothing but the files that the agent serves.
 */
let state: EncodingState = { state: 'working', done: 0, total: 0 };
let result: EncodedFilm | null = null;

const encoder: EncoderPage = {
  canEncode: async () => (await findVideoSettings()) !== null,
  start: () => void run(),
  state: () => state,
  read(what, from, to) {
    if (!result) return '';
    return base64(result[what].subarray(from, to));
  },
};

Object.assign(globalThis, { encoder });

async function run(): Promise<void> {
  try {
    const answer = await fetch(ENCODER_PATHS.film);
    const film: Film = await answer.json();
    const pictures = new Map<string, ImageBitmap>();
    for (const [index, key] of film.pictures.entries()) pictures.set(key, await readPicture(index, key));
    result = await encodeFilm(film, pictures, await soundOf(film), (done, total) => {
      state = { state: 'working', done, total };
    });
    state = { state: 'done', videoBytes: result.video.length, coverBytes: result.cover.length };
  } catch (error) {
    const detail = String(error instanceof Error ? error.message : error).slice(0, 1000);
    state = { state: 'failed', reason: error instanceof EncodingError ? error.reason : 'other', detail };
  }
}

async function readPicture(index: number, key: string): Promise<ImageBitmap> {
  const answer = await fetch(`${ENCODER_PATHS.pictures}${index}`);
  return createImageBitmap(await answer.blob()).catch(() => {
    throw new EncodingError('picture', key);
  });
}

function base64(bytes: Uint8Array): string {
  // In chunks, because the number of a call's arguments is limited.
  const CHUNK = 0x8000;
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK)
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(text);
}
