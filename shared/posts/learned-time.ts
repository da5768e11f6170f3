import { Temporal } from 'temporal-polyfill';
import type { Choice } from '../learning/choice.ts';
import { chooseByLearning } from '../learning/choose.ts';
import type { Learner } from '../learning/learner.ts';
import { timeArmOf } from '../learning/time-arm.ts';
import { timeKeyOf } from '../learning/time-arms.ts';
import { SLOT_GAP_MINUTES } from './posting-times.ts';
import { freePostingTimes, localDay, type PostingHours, postingWindow, SLOT_LEAD_MINUTES } from './scheduling.ts';

export type TimeRequest = {
  now: Temporal.Instant;
  hours: PostingHours;
  /** Times of scheduled and published posts, in any order. */
  taken: readonly Temporal.Instant[];
  /** The next free slot without learning. */
  first: Temporal.Instant;
  /** How many days of posting hours are considered, starting with that of `first`. */
  days: number;
};

/** The `days` for a user who asks for the next free slot, which should be soon in any case. */
export const NEXT_SLOT_DAYS = 2;

/**
 * The free time that learning chooses, and why; null if it makes no choice. Never outside the posting times or hours,
 * and never closer to another post than the next free slot may be.
 */
export function learnedTime(
  request: TimeRequest,
  { learner, seed }: { learner: Learner; seed: string },
): { time: Temporal.Instant; choice: Choice } | null {
  const options = candidateTimes(request).map((time) => {
    const arm = timeArmOf(new Date(time.epochMilliseconds), request.hours.timezone);
    return { option: time, arm: timeKeyOf(arm), known: learner.ofTime(arm) };
  });
  const chosen = chooseByLearning(options, { learner, seed });
  return chosen && { time: chosen.option, choice: chosen.choice };
}

/** The free times to choose from, in order: the user's posting times, or the first free time of each posting hour. */
export function candidateTimes({ now, hours, taken, first, days }: TimeRequest): Temporal.Instant[] {
  const from = firstDate(first, hours);
  const dates = Array.from({ length: days }, (_, day) => from.add({ days: day }));
  if (hours.times?.length) return dates.flatMap((date) => freePostingTimes(date, { now, hours, taken }));
  return dates.flatMap((date) => freeTimesByHour(date, { now, hours, taken }));
}

/** The date whose posting hours include a time; after midnight that may be the previous date. */
function firstDate(time: Temporal.Instant, hours: PostingHours): Temporal.PlainDate {
  const { date } = localDay(time, hours.timezone);
  if (hours.times?.length) return date;
  const { start } = postingWindow(date, hours);
  return Temporal.Instant.compare(time, start) < 0 ? date.subtract({ days: 1 }) : date;
}

const STEP_MS = 5 * 60_000;
const GAP_MS = SLOT_GAP_MINUTES * 60_000;

function freeTimesByHour(
  date: Temporal.PlainDate,
  { now, hours, taken }: Pick<TimeRequest, 'now' | 'hours' | 'taken'>,
): Temporal.Instant[] {
  const { start, end } = postingWindow(date, hours);
  const occupied = taken.map(({ epochMilliseconds }) => epochMilliseconds);
  const earliest = Math.max(start.epochMilliseconds, now.epochMilliseconds + SLOT_LEAD_MINUTES * 60_000);
  const found = new Map<string, Temporal.Instant>();
  let at = Math.ceil(earliest / STEP_MS) * STEP_MS;
  while (at < end.epochMilliseconds) {
    if (occupied.some((other) => Math.abs(other - at) < GAP_MS)) {
      at += STEP_MS;
      continue;
    }
    const time = Temporal.Instant.fromEpochMilliseconds(at);
    const key = timeKeyOf(timeArmOf(new Date(time.epochMilliseconds), hours.timezone));
    if (!found.has(key)) found.set(key, time);
    at += (60 - time.toZonedDateTimeISO(hours.timezone).minute) * 60_000;
  }
  return [...found.values()];
}
