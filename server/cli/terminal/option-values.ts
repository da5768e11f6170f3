import { InvalidArgumentError } from 'commander';
import { PLATFORM_IDS, type Platform, platformSchema } from '../../../shared/posts/platforms.ts';

/** Option parsers; invalid values are wrong usage (exit code 2) with what to enter instead. */

/** Collects the values of a repeatable option. */
export function collected<T>(parse: (given: string) => T): (given: string, before: T[] | undefined) => T[] {
  return (given, before = []) => [...before, parse(given)];
}

export function platform(given: string): Platform {
  const { data } = platformSchema.safeParse(given.toLowerCase());
  if (!data) throw new InvalidArgumentError(`Choose one of ${PLATFORM_IDS.join(', ')}.`);
  return data;
}
