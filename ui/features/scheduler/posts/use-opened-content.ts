import { useSearchParams } from 'react-router-dom';
import { withValue } from '@/features/scheduler/filters/filters.ts';

/** The dialogs about one piece of content, or one scheduled post (deliveries), by their names in the address' query. */
const DIALOGS = ['edit', 'preview', 'deliveries'] as const;
type ContentDialog = (typeof DIALOGS)[number];

/**
 * Which piece of content is edited or previewed, or which post's deliveries are shown: its id in the address' query, so that the dialog is open again after a
 * lost session or a reload. Opening one is a step of the history, which "back" takes back; going from one to the other
 * is none.
 */
export function useOpenedContent() {
  const [query, setQuery] = useSearchParams();
  const without = (current: URLSearchParams) => DIALOGS.reduce((left, name) => withValue(left, name, null), current);
  return {
    edited: query.get('edit'),
    previewed: query.get('preview'),
    delivered: query.get('deliveries'),
    open: (dialog: ContentDialog, id: string) =>
      setQuery((current) => withValue(without(current), dialog, id), {
        replace: DIALOGS.some((name) => query.has(name)),
        preventScrollReset: true,
      }),
    close: () => setQuery(without, { replace: true, preventScrollReset: true }),
  };
}
