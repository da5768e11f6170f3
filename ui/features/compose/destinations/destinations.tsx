import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { FieldDescription, FieldLegend, FieldSet } from '@/components/field.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { type PublishingAccount, publishingAccountsQuery } from '@/domain/publishing/accounts.ts';
import { chosenAccounts, withAccount, withPlatform } from '@/features/compose/destinations/chosen.ts';
import type { Draft } from '@/features/compose/draft/draft.ts';
import { composeMessages } from '@/features/compose/messages.ts';
import { cn } from '@/lib/class-names.ts';
import { useSupabase } from '@/lib/supabase.ts';
import { PLATFORM_IDS, platformLabel } from '../../../../shared/posts/platforms.ts';

const words = composeMessages.accounts;

type DestinationsProps = { draft: Draft; isFixed: boolean; onEdit: (change: (draft: Draft) => Draft) => void };

/** Toggles for a post's accounts, followed by platforms without one. */
export function Destinations({ draft, isFixed, onEdit }: DestinationsProps) {
  const query = useQuery(publishingAccountsQuery(useSupabase()));
  const [showsAll, setShowsAll] = useState(false);
  if (query.isPending) return <Skeleton className="h-20" />;
  const accounts = query.data ?? [];
  const chosen = new Set(chosenAccounts(draft, accounts).map(({ id }) => id));
  const without = PLATFORM_IDS.filter((platform) => !accounts.some((account) => account.platform === platform));
  const shown = showsAll || accounts.length === 0 ? without : without.filter((p) => draft.platforms.includes(p));
  return (
    <FieldSet disabled={isFixed}>
      <FieldLegend className="mb-2">{composeMessages.postTo}</FieldLegend>
      {query.isError ? <FieldDescription>{words.loadFailed}</FieldDescription> : null}
      <div className="flex flex-wrap gap-2">
        {accounts.map((account) => (
          <Chip
            key={account.id}
            platform={account.platform}
            name={account.label}
            note={wayOf(account)}
            isChosen={chosen.has(account.id)}
            onToggle={(isChosen) => onEdit((now) => withAccount(now, accounts, account.id, isChosen))}
          />
        ))}
        {shown.map((platform) => (
          <Chip
            key={platform}
            platform={platform}
            name={platformLabel(platform)}
            note={words.byHand}
            isDashed
            isChosen={draft.platforms.includes(platform)}
            onToggle={(isChosen) => onEdit((now) => withPlatform(now, accounts, platform, isChosen))}
          />
        ))}
        {shown.length < without.length ? (
          <button
            type="button"
            className="inline-flex min-h-9 items-center gap-1 rounded-full px-2.5 text-[0.8125rem] font-medium text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:min-h-11"
            onClick={() => setShowsAll(true)}
          >
            {words.showMore}
            <ChevronDown className="size-3.5" aria-hidden="true" />
          </button>
        ) : null}
      </div>
      {query.data && accounts.length === 0 ? <FieldDescription>{words.none}</FieldDescription> : null}
    </FieldSet>
  );
}

function wayOf({ channel }: PublishingAccount): string {
  if (!channel) return words.byHand;
  return channel.isReady ? words.direct : words.reconnect;
}

type ChipProps = {
  platform: string;
  name: string;
  note: string;
  isDashed?: boolean;
  isChosen: boolean;
  onToggle: (isChosen: boolean) => void;
};

function Chip({ platform, name, note, isDashed = false, isChosen, onToggle }: ChipProps) {
  const full = name === platformLabel(platform) ? name : `${name} (${platformLabel(platform)})`;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={full}
      title={`${full}: ${note}`}
      onClick={() => onToggle(!isChosen)}
      className={cn(
        'inline-flex min-h-9 max-w-full items-center gap-2 rounded-full border px-3 text-[0.8125rem] font-medium transition-colors duration-150 hover:bg-accent disabled:opacity-55 pointer-coarse:min-h-11',
        isDashed && 'border-dashed',
        isChosen ? 'border-primary/50 bg-primary/8 text-foreground' : 'text-muted-foreground',
      )}
    >
      <PlatformMark platform={platform} className={cn(isChosen && 'text-primary')} />
      <bdi className="truncate">{name}</bdi>
      {isChosen ? <Check className="size-3.5 text-primary" aria-hidden="true" /> : null}
    </button>
  );
}
