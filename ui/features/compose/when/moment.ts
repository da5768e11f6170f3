import { Temporal } from 'temporal-polyfill';

/** A moment of the address' query (`at=2031-01-16T14:00:00Z`) that is still to come; null where there is none. */
export function momentIn(query: URLSearchParams): string | null {
  try {
    const moment = Temporal.Instant.from(query.get('at') ?? '');
    return Temporal.Instant.compare(moment, Temporal.Now.instant()) > 0 ? moment.toString() : null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}
