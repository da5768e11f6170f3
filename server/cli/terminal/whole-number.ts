import { InvalidArgumentError } from 'commander';

/** Parses an option's whole number between `min` and `max`, inclusive; anything else is wrong usage (exit code 2). */
export function wholeNumber(min: number, max: number): (given: string) => number {
  return (given) => {
    const value = given.trim() === '' ? Number.NaN : Number(given);
    if (!Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
    return value;
  };
}
