import { useNavigate, useSearchParams } from 'react-router-dom';
import { withValue } from '@/features/scheduler/filters/filters.ts';

/** The dialogs about one piece of content, or one scheduled post (deliveries), by their names in the address' query. */
const DIALOGS = ['preview', 'deliveries'] as const;
type ContentDialog = (typeof DIALOGS)[number];

/**
 * Which piece of content is previewed, or which post's deliveries are shown: its id in the address' query, so that the
 * dialog is open again after a lost session or a reload. Opening one is a step of the history, which "back" takes back;
 * going from one to the other is none. What is edited opens in the composer.
 */
export function useOpenedContent() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const without = (current: URLSearchParams) => DIALOGS.reduce((left, name) => withValue(left, name, null), current);
  return {
    previewed: query.get('preview'),
    delivered: query.get('deliveries'),
    open: (dialog: ContentDialog, id: string) =>
      setQuery((current) => withValue(without(current), dialog, id), {
        replace: DIALOGS.some((name) => query.has(name)),
        preventScrollReset: true,
      }),
    edit: (id: string) => void navigate(`/compose/${id}`),
    close: () => setQuery(without, { replace: true, preventScrollReset: true }),
  };
}
