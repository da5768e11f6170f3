import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { asAnswer, ProjectAway } from './project.ts';

/** Delays between the tries of `start` to reach the project, in milliseconds. */
export const START_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 4_000];
/** After this time, no further try is made, because each may wait long for an answer. */
const TRIES_MS = 10_000;
/** How long the result of a failed check is reused. */
const LOOK_MS = 2_000;

export type ReadinessOptions = {
  /** Delays before each retry while the project is unreachable, in milliseconds. */
  pausesMs: readonly number[];
  /** Whether to open despite an unreachable project, and check it again later. */
  opensAway: boolean;
  /** Called with a sentence for the user when the first retry has failed, too. */
  onProgress: (sentence: string) => void;
  log: Logger;
};

/** Whether the project is ready for use. */
export type Readiness = {
  /** Why it is not, as a sentence with the remedy; null once a check has succeeded. */
  problem(): string | null;
  /** Wraps a fetch for supabase-js. Until a check has succeeded, each request checks first and may get its error. */
  gate(send: typeof fetch): typeof fetch;
};

/**
 * Checks the project, with retries while it is unreachable. Throws the AppError of `check`: at once if the project
 * answers, or after the last retry unless `opensAway`.
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

/** The error of the last try; null once one succeeds. Retries only while the project is unreachable. */
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
