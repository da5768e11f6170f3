import { publishingMessages } from '@/features/settings/publishing/publishing-messages.ts';

/** The grace period as typed, with its unit. The form stores both as one string, "2 hours". */
export type Grace = { typed: string; unit: 'minutes' | 'hours' };

const MINUTES_PER_HOUR = 60;
/** The bounds of the database, in minutes. */
const SHORTEST = 10;
const LONGEST = 1440;

const { outside, fraction } = publishingMessages.grace;

/** Minutes as form text: in hours if whole. */
export function graceText(minutes: number): string {
  return minutes % MINUTES_PER_HOUR === 0 ? `${minutes / MINUTES_PER_HOUR} hours` : `${minutes} minutes`;
}

export function graceOf(text: string): Grace {
  const unit = text.endsWith('minutes') ? 'minutes' : 'hours';
  return { typed: text.slice(0, -unit.length).trim(), unit };
}

export function textOf({ typed, unit }: Grace): string {
  return `${typed} ${unit}`;
}

/** A grace period in minutes; NaN when empty. */
export function graceMinutes(text: string): number {
  const { typed, unit } = graceOf(text);
  if (typed === '') return Number.NaN;
  return Number(typed) * (unit === 'hours' ? MINUTES_PER_HOUR : 1);
}

export function graceProblem(text: string): string | null {
  const minutes = graceMinutes(text);
  if (!(minutes >= SHORTEST && minutes <= LONGEST)) return outside;
  return Number.isInteger(minutes) ? null : fraction;
}
