import { useSearchParams } from 'react-router-dom';
import { withValue } from '@/lib/query-values.ts';

/** The URL parameter; links from other screens may still use the older names. */
const NAME = 'post';
const NAMES = [NAME, 'deliveries', 'preview'];

/**
 * The post in the side panel: the id of its place in the timeline or of its content is in the URL's query, so that links,
 * a reload and the return from /auth open it again. Opening one adds a history entry, so that "back" closes it.
 */
export function useOpenedPost() {
  const [query, setQuery] = useSearchParams();
  const opened = NAMES.map((name) => query.get(name)).find((id) => id !== null) ?? null;
  const without = (current: URLSearchParams) => NAMES.reduce((left, name) => withValue(left, name, null), current);
  return {
    opened,
    open: (id: string) =>
      setQuery((current) => withValue(without(current), NAME, id), {
        replace: opened !== null,
        preventScrollReset: true,
      }),
    close: () => setQuery(without, { replace: true, preventScrollReset: true }),
  };
}
