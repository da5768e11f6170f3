import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { useLogged } from '@/features/dashboard/queries.ts';
import { nextPostsQuery } from '@/features/dashboard/today/queries.ts';
import { WeekStrip } from '@/features/dashboard/today/week-strip.tsx';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useSupabase } from '@/lib/supabase.ts';

const words = dashboardMessages.next;

// Lazy, because the platforms import zod.
const NextPostRows = lazyPart('NextPostRows', () => import('@/features/dashboard/today/next-post-rows.tsx'));

/** The next posts, and how full the coming days are. */
export function NextPosts() {
  const timeZone = useTimeZone();
  return (
    <Card className="h-full">
      <CardHeader className="pb-3">
        <CardTitle>{words.title}</CardTitle>
        <CardDescription className="text-[0.8125rem]">{words.zone(timeZone)}</CardDescription>
        <CardAction className="-mt-1.5">
          <Button asChild variant="ghost" size="sm" className="-mr-3">
            <Link to="/scheduler">{words.all}</Link>
          </Button>
        </CardAction>
      </CardHeader>
      <div className="min-h-[11.75rem] flex-1">
        <Posts />
      </div>
      <WeekStrip />
    </Card>
  );
}

function Posts() {
  const { data, isPending, refetch } = useLogged(useQuery(nextPostsQuery(useSupabase())), words.failed);
  if (isPending) return <RowsLoading />;
  if (!data) {
    return (
      <Message title={words.failed}>
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          {words.retry}
        </Button>
      </Message>
    );
  }
  if (data.length === 0) {
    return (
      <Message title={words.empty} text={words.emptyText}>
        <Button asChild variant="outline" size="sm">
          <Link to="/compose">{words.newPost}</Link>
        </Button>
      </Message>
    );
  }
  return (
    <Suspense fallback={<RowsLoading />}>
      <NextPostRows posts={data} />
    </Suspense>
  );
}

function Message({ title, text, children }: { title: string; text?: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 border-t px-5 py-6 sm:px-6">
      <p className="text-sm">
        <span className="block font-medium">{title}</span>
        {text ? <span className="text-muted-foreground">{text}</span> : null}
      </p>
      {children}
    </div>
  );
}

function RowsLoading() {
  return (
    <div>
      <span className="sr-only">{words.loading}</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex min-h-[3.9rem] items-center gap-3.5 border-t px-5 sm:px-6">
          <Skeleton className="size-10 shrink-0 rounded-md" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
