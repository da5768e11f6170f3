import { InvalidArgumentError } from 'commander';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Weekdays such as "mon,thu" or "all" as numbers from 0 = Sunday. InvalidArgumentError for others. */
export function weekdays(given: string): number[] {
  if (given.toLowerCase() === 'all') return DAYS.map((_name, day) => day);
  const names = given.split(/[\s,]+/).filter((name) => name !== '');
  const days = names.map((name) => DAYS.indexOf(name.slice(0, 3).toLowerCase()));
  if (days.length === 0 || days.includes(-1)) throw new InvalidArgumentError('Give days such as "mon,thu", or "all".');
  return days;
}
