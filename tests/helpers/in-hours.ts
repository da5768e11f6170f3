import type { Temporal } from 'temporal-polyfill';
import type { PostingHours } from '../../shared/posts/scheduling.ts';

/** Reads the clock on the wall, independently of how the window was computed. */
export function isInHours(slot: Temporal.Instant, { timezone, startHour, endHour }: PostingHours): boolean {
  const { hour } = slot.toZonedDateTimeISO(timezone);
  return endHour > startHour ? hour >= startHour && hour < endHour : hour >= startHour || hour < endHour;
}
