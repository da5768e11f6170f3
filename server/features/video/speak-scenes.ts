import PQueue from 'p-queue';
import type { FilmAnswer, FilmOrder, PlannedFilm, VideoProgress } from '../../../shared/video/making.ts';
import type { Pace } from '../../../shared/video/plan.ts';
import { AppError } from '../../errors.ts';
import type { Voice } from '../../speech/voice.ts';
import { type Speech, speechMs, wavOf } from '../../speech/wav.ts';

/** The shares of a film's length that its scenes may take, tried in order: smaller ones are for slower voices. */
export const SPOKEN_ROOMS = [0.9, 0.72, 0.55] as const;
/** Speaking rates. */
const SPEEDS: Record<Pace, number> = { calm: 0.92, normal: 1, quick: 1.14 };
/** Maximum scenes spoken in parallel. */
const AT_ONCE = 3;

type Work = {
  makeFilm(order: FilmOrder, signal: AbortSignal): Promise<FilmAnswer>;
  signal: AbortSignal;
  report(progress: VideoProgress): void;
};

/**
 * A film whose scenes last as long as their spoken words, and the speech of each scene as WAV, by its words. If they
 * take longer than a film may last, scenes are dropped as for a shorter film. A plan of the user is never shortened:
 * AppError bad_input.
 */
export async function speakScenes(
  order: FilmOrder,
  voice: Voice,
  { makeFilm, signal, report }: Work,
): Promise<PlannedFilm & { speech: ReadonlyMap<string, Buffer> }> {
  const { pace = 'normal', plan: own } = order.request;
  const said = new Map<string, Speech>();
  let refusal = '';
  for (const room of SPOKEN_ROOMS) {
    const scenes = await makeFilm({ ...order, spoken: { room, ms: {} } }, signal);
    if ('refusal' in scenes) throw new AppError('bad_input', scenes.refusal);
    const { plan, film } = scenes;
    const texts = [...new Set(film.speech.map(({ words }) => words))].filter((words) => !said.has(words));
    const speed = SPEEDS[own?.pace ?? pace];
    await speakAll(
      texts,
      async (text, ending) => {
        said.set(text, await voice.speak({ text, language: film.language, speed }, ending));
        report({ step: 'voice', done: said.size, total: film.speech.length });
      },
      signal,
    );
    const ms = Object.fromEntries([...said].map(([text, speech]) => [text, speechMs(speech)]));
    const spoken = await makeFilm({ ...order, request: { ...order.request, plan }, spoken: { room, ms } }, signal);
    if (!('refusal' in spoken)) {
      return { ...spoken, speech: new Map([...said].map(([text, speech]) => [text, wavOf(speech)])) };
    }
    refusal = spoken.refusal;
    if (own) break;
  }
  throw new AppError('bad_input', refusal);
}

/** Speaks AT_ONCE texts in parallel; the first failure aborts the others. */
async function speakAll(
  texts: readonly string[],
  speak: (text: string, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const failing = new AbortController();
  const ending = AbortSignal.any([signal, failing.signal]);
  const queue = new PQueue({ concurrency: AT_ONCE });
  const speakOne = async (text: string) => {
    ending.throwIfAborted();
    await speak(text, ending);
  };
  try {
    await Promise.all(texts.map((text) => queue.add(() => speakOne(text))));
  } catch (error) {
    failing.abort(error);
    throw error;
  }
}
