import type { FastifyBaseLogger } from 'fastify';
import type { HealthParts } from '../../../shared/agent/health.ts';
import { AppError } from '../../errors.ts';
import { TimeLimitPassed, within } from '../../system/time-limit.ts';
import { failedInside, notInTime } from './messages.ts';

/** Time limit of each part, in milliseconds. */
export const PART_LIMIT_MS = 3_000;

/** The result for one part of the agent. `found` is null, and `reasons` says why, if it could not be examined. */
export type Examined<T> = { found: T | null; reasons: string[] };
export type Examine<T> = () => Promise<Examined<T>>;

export type Examinations = { [Name in keyof HealthParts]: Examine<NonNullable<HealthParts[Name]>> };

export type PartToExamine<T> = {
  /** The name of the part in `reasons`: "The database". */
  what: string;
  ask(): Promise<T>;
  /** Why the agent is degraded, in sentences with their remedies; empty if it is not. */
  reasons(found: T): string[];
};

/**
 * Examines one part within `limitMs`. While a call hangs, later callers wait for the same answer, so that hanging calls
 * do not pile up.
 */
export function partOf<T>(
  { what, ask, reasons }: PartToExamine<T>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  limitMs = PART_LIMIT_MS,
): Examine<T> {
  let asking: Promise<T> | undefined;
  const askOnce = () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return async () => {
    try {
      const found = await within(askOnce(), { ms: limitMs, what });
      return { found, reasons: reasons(found) };
    } catch (error) {
      if (error instanceof TimeLimitPassed) return { found: null, reasons: [notInTime(what, limitMs)] };
      if (error instanceof AppError) return { found: null, reasons: [error.message] };
      log.warn({ err: error }, 'a part of the agent cannot be checked');
      return { found: null, reasons: [failedInside(what)] };
    }
  };
}
