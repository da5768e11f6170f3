import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useRef } from 'react';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { AccountRow } from '@/features/accounts/account-row.tsx';
import { channelsQuery } from '@/features/accounts/channel/channels-query.ts';
import { accountsMessages, accountToasts } from '@/features/accounts/messages.ts';
import { accountsQuery } from '@/features/accounts/queries.ts';
import { failureReason } from '@/lib/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { useErrorEffect } from '@/lib/use-error-effect.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

/** How often the visible list is refetched, in milliseconds: jobs and other machines change it too. */
const REFRESH_MS = 15_000;

/** "Connected Accounts" (§2): every account, newest first. */
export function AccountsCard({ onConnect }: { onConnect: (account: SocialAccountsRow) => void }) {
  const {
    data: accounts,
    error,
    isError,
    refetch,
  } = useQuery({
    ...accountsQuery(useSupabase()),
    refetchInterval: ({ state }) => state.data && REFRESH_MS,
  });
  const channels = useQuery({ ...channelsQuery(useSupabase()), refetchInterval: REFRESH_MS });
  const heading = useRef<HTMLHeadingElement>(null);
  // An existing list stays visible and is refetched soon.
  useErrorEffect(accounts ? null : error, () => toast(accountToasts.loadFailed(failureReason(error))));

  return (
    <Card>
      <CardHeader>
        <CardTitle ref={heading} tabIndex={-1} className="w-fit">
          {channels.data?.length === 0 ? accountsMessages.listUnconnected : accountsMessages.list}
        </CardTitle>
      </CardHeader>
      {accounts === undefined ? (
        isError ? (
          <ErrorState
            title={accountsMessages.loadFailed}
            description={failureReason(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <AccountsLoading />
        )
      ) : accounts.length === 0 ? (
        <EmptyState icon={Users} {...accountsMessages.empty} />
      ) : (
        <ul className="@container">
          {accounts.map((account) => (
            <AccountRow
              key={account.id}
              account={account}
              onConnect={() => onConnect(account)}
              onFocusLost={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

function AccountsLoading() {
  return (
    <CardContent className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted-foreground">
        {accountsMessages.loading}
      </p>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </CardContent>
  );
}
