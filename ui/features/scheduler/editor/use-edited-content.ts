import { useSearchParams } from 'react-router-dom';
import { withValue } from '@/features/scheduler/filters.ts';

const NAME = 'edit';

/**
 * Which piece of content is being edited: its id in the address' query, so that the editor is open again after a lost session or a reload. Opening
 * it is a step of the history, which "back" takes back.
 */
export function useEditedContent() {
  const [query, setQuery] = useSearchParams();
  return {
    id: query.get(NAME),
    edit: (id: string) => setQuery((current) => withValue(current, NAME, id), { preventScrollReset: true }),
    close: () => setQuery((current) => withValue(current, NAME, null), { replace: true, preventScrollReset: true }),
  };
}
