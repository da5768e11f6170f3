import type { Speech } from './wav.ts';

/** A text to speak. `language` is its primary BCP 47 tag; `speed` is relative to the voice's own. */
export type SpokenText = { text: string; language: string; speed: number };

/** A text-to-speech voice. */
export type Voice = {
  /** Its name for users. */
  name: string;
  /**
   * Rejects with AppError unavailable or conflict with the remedy or, on abort, with the signal's reason after ending
   * what it started.
   */
  speak(spoken: SpokenText, signal: AbortSignal): Promise<Speech>;
};
