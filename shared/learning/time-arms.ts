/** An hour of the working week or of the weekend in the workspace's time zone: as fine as a few posts a week can tell. */
export type TimeArm = { isWeekend: boolean; hour: number };

/** Such as `weekday 18`. */
export type TimeKey = string;

/** Without Temporal, which commands that show a post would have to load. RangeError for an unknown time zone. */
export function timeArmOf(at: Date, timezone: string): TimeArm {
  const parts = formatOf(timezone).formatToParts(at);
  const partOf = (wanted: 'weekday' | 'hour') => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { isWeekend: partOf('weekday').startsWith('S'), hour: Number(partOf('hour')) };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone);
  if (made) return made;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format;
}

/** How much a post one and two hours away says about an hour. */
const NEIGHBOURS = [1, 0.5, 0.15] as const;
/** How much a weekend says about the working week, and the other way round. */
const OTHER_DAYS = 0.3;

/** How much a post at one time says about another, from 0 to 1. */
export function likeness(one: TimeArm, other: TimeArm): number {
  return (NEIGHBOURS[hoursBetween(one, other)] ?? 0) * (one.isWeekend === other.isWeekend ? 1 : OTHER_DAYS);
}

/** Around the clock: 23:00 is an hour away from 00:00. */
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

/** What says something about a time, itself included, with how much. */
export const RELATED_TIMES: ReadonlyMap<TimeKey, readonly { key: TimeKey; likeness: number }[]> = new Map(
  TIME_ARMS.map((arm) => [
    timeKeyOf(arm),
    TIME_ARMS.map((other) => ({ key: timeKeyOf(other), likeness: likeness(other, arm) })).filter(
      ({ likeness: much }) => much > 0,
    ),
  ]),
);
