import { ListFilter } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';

const { nothing, clear } = schedulerMessages.filter;

/** The empty state of a filter, with a button to clear it. */
export function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={ListFilter}
      {...nothing}
      action={
        <Button variant="outline" onClick={onClear}>
          {clear}
        </Button>
      }
    />
  );
}
