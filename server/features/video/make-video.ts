import { Readable } from 'node:stream';
import { mediaObjectUrl, posterPath } from '../../../shared/posts/media-bucket.ts';
import { MEDIA_ALT_MAX, type MediaFileAnswer } from '../../../shared/posts/media-library.ts';
import { postTitle } from '../../../shared/posts/post-title.ts';
import { CAPTION_TEXT_MAX, CAPTIONS_MAX, type VideoCaptions } from '../../../shared/posts/video-captions.ts';
import { FILM, type Film, frameCount, frameMs } from '../../../shared/video/film.ts';
import type {
  FilmAnswer,
  FilmOrder,
  MadeVideo,
  PlannedFilm,
  VideoProgress,
  VideoRequest,
} from '../../../shared/video/making.ts';
import { parseUrl } from '../../../shared/web/parse-url.ts';
import type { GeneratedContentRow } from '../../../shared/workspace/database.ts';
import { AppError } from '../../errors.ts';
import type { Speakers } from '../../speech/voices.ts';
import type { Client } from '../../supabase/connection.ts';
import { type EncodedFilm, type EncoderDeps, encodeFilm, type MusicFile } from './encode.ts';
import { videoName } from './messages.ts';
import { SPOKEN_ROOMS, speakScenes } from './speak-scenes.ts';
import { assertOpen, attach, deleteEarlier, readBrand, readNiche, readPictures } from './store.ts';

/** The part of the Media Library that stores videos. */
export type VideoLibrary = {
  /** AppError if the video cannot be stored; nothing is kept then. */
  add(file: {
    bytes: Readable;
    name: string;
    tag: string[];
    alt: string;
    made: { of: string; cover: Buffer; coverMs: number; captions: VideoCaptions };
  }): Promise<MediaFileAnswer>;
  discard(path: string): Promise<void>;
};

export type VideoDeps = Omit<EncoderDeps, 'signal'> & {
  makeFilm(order: FilmOrder, signal: AbortSignal): Promise<FilmAnswer>;
  speakers: Speakers;
  library(client: Client): VideoLibrary;
  /** AppError bad_input for a file that does not exist or has no sound. */
  openMusic(client: Client, path: string): Promise<MusicFile>;
};

export type VideoWork = {
  client: Client;
  request: VideoRequest;
  signal: AbortSignal;
  report(progress: VideoProgress): void;
};

/**
 * Makes a post's video and attaches it to the post. Nothing is stored before the video is complete, and nothing is kept
 * if it cannot be attached. Rejects with the reason of `signal`, or AppError.
 */
export async function makeVideo(
  content: GeneratedContentRow,
  { client, request, signal, report }: VideoWork,
  { makeFilm, speakers, library, openMusic, ...browser }: VideoDeps,
): Promise<MadeVideo> {
  report({ step: 'scenes', done: 0, total: 1 });
  await assertOpen(client, content);
  const { voice: kind = null } = request;
  const voice = kind && (await speakers.open(kind, client));
  const order = await orderOf(client, content, request);
  const { film: made, speech } = voice
    ? await speakScenes(order, voice, { makeFilm, signal, report })
    : { ...planned(await makeFilm(order, signal)), speech: new Map<string, Uint8Array>() };
  const film = withCover(made, request);
  const pictures = await readPictures(client, film.pictures);
  const music = film.musicFile === null ? null : await openMusic(client, film.musicFile);
  signal.throwIfAborted();
  report({ step: 'browser', done: 0, total: 1 });
  const encoded = await encodeFilm(film, { pictures, speech, music }, { ...browser, signal }, (done, total) =>
    report({ step: 'frames', done, total }),
  );
  report({ step: 'storing', done: 0, total: 1 });
  const path = await store(content, film, encoded, { client, library: library(client), signal });
  return {
    id: content.id,
    path,
    seconds: film.durationMs / 1000,
    bytes: encoded.video.length,
    style: film.style,
    theme: film.theme,
    hasMusic: film.music !== null || film.musicFile !== null,
    hasVoice: film.speech.length > 0,
  };
}

/**
 * Lays out a post's film without making the video. AppError bad_input with the reason if the post has no usable scenes.
 */
export async function setScenes(
  content: GeneratedContentRow,
  { client, request, signal }: Omit<VideoWork, 'report'>,
  makeFilm: VideoDeps['makeFilm'],
): Promise<PlannedFilm> {
  const { film, plan } = planned(await makeFilm(await orderOf(client, content, request), signal));
  return { film: withCover(film, request), plan };
}

/** With the chosen cover frame, or the last frame if the film is shorter. */
function withCover(film: Film, { coverMs = film.coverMs }: VideoRequest): Film {
  return { ...film, coverMs: Math.min(coverMs, frameMs(frameCount(film) - 1)) };
}

function planned(answer: FilmAnswer): PlannedFilm {
  if ('refusal' in answer) throw new AppError('bad_input', answer.refusal);
  return answer;
}

async function orderOf(client: Client, content: GeneratedContentRow, request: VideoRequest): Promise<FilmOrder> {
  const { id, caption, sources, media, project_id: project } = content;
  // Drawn cards are left out, because they already show words.
  const own = media.filter(({ kind, card }) => kind === 'image' && !card).map(({ path }) => path);
  const cards = media.flatMap(({ card }) => card ?? []);
  return {
    post: { id, caption },
    request,
    niche: project === null ? '' : await readNiche(client, project),
    source: siteOf(sources[0]?.url ?? ''),
    brand: await readBrand(client),
    slides: cards.map(({ slide }) => slide),
    design: cards[0]?.design ?? null,
    pictures: request.pictures ?? own,
    spoken: request.voice ? { room: SPOKEN_ROOMS[0], ms: null } : null,
  };
}

/** A host name such as "example.com"; empty for an invalid address. */
function siteOf(url: string): string {
  return parseUrl(url)?.hostname.replace(/^www\./, '') ?? '';
}

async function store(
  content: GeneratedContentRow,
  film: Film,
  { video, cover }: EncodedFilm,
  { client, library, signal }: { client: Client; library: VideoLibrary; signal: AbortSignal },
): Promise<string> {
  signal.throwIfAborted();
  const captions = captionsOf(film);
  const alt = cut(captions.map(({ text }) => text).join(' '), MEDIA_ALT_MAX);
  const name = videoName(postTitle(content.caption));
  const coverMs = Math.round(film.coverMs);
  const made = { of: content.id, cover, coverMs, captions };
  const { path } = await library.add({ bytes: Readable.from([video]), name, tag: [], alt, made });
  try {
    signal.throwIfAborted();
    const { width, height } = FILM;
    const poster = posterPath(path);
    const isAiMade = content.media.some((item) => item.isAiMade && film.pictures.includes(item.path));
    await attach(client, content, {
      ...{ path, url: mediaObjectUrl(path), kind: 'video', width, height, alt },
      poster: { path: poster, url: mediaObjectUrl(poster) },
      coverMs,
      ...(captions.length > 0 && { captions }),
      ...(isAiMade && { isAiMade }),
    });
  } catch (error) {
    await library.discard(path);
    throw error;
  }
  await deleteEarlier(client, content.id, path);
  return path;
}

/** The film's captions, within the limits of a post's captions. */
function captionsOf({ captions }: Film): VideoCaptions {
  return captions.slice(0, CAPTIONS_MAX).map(({ startMs, endMs, text }) => ({
    startMs: Math.round(startMs),
    endMs: Math.round(endMs),
    text: cut(text, CAPTION_TEXT_MAX),
  }));
}

/** Shortens a text to at most `max` characters, if possible at the end of a word. */
function cut(text: string, max: number): string {
  const clean = text.replace(/\s+/g, ' ').trim();
  if (clean.length <= max) return clean;
  const short = clean.slice(0, max - 1);
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), max / 2)).trimEnd()}…`;
}
