import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { asAnswer, ProjectAway } from './project.ts';

/** The pauses between the tries of `start` for a project that is away, in milliseconds. */
export const START_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 4_000];
/** No further try begins later, where each waits long for an answer. */
const TRIES_MS = 10_000;
/** How long what a look has found holds, while the project is not good yet. */
const LOOK_MS = 2_000;

export type ReadinessOptions = {
  /** The pauses before the project is tried again while it is away, in milliseconds. */
  pausesMs: readonly number[];
  /** Whether a project that stays away is looked at again later. */
  opensAway: boolean;
  /** Called with a sentence for users once the project is still away at the second try. */
  onProgress: (sentence: string) => void;
  log: Logger;
};

/** Whether the project can be worked with. */
export type Readiness = {
  /** Why it cannot, as a sentence with the remedy; null once it was found good. */
  problem(): string | null;
  /** fetch for supabase-js. Until the project was found good, each request looks first, and is answered what is wrong. */
  gate(send: typeof fetch): typeof fetch;
};

/**
 * Checks the project, and again while it is away. AppError as `check` throws it: at once where the project answers, and
 * where it stays away unless `opensAway`.
 */
export async function openReadiness(
  check: () => Promise<void>,
  { pausesMs, opensAway, onProgress, log }: ReadinessOptions,
): Promise<Readiness> {
  let problem: AppError | null = null;
  let lookedAt = 0;
  let looking: Promise<void> | undefined;

  const note = (found: AppError | null) => {
    if (found && found.message !== problem?.message) log.warn(found.message);
    if (problem && !found) log.info('The Supabase project answers again.');
    problem = found;
    lookedAt = performance.now();
  };
  const look = async () => note(await failureOf(check));
  const found = async (): Promise<AppError | null> => {
    if (problem === null || performance.now() - lookedAt < LOOK_MS) return problem;
    looking ??= look().finally(() => {
      looking = undefined;
    });
    await looking;
    return problem;
  };

  const failure = await failureAfter(check, pausesMs, onProgress);
  if (failure && !(opensAway && failure instanceof ProjectAway)) throw failure;
  note(failure);
  return {
    problem: () => problem?.message ?? null,
    gate: (send) => async (input, init) => {
      const failure = await found();
      return failure ? asAnswer(failure) : send(input, init);
    },
  };
}

/** What is wrong after as many tries as it takes to know. */
async function failureAfter(
  check: () => Promise<void>,
  pausesMs: readonly number[],
  onProgress: (sentence: string) => void,
): Promise<AppError | null> {
  const began = performance.now();
  let failure = await failureOf(check);
  for (const [tries, pause] of pausesMs.entries()) {
    if (!(failure instanceof ProjectAway) || performance.now() - began > TRIES_MS) break;
    if (tries === 1) onProgress(`${failure.message} Trying again…`);
    await delay(pause);
    failure = await failureOf(check);
  }
  return failure;
}

async function failureOf(check: () => Promise<void>): Promise<AppError | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
