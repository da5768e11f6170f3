import type { Temporal } from 'temporal-polyfill';

/**
 * The instants at which a zone's clocks show a date and time: usually one, none if they skip it, two if they repeat it.
 * Throws a RangeError if the zone is unknown.
 */
export function instantsAt(date: Temporal.PlainDate, time: Temporal.PlainTime, zone: string): Temporal.Instant[] {
  const wanted = date.toPlainDateTime(time);
  const earlier = wanted.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = wanted.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.equals(later)) return [earlier.toInstant()];
  return earlier.toPlainDateTime().equals(wanted) ? [earlier.toInstant(), later.toInstant()] : [];
}
