import { ListFilter } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { schedulerMessages } from '@/features/scheduler/messages.ts';

const { nothing, clear } = schedulerMessages.filter;

/** What stands where a filter lets nothing through, with the way out. */
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
