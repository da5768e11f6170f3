import { ChartNoAxesColumn } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import type { PublishedDelivery } from '@/features/dashboard/best-posts/best-posts.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { useBestPosts } from '@/features/dashboard/queries.ts';

const words = dashboardMessages.best;

// Lazy, because the platform names depend on zod.
const BestPostsTables = lazy(async () => ({
  default: (await import('@/features/dashboard/best-posts/best-posts-tables.tsx')).BestPostsTables,
}));

/** The posts, templates and hours of the last 30 days with the most likes, reposts and replies. */
export function BestPostsCard() {
  const query = useBestPosts();
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
