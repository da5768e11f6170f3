import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Skeleton } from '@/components/skeleton.tsx';
import { growthQuery } from '@/domain/publishing/deliveries.ts';
import { growthMessages as words } from '@/domain/publishing/messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { lazyPart } from '@/lib/lazy-part.ts';

// Lazy, because the charts are a separate file.
const FiguresGrowth = lazyPart('FiguresGrowth', () => import('@/domain/publishing/figures-growth.tsx'));

/** The growth of a delivery's metrics; renders nothing until they have been measured twice. */
export function Growth({ postId, deliveryId }: { postId: string; deliveryId: string }) {
  const { data } = useQuery(growthQuery(useAgent(), postId));
  const points = data?.find((series) => series.deliveryId === deliveryId)?.points ?? [];
  if (points.length < 2) return null;
  return (
    <section aria-label={words.title}>
      <Suspense fallback={<Skeleton className="h-48" />}>
        <FiguresGrowth points={points} />
      </Suspense>
    </section>
  );
}
