/** Minimum distance between two posts of the workspace. */
export const SLOT_GAP_MINUTES = 30;

export const DAY_MINUTES = 24 * 60;
/** Maximum number of posting times per day. More would fit half an hour apart, but be hard to read. */
export const POSTING_TIMES_A_DAY = 20;

/**
 * The posting times of a weekday (0 = Sunday to 6 = Saturday) such as 09:30, in order. `times` are those of
 * app_settings: minutes of the local week from Sunday 00:00.
 */
export function timesOfDay(times: readonly number[], weekday: number): string[] {
  const ofDay = times.filter((time) => Math.floor(time / DAY_MINUTES) === weekday).map((time) => time % DAY_MINUTES);
  return [...new Set(ofDay)].sort((a, b) => a - b).map(asTime);
}

/** Replaces the times of one weekday; `ofDay` has times such as 09:30. */
export function withTimesOfDay(times: readonly number[], weekday: number, ofDay: readonly string[]): number[] {
  const others = times.filter((time) => Math.floor(time / DAY_MINUTES) !== weekday);
  const chosen = ofDay.map((time) => weekday * DAY_MINUTES + minuteOf(time));
  return [...new Set([...others, ...chosen])].sort((a, b) => a - b);
}

/** The first of a day's times that is less than SLOT_GAP_MINUTES from another time; undefined if none is. */
export function tooCloseTo(ofDay: readonly string[], time: string): string | undefined {
  return ofDay.find((other) => Math.abs(minuteOf(other) - minuteOf(time)) < SLOT_GAP_MINUTES);
}

/** 570 as 09:30. */
function asTime(minuteOfDay: number): string {
  return [Math.floor(minuteOfDay / 60), minuteOfDay % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** 09:30 as 570. */
function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
