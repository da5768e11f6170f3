import { useRef } from 'react';
import { PlatformMark } from '@/components/platform-mark.tsx';
import { DeleteButton } from '@/features/accounts/delete-button.tsx';
import { useCooldownHours } from '@/features/accounts/use-cooldown-hours.ts';
import { useDeleteAccount } from '@/features/accounts/use-delete-account.ts';
import { useWarmup } from '@/features/accounts/use-warmup.ts';
import { WarmupButton } from '@/features/accounts/warmup-button.tsx';
import { WarmupState } from '@/features/accounts/warmup-state.tsx';
import { cn } from '@/lib/class-names.ts';
import type { SocialAccountsRow } from '../../../shared/database.ts';
import { platformLabel } from '../../../shared/platforms.ts';
import { WARMUP_PLATFORM } from '../../../shared/warmup.ts';

/** Side by side where there is room, so that the columns of all rows line up; else the warm-up below the name. */
const ROW =
  'grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-3 border-t px-5 py-4 sm:px-6 @4xl:grid-cols-[1.25rem_minmax(0,1fr)_20.5rem_9.5rem_auto] @4xl:items-center';
const BELOW = 'col-start-2 col-end-4 @4xl:col-end-auto @4xl:row-start-1';

/** One account (§2): who it is, how its warm-up stands, and what can be done with it. `onFocusLost` runs when it is deleted with the focus on it. */
export function AccountRow({ account, onFocusLost }: { account: SocialAccountsRow; onFocusLost: () => void }) {
  const row = useRef<HTMLLIElement>(null);
  const { running, silent, start } = useWarmup(account);
  const { deleting, remove } = useDeleteAccount(account.id, () => {
    // A button that was just disabled has handed its focus to the body.
    const { activeElement } = document;
    if (activeElement === document.body || row.current?.contains(activeElement)) onFocusLost();
  });
  const hours = useCooldownHours(account.last_warmup_at);
  return (
    <li ref={row} className={ROW}>
      <PlatformMark platform={account.platform} className="mt-0.5 size-5 text-muted-foreground @4xl:mt-0" />
      <div className="min-w-0">
        <p className="text-sm font-medium [overflow-wrap:anywhere]">
          <bdi>{account.account_label}</bdi>
        </p>
        <p className="text-[0.8125rem] text-muted-foreground">{platformLabel(account.platform)}</p>
      </div>
      <WarmupState
        account={account}
        running={running}
        silent={silent}
        hours={hours}
        className={cn(BELOW, 'row-start-2 @4xl:col-start-3')}
      />
      {account.platform === WARMUP_PLATFORM ? (
        <WarmupButton
          running={running}
          hours={hours}
          onStart={() => void start()}
          className={cn(BELOW, 'row-start-3 @4xl:col-start-4')}
        />
      ) : null}
      <DeleteButton
        label={account.account_label}
        deleting={deleting}
        onDelete={remove}
        className="col-start-3 row-start-1 -my-1.5 -mr-3 @4xl:col-start-5 @4xl:m-0"
      />
    </li>
  );
}
