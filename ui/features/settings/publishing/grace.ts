import { publishingMessages } from '@/features/settings/publishing/publishing-messages.ts';

/** The grace period as it is entered: what was typed, and its unit. In the form both are one string, "2 hours". */
export type Grace = { typed: string; unit: 'minutes' | 'hours' };

const MINUTES_PER_HOUR = 60;
/** The same bounds as in the database, in minutes. */
const SHORTEST = 10;
const LONGEST = 1440;

const { outside, fraction } = publishingMessages.grace;

/** Minutes as the form shows them: in hours where they are whole ones. */
export function graceText(minutes: number): string {
  return minutes % MINUTES_PER_HOUR === 0 ? `${minutes / MINUTES_PER_HOUR} hours` : `${minutes} minutes`;
}

/** The parts of a grace period in the form. */
export function graceOf(text: string): Grace {
  const unit = text.endsWith('minutes') ? 'minutes' : 'hours';
  return { typed: text.slice(0, -unit.length).trim(), unit };
}

/** A grace period for the form. */
export function textOf({ typed, unit }: Grace): string {
  return `${typed} ${unit}`;
}

/** A grace period in minutes; no number where none was typed. */
export function graceMinutes(text: string): number {
  const { typed, unit } = graceOf(text);
  if (typed === '') return Number.NaN;
  return Number(typed) * (unit === 'hours' ? MINUTES_PER_HOUR : 1);
}

/** What is wrong with a grace period, or null. */
export function graceProblem(text: string): string | null {
  const minutes = graceMinutes(text);
  if (!(minutes >= SHORTEST && minutes <= LONGEST)) return outside;
  return Number.isInteger(minutes) ? null : fraction;
}
