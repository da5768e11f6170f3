import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { ContentItem } from '@/features/scheduler/content-item.tsx';
import { schedulerMessages, schedulerToasts } from '@/features/scheduler/messages.ts';
import { contentQuery } from '@/features/scheduler/queries.ts';
import { SECTIONS, Section } from '@/features/scheduler/section.tsx';
import { PAGE_SIZE } from '@/features/scheduler/timeline-window.ts';
import { useLoadFailure } from '@/features/scheduler/use-load-failure.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { GeneratedContentRow } from '../../../shared/database.ts';

const { title, loading, empty } = schedulerMessages.content;
const GRID = 'grid gap-5 grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))]';

/** "Generated Content (count)" (§2): every post as it will read, newest first. */
export function ContentCard() {
  const query = useQuery(contentQuery(useSupabase()));
  useLoadFailure(query);
  return (
    <Section id={SECTIONS.content}>
      <CardHeader>
        <CardTitle>{query.data ? `${title} (${query.data.length})` : title}</CardTitle>
      </CardHeader>
      <CardContent>
        {query.data ? (
          <ContentList items={query.data} />
        ) : query.isError ? (
          <ErrorState
            title={schedulerToasts.loadFailed}
            description={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <ContentLoading />
        )}
      </CardContent>
    </Section>
  );
}

function ContentList({ items }: { items: GeneratedContentRow[] }) {
  const [shown, setShown] = useState(PAGE_SIZE);
  if (items.length === 0) return <EmptyState icon={FileText} {...empty} />;
  return (
    <>
      <ul className={GRID}>
        {items.slice(0, shown).map((content) => (
          <ContentItem key={content.id} content={content} />
        ))}
      </ul>
      {items.length > shown ? (
        <Button variant="outline" className="mt-6 w-full" onClick={() => setShown(shown + PAGE_SIZE)}>
          {schedulerMessages.showMore(items.length - shown)}
        </Button>
      ) : null}
    </>
  );
}

function ContentLoading() {
  return (
    <>
      <p role="status" className="mb-4 text-sm text-muted-foreground">
        {loading}
      </p>
      <div className={GRID}>
        <Skeleton className="aspect-4/5" />
        <Skeleton className="aspect-4/5" />
      </div>
    </>
  );
}
