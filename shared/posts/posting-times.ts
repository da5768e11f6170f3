import { Temporal } from 'temporal-polyfill';
import { dueTime } from './due-time.ts';

/** Minimum distance between two posts of the workspace. */
export const SLOT_GAP_MINUTES = 30;

const DAY_MINUTES = 24 * 60;
/** Most times of one day: posts keep half an hour apart, and a list of more is not readable. */
export const POSTING_TIMES_A_DAY = 20;

/**
 * The posting times of a weekday (0 = Sunday to 6 = Saturday) such as 09:30, in order. `times` are those of
 * app_settings: minutes of the local week from Sunday 00:00.
 */
export function timesOfDay(times: readonly number[], weekday: number): string[] {
  const ofDay = times.filter((time) => Math.floor(time / DAY_MINUTES) === weekday).map((time) => time % DAY_MINUTES);
  return [...new Set(ofDay)].sort((a, b) => a - b).map((minute) => timeOf(minute).toString({ smallestUnit: 'minute' }));
}

/** The times with those of one weekday replaced. RangeError for what is no time of day. */
export function withTimesOfDay(times: readonly number[], weekday: number, ofDay: readonly string[]): number[] {
  const others = times.filter((time) => Math.floor(time / DAY_MINUTES) !== weekday);
  const minutes = ofDay.map((text) => {
    const { hour, minute } = Temporal.PlainTime.from(text);
    return weekday * DAY_MINUTES + hour * 60 + minute;
  });
  return [...new Set([...others, ...minutes])].sort((a, b) => a - b);
}

/** The one of a day's times that is less than the distance of two posts away from another; undefined for none. */
export function tooCloseTo(ofDay: readonly string[], time: string): string | undefined {
  const minutesOf = (text: string) => Temporal.PlainTime.from(text).since(new Temporal.PlainTime()).total('minutes');
  return ofDay.find((other) => Math.abs(minutesOf(other) - minutesOf(time)) < SLOT_GAP_MINUTES);
}

/**
 * When the posting times of a date are, in order. What the clocks repeat is once, the first time; what they skip is right
 * after the change; a date that the zone skips has none. RangeError when the zone is unknown.
 */
export function postingTimesOn(
  date: Temporal.PlainDate,
  times: readonly number[],
  timezone: string,
): Temporal.Instant[] {
  const weekday = date.dayOfWeek % 7;
  const instants = new Map<number, Temporal.Instant>();
  for (const time of times) {
    if (Math.floor(time / DAY_MINUTES) !== weekday) continue;
    const { hour, minute } = timeOf(time % DAY_MINUTES);
    const instant = dueTime(date, hour, timezone, minute);
    if (instant) instants.set(instant.epochMilliseconds, instant);
  }
  return [...instants.values()].sort(Temporal.Instant.compare);
}

function timeOf(minuteOfDay: number): Temporal.PlainTime {
  return new Temporal.PlainTime(Math.floor(minuteOfDay / 60), minuteOfDay % 60);
}
