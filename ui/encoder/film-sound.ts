import { ENCODER_PATHS } from '../../shared/video/encoding.ts';
import type { Film } from '../../shared/video/film.ts';
import { mastered } from '../../shared/video/music/master.ts';
import { type Narration, narrated } from '../../shared/video/music/narration.ts';
import { renderScore } from '../../shared/video/music/render-score.ts';
import { repeated } from '../../shared/video/music/repeated.ts';
import { SAMPLE_RATE, type Sound } from '../../shared/video/music/sound.ts';
import { readMusic } from './music-file.ts';

/** A film's complete sound; null for silence. */
export async function soundOf(film: Film): Promise<Sound | null> {
  const music = await musicOf(film);
  if (film.speech.length === 0) return music;
  const words: Narration[] = [];
  for (const [index, { startMs }] of film.speech.entries()) words.push({ startMs, samples: await readSpeech(index) });
  return narrated(music, words, film.durationMs);
}

async function musicOf({ music, musicFile, durationMs }: Film): Promise<Sound | null> {
  if (musicFile !== null) return mastered(repeated(await readMusic(musicFile, durationMs), durationMs));
  return music && renderScore(music, durationMs);
}

/** Decoding also resamples it to the films' sample rate. */
async function readSpeech(index: number): Promise<Float32Array> {
  const answer = await fetch(`${ENCODER_PATHS.speech}${index}`);
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  return (await context.decodeAudioData(await answer.arrayBuffer())).getChannelData(0);
}
