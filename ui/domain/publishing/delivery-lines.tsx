import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { type DeliverySummary, useSituations } from '@/domain/publishing/deliveries.ts';
import { deliveryMessages } from '@/domain/publishing/messages.ts';
import { PostLink } from '@/domain/publishing/post-link.tsx';
import { SituationBadge } from '@/domain/publishing/situation-badge.tsx';
import { platformLabel } from '../../../shared/posts/platforms.ts';

/** A post's deliveries, one per line: the destination, the state, and a link to the live post. */
export function DeliveryLines({ deliveries }: { deliveries: readonly DeliverySummary[] }) {
  const describe = useSituations();
  if (deliveries.length === 0) return null;
  return (
    <ul className="flex w-full flex-col gap-1.5">
      {deliveries.map((delivery) => {
        const { situation, account } = describe(delivery);
        return (
          <li key={delivery.id} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.8125rem]">
            <AccountName platform={delivery.platform} account={account} />
            <SituationBadge situation={situation} />
            <PostLink url={delivery.remote_url} platform={delivery.platform} />
          </li>
        );
      })}
    </ul>
  );
}

type AccountNameProps = {
  platform: string;
  /** Null if the platform has no account. */
  account: string | null;
};

/** An account's label, with its platform's mark. */
export function AccountName({ platform, account }: AccountNameProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <PlatformMark platform={platform} className="text-muted-foreground" />
      <span className="sr-only">{platformLabel(platform)}</span>
      {account ? (
        <bdi className="min-w-0 truncate font-medium">{account}</bdi>
      ) : (
        <span className="text-muted-foreground">
          <span aria-hidden="true">{platformLabel(platform)}: </span>
          {deliveryMessages.noAccount}
        </span>
      )}
    </span>
  );
}
