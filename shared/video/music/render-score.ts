import type { Score } from '../film.ts';
import { compose } from './compose.ts';
import { play } from './instruments.ts';
import { mastered } from './master.ts';
import { MOOD_DATA } from './moods.ts';
import { inRoom } from './room.ts';
import type { Sound } from './sound.ts';

/**
 * Renders music of the film's length, at the loudness of platforms, with both ends faded. The same score and length
 * always produce the same samples. Takes a few hundred milliseconds, so pages run it in a worker.
 */
export function renderScore(score: Score, durationMs: number): Sound {
  const seconds = durationMs / 1000;
  const notes = compose(score, seconds);
  return mastered(inRoom(play(notes, seconds), MOOD_DATA[score.mood].room));
}
