import { Temporal } from 'temporal-polyfill';
import type { Settings } from '../workspace/settings.ts';
import { postingTimesOn } from './due-time.ts';
import type { TimeReason } from './post-reasons.ts';
import { SLOT_GAP_MINUTES, timesOfDay } from './posting-times.ts';

/** Time to review a new post before it is published. */
export const SLOT_LEAD_MINUTES = 5;
/** Slots are at multiples of this. */
const GRID_MINUTES = 5;
/** How far ahead planSlots searches for free slots. */
export const HORIZON_DAYS = 400;

const MINUTE_MS = 60_000;
const GRID_MS = GRID_MINUTES * MINUTE_MS;
const GAP_MS = SLOT_GAP_MINUTES * MINUTE_MS;
const GAP_STEPS = SLOT_GAP_MINUTES / GRID_MINUTES;

/**
 * The workspace's posting hours: whole hours, 0 to 23, in an IANA time zone. `times` are the posting times of the week
 * that the user chose instead (posting-times.ts); without any, posts are spread evenly over the hours. `accounts` is
 * set if `times` are these accounts' own (account-times.ts).
 */
export type PostingHours = {
  timezone: string;
  startHour: number;
  endHour: number;
  times?: readonly number[];
  accounts?: readonly { id: string; platform: string }[];
};

type HoursSettings = Pick<Settings, 'timezone' | 'posting_hours_start' | 'posting_hours_end'> & {
  posting_times?: readonly number[];
};

export function postingHours(settings: HoursSettings): PostingHours {
  const { timezone, posting_hours_start: startHour, posting_hours_end: endHour, posting_times: times } = settings;
  return { timezone, startHour, endHour, ...(times && { times }) };
}

/** From `start` (inclusive) to `end` (exclusive). */
export type Span = { start: Temporal.Instant; end: Temporal.Instant };

export type SlotRequest = {
  count: number;
  now: Temporal.Instant;
  hours: PostingHours;
  /** Times of scheduled and published posts, in any order. */
  taken: readonly Temporal.Instant[];
  /** The project's limit of posts per window of posting hours, and the times of its existing posts. */
  share?: { perDay: number; own: readonly Temporal.Instant[] };
};

/** A time for a post, and how it was chosen. */
export type Slot = { time: Temporal.Instant } & Pick<TimeReason, 'nth' | 'of' | 'later' | 'keptApart' | 'isChosen'>;

/**
 * A calendar day of the workspace, 23 to 25 hours long. `weekday` is 0 = Sunday to 6 = Saturday, as in the templates
 * (§9).
 */
export type LocalDay = Span & { date: Temporal.PlainDate; weekday: number };

/** The day of `now` in a time zone. Throws a RangeError if the zone is unknown. */
export function localDay(now: Temporal.Instant, timezone: string): LocalDay {
  const start = now.toZonedDateTimeISO(timezone).startOfDay();
  const date = start.toPlainDate();
  return {
    date,
    weekday: date.dayOfWeek % 7,
    start: start.toInstant(),
    end: date.add({ days: 1 }).toZonedDateTime(timezone).toInstant(),
  };
}

/**
 * The posting hours that start on a date. An end not after the start is on the next day, so that equal hours mean round
 * the clock. Hours skipped by a clock change start after it; a fully skipped window is empty (end = start).
 */
export function postingWindow(date: Temporal.PlainDate, hours: PostingHours): Span {
  const endDate = hours.endHour > hours.startHour ? date : date.add({ days: 1 });
  return {
    start: atHour(date, hours.startHour, hours.timezone),
    end: atHour(endDate, hours.endHour, hours.timezone),
  };
}

/**
 * The number of a project's posts per day: its own setting (`daily`) or, if the sum of all projects' settings
 * (`dailyOfAll`) exceeds what fits into a day, its proportional share. At least 1.
 */
export function dailyShare(daily: number, dailyOfAll: number, hours: PostingHours): number {
  const room = roomOfDay(hours);
  return dailyOfAll <= room ? daily : Math.max(1, Math.floor((room * daily) / dailyOfAll));
}

/** How many posts fit into a day; with chosen times, into the weekday with the most of them. */
function roomOfDay({ startHour, endHour, times = [] }: PostingHours): number {
  if (times.length > 0) return Math.max(...WEEKDAYS.map((weekday) => timesOfDay(times, weekday).length));
  const minutes = (endHour > startHour ? endHour - startHour : 24 - startHour + endHour) * 60;
  return Math.floor(minutes / SLOT_GAP_MINUTES);
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/**
 * The next free slots in order, with how each was chosen. They are spread evenly over the rest of the current window;
 * what does not fit, or exceeds the project's share, goes to the following days' windows, each filled evenly. Every
 * slot is at least SLOT_LEAD_MINUTES after `now` and SLOT_GAP_MINUTES away from every other and from every taken time.
 * If the user chose posting times, the slots are the free ones among them instead, regardless of the posting hours.
 * Returns fewer slots only if all windows of more than a year are full.
 */
export function planSlots({ count, now, hours, taken, share }: SlotRequest): Slot[] {
  const earliest = now.epochMilliseconds + SLOT_LEAD_MINUTES * MINUTE_MS;
  const occupied = taken.map((time) => time.epochMilliseconds).sort((a, b) => a - b);
  const slots: Slot[] = [];
  const today = now.toZonedDateTimeISO(hours.timezone).toPlainDate();
  let later: Slot['later'] = null;
  // A window across midnight may have started yesterday.
  for (let day = -1; day < HORIZON_DAYS && slots.length < count; day++) {
    const date = today.add({ days: day });
    const window = hours.times?.length ? wholeDay(date, hours.timezone) : postingWindow(date, hours);
    const until = window.end.epochMilliseconds;
    const from = Math.max(window.start.epochMilliseconds, earliest, endOf(slots) + GAP_MS);
    const left = share ? Math.max(0, share.perDay - share.own.filter((time) => isWithin(time, window)).length) : count;
    const wanted = Math.min(count - slots.length, left);
    const set = hours.times?.length ? postingTimesOn(date, hours.times, hours.timezone) : null;
    const places = set ? freeTimes(wanted, set, from, occupied) : spread(wanted, from, until, occupied);
    slots.push(...places.map((place) => ({ ...place, later })));
    if (day !== 0) continue;
    const isShareTaken = share !== undefined && places.length === left;
    if (!set) later = postponementReason(window, earliest, isShareTaken);
    else if (set.length > 0) later = postponementReason(spanOf(set), earliest, isShareTaken);
  }
  return slots;
}

/** How many days ahead are searched in each attempt. */
const LOOKED_AT_DAYS = [14, 90, HORIZON_DAYS] as const;

/**
 * The next free slot for one post; null only if there is none for more than a year. `takenBetween` returns the taken
 * times of a span (public.taken_times).
 */
export async function nextFreeSlot(
  now: Temporal.Instant,
  hours: PostingHours,
  takenBetween: (span: Span) => Promise<readonly Temporal.Instant[]>,
): Promise<Temporal.Instant | null> {
  const start = now.subtract({ minutes: SLOT_GAP_MINUTES });
  for (const days of LOOKED_AT_DAYS) {
    const end = now.add({ hours: 24 * (days + 1) });
    const [slot] = planSlots({ count: 1, now, hours, taken: await takenBetween({ start, end }) });
    const isKnown = slot && Temporal.Instant.compare(slot.time.add({ minutes: SLOT_GAP_MINUTES }), end) <= 0;
    if (isKnown) return slot.time;
  }
  return null;
}

/** The posting times of a date that a new post could still take; none if the user chose no times. */
export function freePostingTimes(
  date: Temporal.PlainDate,
  { now, hours, taken }: Omit<SlotRequest, 'count' | 'share'>,
): Temporal.Instant[] {
  const set = postingTimesOn(date, hours.times ?? [], hours.timezone);
  const occupied = taken.map((time) => time.epochMilliseconds);
  const earliest = now.epochMilliseconds + SLOT_LEAD_MINUTES * MINUTE_MS;
  return freeTimes(set.length, set, earliest, occupied).map(({ time }) => time);
}

/** A slot as a post's stored reason. */
export function timeReason(
  { time, ...how }: Slot & Pick<TimeReason, 'learned'>,
  { timezone, startHour, endHour }: PostingHours,
): TimeReason {
  return { at: time.toString(), timezone, startHour, endHour, ...how };
}

/** The first `count` of a date's chosen times that are free. */
function freeTimes(
  count: number,
  set: readonly Temporal.Instant[],
  from: number,
  occupied: readonly number[],
): Omit<Slot, 'later'>[] {
  const free: Temporal.Instant[] = [];
  for (const time of set) {
    if (free.length === count) break;
    const at = time.epochMilliseconds;
    const last = free.at(-1)?.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
    if (at < from || at - last < GAP_MS || occupied.some((other) => Math.abs(other - at) < GAP_MS)) continue;
    free.push(time);
  }
  return free.map((time, index) => ({ time, nth: index + 1, of: free.length, keptApart: false, isChosen: true }));
}

function wholeDay(date: Temporal.PlainDate, timezone: string): Span {
  const start = date.toZonedDateTime(timezone).toInstant();
  return { start, end: date.add({ days: 1 }).toZonedDateTime(timezone).toInstant() };
}

/** From the first to just after the last. */
function spanOf(set: readonly Temporal.Instant[]): Span {
  const [start, end] = [set[0], set.at(-1)];
  if (!start || !end) throw new RangeError('There are no times.');
  return { start, end: end.add({ milliseconds: 1 }) };
}

function postponementReason({ start, end }: Span, earliest: number, isShareTaken: boolean): Slot['later'] {
  if (start.equals(end)) return 'skipped';
  if (end.epochMilliseconds <= earliest) return 'over';
  return isShareTaken ? 'share' : 'full';
}

function isWithin({ epochMilliseconds: time }: Temporal.Instant, { start, end }: Span): boolean {
  return time >= start.epochMilliseconds && time < end.epochMilliseconds;
}

function atHour(date: Temporal.PlainDate, hour: number, timezone: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: timezone, plainTime: new Temporal.PlainTime(hour) }).toInstant();
}

function endOf(slots: readonly Slot[]): number {
  return slots.at(-1)?.time.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
}

/**
 * As many slots as fit, at most `count`: each at the free grid point nearest to its even share of the span that leaves
 * room for the rest.
 */
function spread(count: number, from: number, until: number, occupied: readonly number[]): Omit<Slot, 'later'>[] {
  const first = Math.ceil(from / GRID_MS);
  const steps = Math.max(0, Math.ceil(until / GRID_MS) - first);
  const free = freeSteps(first, steps, occupied);
  const room = capacities(free);
  const total = Math.min(count, room[0] ?? 0);
  const chosen: Omit<Slot, 'later'>[] = [];
  let lowest = 0;
  for (let n = 0; n < total; n++) {
    const ideal = Math.round((n * steps) / total);
    const stillNeeded = total - n - 1;
    const fits = (step: number) => free[step] === true && capacityAt(room, step + GAP_STEPS) >= stillNeeded;
    const step = nearest(ideal, lowest, steps, fits);
    const time = Temporal.Instant.fromEpochMilliseconds((first + step) * GRID_MS);
    chosen.push({ time, nth: n + 1, of: total, keptApart: step !== ideal });
    lowest = step + GAP_STEPS;
  }
  return chosen;
}

function freeSteps(first: number, steps: number, occupied: readonly number[]): boolean[] {
  const free = new Array<boolean>(steps).fill(true);
  for (const time of occupied) {
    const low = Math.max(0, Math.floor((time - GAP_MS) / GRID_MS) + 1 - first);
    const high = Math.min(steps - 1, Math.ceil((time + GAP_MS) / GRID_MS) - 1 - first);
    for (let step = low; step <= high; step++) free[step] = false;
  }
  return free;
}

/** For each step, how many slots fit from there on. */
function capacities(free: readonly boolean[]): number[] {
  const room = new Array<number>(free.length).fill(0);
  for (let step = free.length - 1; step >= 0; step--) {
    const without = capacityAt(room, step + 1);
    room[step] = free[step] ? Math.max(without, 1 + capacityAt(room, step + GAP_STEPS)) : without;
  }
  return room;
}

function capacityAt(room: readonly number[], step: number): number {
  return room[step] ?? 0;
}

/** The step in [lowest, steps) nearest to `ideal` that fits; the caller ensures that there is one. */
function nearest(ideal: number, lowest: number, steps: number, fits: (step: number) => boolean): number {
  for (let distance = 0; distance < steps; distance++) {
    for (const step of [ideal + distance, ideal - distance]) {
      if (step >= lowest && step < steps && fits(step)) return step;
    }
  }
  throw new RangeError('No room left for a slot that was counted as free.');
}
