import type { OptionValues, PostKind } from './options.ts';

const ANSWERS_MIN = 2;

/** What is wrong with the fields `poll` and `pollAnswers` of a post; null if nothing. */
export function pollProblem({ poll, pollAnswers }: OptionValues, { kind }: { kind: PostKind }): string | null {
  if (poll !== true || kind !== 'text') return null;
  const answers = Array.isArray(pollAnswers) ? pollAnswers : [];
  if (answers.length < ANSWERS_MIN) return 'The poll needs at least two answers. Write them, or turn the poll off.';
  if (new Set(answers).size < answers.length) return 'Two answers of the poll are the same. Change one of them.';
  return null;
}
