import type { TimeArm } from './time-arm.ts';

/** A key such as `weekday 18`. */
export type TimeKey = string;

/** The weight of a post as evidence for its own hour, and for hours one and two hours away. */
const NEIGHBOURS = [1, 0.5, 0.15] as const;
/** The weight of weekends as evidence for weekdays, and vice versa. */
const OTHER_DAYS = 0.3;

/** The weight of a post at one time as evidence for another, from 0 to 1. */
export function likeness(one: TimeArm, other: TimeArm): number {
  return (NEIGHBOURS[hoursBetween(one, other)] ?? 0) * (one.isWeekend === other.isWeekend ? 1 : OTHER_DAYS);
}

/** The distance around the clock: 23:00 is one hour from 00:00. */
export function hoursBetween(one: TimeArm, other: TimeArm): number {
  const away = Math.abs(one.hour - other.hour);
  return Math.min(away, 24 - away);
}

export const timeKeyOf = ({ isWeekend, hour }: TimeArm): TimeKey => (isWeekend ? WEEKEND : WEEKDAY)[hour] as TimeKey;

const HOURS = [...Array(24).keys()];
const WEEKDAY: readonly TimeKey[] = HOURS.map((hour) => `weekday ${hour}`);
const WEEKEND: readonly TimeKey[] = HOURS.map((hour) => `weekend ${hour}`);

/** All times of a week. */
export const TIME_ARMS: readonly TimeArm[] = [false, true].flatMap((isWeekend) =>
  HOURS.map((hour) => ({ isWeekend, hour })),
);

/** The times related to each time, including itself, with their likeness. */
export const RELATED_TIMES: ReadonlyMap<TimeKey, readonly { key: TimeKey; likeness: number }[]> = new Map(
  TIME_ARMS.map((arm) => [
    timeKeyOf(arm),
    TIME_ARMS.map((other) => ({ key: timeKeyOf(other), likeness: likeness(other, arm) })).filter(
      ({ likeness: much }) => much > 0,
    ),
  ]),
);
