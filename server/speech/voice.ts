import type { Speech } from './wav.ts';

/** A text to speak. `language` is its primary BCP 47 tag, `speed` 1 for the voice's own. */
export type SpokenText = { text: string; language: string; speed: number };

/** Someone who can speak. */
export type Voice = {
  /** For users. */
  name: string;
  /** AppError unavailable or conflict with the remedy; rejects with the reason of `signal`, and ends what it started. */
  speak(spoken: SpokenText, signal: AbortSignal): Promise<Speech>;
};
