import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { ErrorState } from '@/components/error-state.tsx';
import { PageHeader } from '@/components/page-header.tsx';
import { PlatformMark } from '@/components/platform-mark.tsx';
import { toast } from '@/components/toast.tsx';
import { accountsMessages } from '@/features/accounts/messages.ts';
import { useTimeZone } from '@/lib/settings.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { formatDateTime } from '@/lib/time.ts';
import { useErrorEffect } from '@/lib/use-error-effect.ts';
import type { SocialAccountsRow } from '../../../shared/database.ts';
import { platformLabel } from '../../../shared/platforms.ts';

/** Accounts (§2): every connected account, newest first. */
export function AccountsScreen() {
  return (
    <div className="flex flex-col gap-7">
      <PageHeader title={accountsMessages.title} subtitle={accountsMessages.subtitle} />
      <Card>
        <CardHeader>
          <CardTitle>Connected Accounts</CardTitle>
        </CardHeader>
        <AccountList />
      </Card>
    </div>
  );
}

function AccountList() {
  const supabase = useSupabase();
  const accounts = useQuery({
    queryKey: ['social_accounts'],
    queryFn: async () =>
      (await supabase.from('social_accounts').select('*').order('created_at', { ascending: false }).throwOnError())
        .data,
  });
  useErrorEffect(accounts.error, (description) =>
    toast({ title: accountsMessages.loadFailed, description, variant: 'destructive' }),
  );

  if (accounts.isPending) {
    return (
      <CardContent role="status" className="text-muted-foreground">
        {accountsMessages.loading}
      </CardContent>
    );
  }
  if (accounts.isError) {
    return (
      <ErrorState
        title={accountsMessages.loadFailed}
        description={accounts.error.message}
        onRetry={() => void accounts.refetch()}
      />
    );
  }
  if (accounts.data.length === 0) return <EmptyState icon={Users} {...accountsMessages.empty} />;
  return (
    <ul>
      {accounts.data.map((account) => (
        <AccountRow key={account.id} account={account} />
      ))}
    </ul>
  );
}

function AccountRow({ account }: { account: SocialAccountsRow }) {
  const timeZone = useTimeZone();
  return (
    <li className="flex gap-4 border-t px-5 py-4 sm:items-center sm:px-6">
      <PlatformMark platform={account.platform} className="mt-0.5 size-5 text-muted-foreground sm:mt-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-x-6 gap-y-1 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">
          <p className="truncate text-sm font-medium">{account.account_label}</p>
          <p className="text-[0.8125rem] text-muted-foreground">{platformLabel(account.platform)}</p>
        </div>
        <p className="text-[0.8125rem] text-muted-foreground tabular-nums">
          {account.last_warmup_at
            ? accountsMessages.warmedUp(formatDateTime(account.last_warmup_at, timeZone))
            : accountsMessages.never}
        </p>
      </div>
    </li>
  );
}
