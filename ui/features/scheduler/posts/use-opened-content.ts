import { useNavigate, useSearchParams } from 'react-router-dom';
import { withValue } from '@/features/scheduler/filters/filters.ts';

/** The dialogs about content, or a scheduled post (deliveries), by their query parameters. */
const DIALOGS = ['preview', 'deliveries'] as const;
type ContentDialog = (typeof DIALOGS)[number];

/**
 * The content being previewed, or the post whose deliveries are shown: its id is in the URL's query, so that the dialog
 * reopens after a lost session or a reload. Opening one adds a history entry, so that "back" closes it; switching
 * between them adds none. The composer edits content.
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
