import { type NavigateOptions, useSearchParams } from 'react-router-dom';
import { oneOf, uuidOf, withValue } from '@/lib/query-values.ts';
import { PLATFORM_IDS, type Platform } from '../../../../shared/posts/platforms.ts';
import type { ListedStatus } from '../../../../shared/workspace/database.ts';

/** The tabs of the list with the statuses of their posts. */
export const TABS = {
  drafts: ['draft'],
  queue: ['scheduled', 'publishing'],
  turn: ['needs_review', 'failed'],
  sent: ['published'],
} as const satisfies Record<string, readonly ListedStatus[]>;
export type ListTab = keyof typeof TABS;
/** A tab that can be chosen; `all` while searching. */
export type Tab = ListTab | 'all' | 'bin';

export const VIEWS = ['list', 'month', 'week', 'day'] as const;
export type View = (typeof VIEWS)[number];

/** The filters of every list and of the calendar; null means "all". */
export type Filter = { platform: Platform | null; project: string | null; label: string | null };
export const EMPTY_FILTER: Filter = { platform: null, project: null, label: null };

const FILTERS = ['platform', 'project', 'label'] as const;
const CHOSEN_TABS = ['drafts', 'queue', 'turn', 'sent', 'bin', 'all'] as const;
/** The localStorage key of the view, for the next visit. */
const VIEW_KEY = 'scheduler.view';
const STAYS = { replace: true, preventScrollReset: true } as const;

/**
 * The Scheduler's view, taken from the URL, so that links, Back and a reload restore it; unknown values are ignored.
 * `tab` is null until one is chosen. The view is remembered for the next visit.
 */
export function useShown() {
  const [query, setQuery] = useSearchParams();
  const search = query.get('q') ?? '';
  const set = (values: Record<string, string | null>, options: NavigateOptions = STAYS) =>
    setQuery(
      (current) => Object.entries(values).reduce((next, [name, value]) => withValue(next, name, value), current),
      options,
    );
  return {
    search,
    /** While searching, always the list. */
    view: search ? 'list' : (oneOf(VIEWS, query.get('view') ?? localStorage.getItem(VIEW_KEY)) ?? 'list'),
    tab: oneOf(CHOSEN_TABS, query.get('tab')),
    filter: {
      platform: oneOf(PLATFORM_IDS, query.get('platform')),
      project: uuidOf(query.get('project')),
      label: query.get('label'),
    } satisfies Filter,
    setView(view: View) {
      localStorage.setItem(VIEW_KEY, view);
      set({ view, q: null });
    },
    /** Opens a day of the calendar. Back returns to the previous view. */
    openDay: (date: string) => set({ view: 'day', date }, { preventScrollReset: true }),
    setTab: (tab: Tab) => set({ tab }),
    setFilter: (filter: Filter) => set(filter),
    /** Sets the search words and the tab; null for the default tab, which is all posts while searching. */
    setSearch: (words: string, tab: Tab | null) => set({ q: words || null, tab }),
  };
}

export function isEmptyFilter(filter: Filter): boolean {
  return FILTERS.every((name) => filter[name] === null);
}

/** Patterns for the words of a search: a post has to match each. */
export function termsOf(search: string): string[] {
  const words = search.trim().split(/\s+/).filter(Boolean);
  return words.slice(0, TERMS_MAX).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
const TERMS_MAX = 8;
