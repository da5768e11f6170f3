import { useSearchParams } from 'react-router-dom';
import { oneOf, uuidOf, withValue } from '@/lib/query-values.ts';
import { PLATFORM_IDS, type Platform } from '../../../../shared/posts/platforms.ts';

export const RANGES = ['7', '28', '90', '365', 'own'] as const;
export type Range = (typeof RANGES)[number];
const FIRST_RANGE = '28';
const DAY_MS = 86_400_000;

/** The first and the last day shown: 2026-11-26. */
export type Span = { from: string; to: string };

/** The filters of the screen; null means "all". */
export type InsightsFilter = { platform: Platform | null; account: string | null; project: string | null };

/**
 * The view of Insights, taken from the URL, so that links, Back and a reload restore it; unknown values are ignored.
 * `today` is the date in the configured zone.
 */
export function useShownInsights(today: string) {
  const [query, setQuery] = useSearchParams();
  const set = (values: Record<string, string | null>) =>
    setQuery(
      (current) => Object.entries(values).reduce((next, [name, value]) => withValue(next, name, value), current),
      { replace: true, preventScrollReset: true },
    );
  const own = spanOf(query.get('from'), query.get('to'));
  const asked = oneOf(RANGES, query.get('range'));
  const range: Range = asked === 'own' ? (own ? 'own' : FIRST_RANGE) : (asked ?? FIRST_RANGE);
  const span = range === 'own' && own ? own : { from: daysBefore(today, Number(range) - 1), to: today };
  return {
    range,
    span,
    filter: {
      platform: oneOf(PLATFORM_IDS, query.get('platform')),
      account: uuidOf(query.get('account')),
      project: uuidOf(query.get('project')),
    } satisfies InsightsFilter,
    /** Reads a URL parameter that only one part of the screen uses. */
    read: <Value extends string>(name: string, known: readonly Value[]) => oneOf(known, query.get(name)),
    set,
    setRange: (next: Range) =>
      set({
        range: next === FIRST_RANGE ? null : next,
        from: next === 'own' ? span.from : null,
        to: next === 'own' ? span.to : null,
      }),
    setOwn: ({ from, to }: Span) => set({ range: 'own', from, to }),
    setFilter: (filter: Partial<InsightsFilter>) => set(filter),
  };
}

/** The date of `now` in a zone: 2026-11-26. */
export function dateIn(timeZone: string, now: Date): string {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return now.toISOString().slice(0, 10);
  }
}

export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Two dates in order; null if one is invalid. */
export function spanOf(from: string | null, to: string | null): Span | null {
  if (!from || !to || !isDate(from) || !isDate(to)) return null;
  return from <= to ? { from, to } : { from: to, to: from };
}

function isDate(text: string): boolean {
  return /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
