import { InvalidArgumentError } from 'commander';
import { PLATFORM_IDS, type Platform, platformSchema } from '../../../shared/posts/platforms.ts';

/** Parsers of options; what is wrong usage (exit code 2) is told with what to give instead. */

/** Collects what an option gets each time that it is given. */
export function collected<T>(parse: (given: string) => T): (given: string, before: T[] | undefined) => T[] {
  return (given, before = []) => [...before, parse(given)];
}

export function platform(given: string): Platform {
  const { data } = platformSchema.safeParse(given.toLowerCase());
  if (!data) throw new InvalidArgumentError(`Choose one of ${PLATFORM_IDS.join(', ')}.`);
  return data;
}
