import { ChevronRight, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { useNeedyPostCount } from '@/domain/publishing/deliveries.ts';
import { useHeldAccounts } from '@/domain/workspace/held-accounts.ts';
import { dashboardMessages } from '@/features/dashboard/messages.ts';

const { title, held } = dashboardMessages.needsYou;

const PostsNeedingAction = lazy(async () => ({
  default: (await import('@/features/dashboard/posts-needing-action.tsx')).PostsNeedingAction,
}));

/**
 * What needs the user: posts to publish, decide on or fix, and accounts stopped by Instagram. Nothing when there is
 * none.
 */
export function NeedsYou() {
  const accounts = useHeldAccounts() ?? [];
  const posts = useNeedyPostCount() ?? 0;
  if (accounts.length === 0 && posts === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
      </CardHeader>
      {posts > 0 ? (
        <Suspense fallback={<Skeleton className="mx-5 mb-5 h-24 sm:mx-6" />}>
          <PostsNeedingAction />
        </Suspense>
      ) : null}
      {accounts.length > 0 ? (
        <ul className="pb-2">
          {accounts.map(({ id, label }) => (
            <li key={id} className="border-t">
              <Link
                to="/accounts"
                className="flex items-center gap-4 px-5 py-3.5 -outline-offset-2 transition-colors duration-150 hover:bg-accent sm:px-6"
              >
                <TriangleAlert className="size-4.5 shrink-0 text-warning" strokeWidth={1.8} aria-hidden="true" />
                <span className="min-w-0 flex-1">
                  <span className="block text-sm font-medium [overflow-wrap:anywhere]">
                    <bdi>{label}</bdi>
                  </span>
                  <span className="block text-[0.8125rem] text-muted-foreground">{held}</span>
                </span>
                <ChevronRight className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
