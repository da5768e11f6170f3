import type { Temporal } from 'temporal-polyfill';
import type { PostingHours } from '../../shared/posts/scheduling.ts';

/** Whether a slot is within the posting hours by its local time, computed independently of the window. */
export function isInHours(slot: Temporal.Instant, { timezone, startHour, endHour }: PostingHours): boolean {
  const { hour } = slot.toZonedDateTimeISO(timezone);
  return endHour > startHour ? hour >= startHour && hour < endHour : hour >= startHour || hour < endHour;
}
