import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { insightsMessages } from '@/features/insights/messages.ts';
import { everPublishedQuery } from '@/features/insights/queries.ts';
import { useSupabase } from '@/lib/supabase.ts';

const words = insightsMessages.nothing;

/**
 * Replaces the numbers if nothing was published yet, or nothing in this period; `onWiden` shows the last year,
 * unfiltered.
 */
export function NothingPublished({ onWiden }: { onWiden: (() => void) | null }) {
  const { data: isEver } = useQuery(everPublishedQuery(useSupabase()));
  if (isEver === undefined) return <Skeleton className="h-72" />;
  return (
    <Card>
      {isEver ? (
        <EmptyState
          icon={ChartLine}
          {...words.inRange}
          action={
            onWiden ? (
              <Button variant="outline" onClick={onWiden}>
                {words.widen}
              </Button>
            ) : null
          }
        />
      ) : (
        <EmptyState
          icon={ChartLine}
          {...words.ever}
          action={
            <Button asChild>
              <Link to="/compose">{words.write}</Link>
            </Button>
          }
        />
      )}
    </Card>
  );
}
