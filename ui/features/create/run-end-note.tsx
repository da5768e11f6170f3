import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { createMessages, type RunEnd, runEndNote } from '@/features/create/messages.ts';

/**
 * What the last run left behind, after its notification is gone: how many posts, what it remarked, and the way to them, at the left, where the
 * notification does not cover it.
 */
export function RunEndNote({ end }: { end: RunEnd }) {
  return (
    <div className="mt-6 flex flex-col gap-3 rounded-md border bg-muted/60 p-4">
      <p className="min-w-0 text-sm break-words">{runEndNote(end)}</p>
      <Button asChild variant="outline" size="sm" className="self-start">
        <Link to="/scheduler">
          {createMessages.openScheduler}
          <ArrowRight aria-hidden="true" />
        </Link>
      </Button>
    </div>
  );
}
