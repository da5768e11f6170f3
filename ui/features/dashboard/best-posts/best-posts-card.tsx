import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import type { PublishedDelivery } from '@/features/dashboard/best-posts/best-posts.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { type Supabase, useSupabase } from '@/lib/supabase.ts';

const words = dashboardMessages.best;

/** How far back posts count, in milliseconds, and how many at most. */
const LOOK_BACK_MS = 30 * 24 * 60 * 60 * 1000;
const MOST_DELIVERIES = 1000;

// Its own file, for the names of platforms bring zod along.
const BestPostsTables = lazy(async () => ({
  default: (await import('@/features/dashboard/best-posts/best-posts-tables.tsx')).BestPostsTables,
}));

/** Which posts, templates and hours of the last 30 days got the most likes, reposts and replies. */
export function BestPostsCard() {
  const supabase = useSupabase();
  const query = useQuery({
    queryKey: ['dashboard', 'best-posts'],
    queryFn: ({ signal }) => loadPublished(supabase, signal),
  });
  useEffect(() => {
    if (query.error) console.error('The figures could not be loaded.', query.error);
  }, [query.error]);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{words.title}</CardTitle>
        <CardDescription>{words.text}</CardDescription>
      </CardHeader>
      <Body deliveries={query.data} isPending={query.isPending} />
    </Card>
  );
}

function Body({ deliveries, isPending }: { deliveries: PublishedDelivery[] | undefined; isPending: boolean }) {
  if (isPending) return <FiguresLoading />;
  if (!deliveries) return <CardContent className="text-sm text-muted-foreground">{words.failed}</CardContent>;
  if (deliveries.length === 0) {
    return <EmptyState icon={ChartNoAxesColumn} title={words.empty} className="pt-4 text-pretty" />;
  }
  return (
    <Suspense fallback={<FiguresLoading />}>
      <BestPostsTables deliveries={deliveries} />
    </Suspense>
  );
}

function FiguresLoading() {
  return (
    <CardContent>
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-24" />
    </CardContent>
  );
}

/** Everything that went out in the last 30 days and has figures, the latest first. Throws what Supabase answers. */
async function loadPublished(supabase: Supabase, signal: AbortSignal): Promise<PublishedDelivery[]> {
  const { data } = await supabase
    .from('post_deliveries')
    .select(
      'id, platform, remote_url, published_at, figures, scheduled_posts!inner(generated_content!inner(caption, template_name))',
    )
    .eq('state', 'published')
    .gte('published_at', new Date(Date.now() - LOOK_BACK_MS).toISOString())
    .not('figures', 'is', null)
    .order('published_at', { ascending: false })
    .limit(MOST_DELIVERIES)
    .abortSignal(signal)
    .retry(false)
    .throwOnError();
  return data.flatMap(({ published_at, figures, ...delivery }) =>
    published_at && figures ? [{ ...delivery, published_at, figures }] : [],
  );
}
