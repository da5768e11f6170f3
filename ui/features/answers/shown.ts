import { useSearchParams } from 'react-router-dom';
import { PLATFORM_IDS, type Platform } from '../../../shared/posts/platforms.ts';

/** `open` means not done, whether read or not. */
export const STATES = ['open', 'unread', 'done', 'all'] as const;
type ShownState = (typeof STATES)[number];

/** The filters of the list; null means "all". */
export type Filter = { state: ShownState; platform: Platform | null; account: string | null; post: string | null };

/** The URL parameter with the id of the opened answer. */
const OPENED = 'answer';
/** The database would reject anything else. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The screen's state, taken from the URL, so that links, Back and a reload restore it; unknown values are ignored.
 * Opening an answer adds a history entry, so that "back" closes it on narrow windows.
 */
export function useShown() {
  const [query, setQuery] = useSearchParams();
  const idOf = (name: string) => {
    const id = query.get(name);
    return id !== null && UUID.test(id) ? id : null;
  };
  const opened = idOf(OPENED);
  const filter: Filter = {
    state: STATES.find((state) => state === query.get('state')) ?? 'open',
    platform: PLATFORM_IDS.find((platform) => platform === query.get('platform')) ?? null,
    account: idOf('account'),
    post: idOf('post'),
  };
  const set = (values: Record<string, string | null>, replace: boolean) =>
    setQuery((current) => withValues(current, values), { replace, preventScrollReset: true });
  return {
    filter,
    opened,
    setFilter: (change: Partial<Filter>) =>
      set({ ...change, ...(change.state === 'open' ? { state: null } : {}), [OPENED]: null }, true),
    /** The URL query that opens an answer. */
    searchTo: (id: string) => `?${withValues(query, { [OPENED]: id })}`,
    open: (id: string | null) => set({ [OPENED]: id }, opened !== null),
  };
}

export function isNarrowed({ platform, account, post }: Filter): boolean {
  return platform !== null || account !== null || post !== null;
}

function withValues(query: URLSearchParams, values: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
