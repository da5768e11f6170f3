import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/components/badge.tsx';
import {
  type Destination,
  destinationsQuery,
  type PublishingAccount,
  usePublishingAccounts,
} from '@/domain/publishing/accounts.ts';
import { AccountName } from '@/domain/publishing/delivery-lines.tsx';
import { accountChoiceMessages as words } from '@/domain/publishing/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import type { Platform } from '../../../shared/posts/platforms.ts';

type DestinationListProps = {
  platforms: readonly Platform[];
  /** The chosen accounts; null for all connected ones. */
  accounts: string[] | null;
};

/** A post's current destinations, and how it gets there; renders nothing until they are known. */
export function DestinationList({ platforms, accounts }: DestinationListProps) {
  const { data } = useQuery(destinationsQuery(useSupabase(), platforms, accounts));
  return data ? <DestinationLines destinations={data} /> : null;
}

/** Accounts, each with whether its posts are published automatically or by the user. */
export function DestinationLines({ destinations }: { destinations: readonly Destination[] }) {
  const accounts = usePublishingAccounts();
  if (destinations.length === 0 || !accounts) return null;
  return (
    <ul aria-label={words.goesTo} className="flex flex-wrap gap-x-5 gap-y-2 text-[0.8125rem]">
      {destinations.map(({ platform, account_id }) => {
        const account = account_id === null ? undefined : accounts.get(account_id);
        return (
          <li key={account_id ?? platform} className="flex min-w-0 items-center gap-2">
            <AccountName platform={platform} account={account?.label ?? null} />
            <WayBadge account={account} />
          </li>
        );
      })}
    </ul>
  );
}

/** How posts get to an account: directly or manually. */
export function WayBadge({ account }: { account: PublishingAccount | undefined }) {
  const channel = account?.channel;
  if (!channel) return <Badge variant="outline">{words.byHand}</Badge>;
  if (!channel.isReady) return <Badge variant="warning">{words.reconnect}</Badge>;
  return <Badge variant="success">{channel.isPaused ? words.directPaused : words.direct}</Badge>;
}
