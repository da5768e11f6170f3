import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Checkbox } from '@/components/checkbox.tsx';
import { FieldDescription, FieldError, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Label } from '@/components/label.tsx';
import { Radio } from '@/components/radio.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { type PublishingAccount, publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { AccountName } from '@/domain/publishing/delivery-lines.tsx';
import { DestinationList, WayBadge } from '@/domain/publishing/destination-list.tsx';
import { accountChoiceMessages as words } from '@/domain/publishing/messages.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { type Platform, platformLabel } from '../../../shared/posts/platforms.ts';

type AccountChoiceProps = {
  platforms: readonly Platform[];
  /** The chosen accounts; null for all connected ones. */
  value: readonly string[] | null;
  onChange: (next: string[] | null) => void;
};

/**
 * Selects which accounts of its platforms a post goes to, and shows whether it is published there automatically or by
 * the user.
 */
export function AccountChoice({ platforms, value, onChange }: AccountChoiceProps) {
  const id = useId();
  const query = useQuery(publishingAccountsQuery(useSupabase()));
  if (query.isPending) {
    return (
      <div role="status">
        <span className="sr-only">{words.loading}</span>
        <Skeleton className="h-16" />
      </div>
    );
  }
  const accounts = query.data?.filter(({ platform }) => platforms.includes(platform)) ?? [];
  const chosen = value?.filter((account) => accounts.some((known) => known.id === account)) ?? null;

  function toggle(account: string, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(account);
    else next.delete(account);
    onChange(accounts.map((entry) => entry.id).filter((entry) => next.has(entry)));
  }

  return (
    <FieldSet>
      <FieldLegend>{words.title}</FieldLegend>
      {query.isError ? <FieldDescription>{words.loadFailed}</FieldDescription> : null}
      {accounts.length === 0 && value === null ? null : (
        <div className="flex flex-col gap-2.5">
          <Radio name={id} label={words.all} isChosen={value === null} onChoose={() => onChange(null)} />
          <Radio
            name={id}
            label={words.some}
            isChosen={value !== null}
            onChoose={() => onChange(accounts.map((account) => account.id))}
          />
        </div>
      )}
      {chosen === null ? (
        <>
          <DestinationList platforms={platforms} accounts={null} />
          <FieldDescription>{accounts.length === 0 ? words.noAccounts : words.byHandHint}</FieldDescription>
        </>
      ) : (
        <>
          <ul className="flex flex-col gap-1">
            {accounts.map((account) => (
              <li key={account.id}>
                <Label
                  htmlFor={`${id}-${account.id}`}
                  className="min-h-9 gap-3 rounded-md px-2 font-normal transition-colors duration-150 hover:bg-accent pointer-coarse:min-h-11"
                >
                  <Checkbox
                    id={`${id}-${account.id}`}
                    checked={chosen.includes(account.id)}
                    onCheckedChange={(checked) => toggle(account.id, checked === true)}
                  />
                  <AccountName platform={account.platform} account={account.label} />
                  <WayBadge account={account} />
                </Label>
              </li>
            ))}
          </ul>
          {chosen.length === 0 ? (
            <FieldError>{words.someNone}</FieldError>
          ) : (
            <LeftOut platforms={platforms} chosen={chosen} accounts={accounts} />
          )}
        </>
      )}
    </FieldSet>
  );
}

type LeftOutProps = { platforms: readonly Platform[]; chosen: string[]; accounts: readonly PublishingAccount[] };

/** Names the platforms that have accounts, none of which is chosen. */
function LeftOut({ platforms, chosen, accounts }: LeftOutProps) {
  const has = (platform: Platform, isWanted: (account: PublishingAccount) => boolean) =>
    accounts.some((account) => account.platform === platform && isWanted(account));
  const left = platforms.filter(
    (platform) => has(platform, () => true) && !has(platform, ({ id }) => chosen.includes(id)),
  );
  if (left.length === 0) return null;
  const names = new Intl.ListFormat('en').format(left.map(platformLabel));
  return <FieldDescription role="status">{words.leftOut(names)}</FieldDescription>;
}
