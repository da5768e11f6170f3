import { Images } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import type { MediaFilter } from '@/features/media/media-queries.ts';
import { filterMessages, mediaMessages } from '@/features/media/messages.ts';

/** What stands where the files will be: §2's words for an empty library, or that the filter finds nothing. */
export function MediaEmpty({ filter, onShowAll }: { filter: MediaFilter; onShowAll: () => void }) {
  return (
    <Card>
      {filter === 'all' ? (
        <EmptyState
          icon={Images}
          {...mediaMessages.empty}
          action={
            <Button asChild variant="outline">
              <Link to="/create">{mediaMessages.createContent}</Link>
            </Button>
          }
        />
      ) : (
        <EmptyState
          icon={Images}
          title={filterMessages.empty[filter]}
          action={
            <Button variant="outline" onClick={onShowAll}>
              {filterMessages.showAll}
            </Button>
          }
        />
      )}
    </Card>
  );
}
