import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { Card, CardAction, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { dashboardMessages } from '@/features/dashboard/messages.ts';
import { useStats } from '@/features/dashboard/queries.ts';
import { Unknown } from '@/features/dashboard/unknown.tsx';
import { lazyPart } from '@/lib/lazy-part.ts';

const words = dashboardMessages.accounts;

// Lazy, because the platforms import zod.
const AccountsHealth = lazyPart('AccountsHealth', () => import('@/features/dashboard/accounts/accounts-health.tsx'));

/** How posts reach the accounts, and which accounts need the user's attention. */
export function AccountsCard() {
  return (
    <Card>
      <CardHeader className="pb-3">
        <CardTitle>{words.title}</CardTitle>
        <CardAction className="-mt-1.5">
          <Button asChild variant="ghost" size="sm" className="-mr-3">
            <Link to="/accounts">{words.manage}</Link>
          </Button>
        </CardAction>
      </CardHeader>
      <Health />
    </Card>
  );
}

function Health() {
  const { data, isPending } = useStats();
  if (isPending) return <HealthLoading />;
  if (!data) {
    return (
      <CardContent className="text-muted-foreground">
        <Unknown />
      </CardContent>
    );
  }
  if (data.accounts.length === 0) {
    return (
      <div className="flex flex-col items-start gap-3 border-t px-5 py-5 sm:px-6">
        <p className="text-sm">
          <span className="block font-medium">{words.none}</span>
          <span className="text-muted-foreground">{words.noneText}</span>
        </p>
        <Button asChild variant="outline" size="sm">
          <Link to="/accounts">{words.add}</Link>
        </Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<HealthLoading />}>
      <AccountsHealth accounts={data.accounts} />
    </Suspense>
  );
}

function HealthLoading() {
  return (
    <CardContent>
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-20" />
    </CardContent>
  );
}
