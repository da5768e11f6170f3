import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { useBestPosts, useStats } from '@/features/dashboard/queries.ts';
import { lazyPart } from '@/lib/lazy-part.ts';

const words = dashboardMessages.best;

// Lazy, because the platform names depend on zod.
const BestPostsList = lazyPart('BestPostsList', () => import('@/features/dashboard/best-posts/best-posts-list.tsx'));

/** The posts of the last 30 days with the most interactions. */
export function BestPostsCard() {
  return (
    <Card>
      <CardHeader className="pb-3">
        <CardTitle>{words.title}</CardTitle>
      </CardHeader>
      <Body />
    </Card>
  );
}

function Body() {
  const { data: deliveries, isPending } = useBestPosts();
  if (isPending) return <FiguresLoading />;
  if (!deliveries) return <CardContent className="text-sm text-muted-foreground">{words.failed}</CardContent>;
  if (deliveries.length === 0) return <NoFigures />;
  return (
    <Suspense fallback={<FiguresLoading />}>
      <BestPostsList deliveries={deliveries} />
    </Suspense>
  );
}

/** Says why there are no metrics yet, with the next step. */
function NoFigures() {
  const { data } = useStats();
  const isConnected = data?.accounts.some(({ channel }) => channel !== null) ?? true;
  return (
    <CardContent className="flex flex-col items-start gap-3 text-sm text-muted-foreground">
      <p className="text-pretty">{isConnected ? words.empty : words.nothingConnected}</p>
      {isConnected ? null : (
        <Button asChild variant="outline" size="sm">
          <Link to="/accounts">{words.connect}</Link>
        </Button>
      )}
    </CardContent>
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
