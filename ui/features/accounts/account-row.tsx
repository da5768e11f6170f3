import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Tooltip, TooltipContent, TooltipTrigger } from '@/components/tooltip.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { AccountMenu } from '@/features/accounts/account-menu.tsx';
import { daysToWarnOf } from '@/features/accounts/channel/channels-query.ts';
import { channelMessages } from '@/features/accounts/channel/messages.ts';
import { useChannel } from '@/features/accounts/channel/use-channel.ts';
import { accountsMessages } from '@/features/accounts/messages.ts';
import { RowActions } from '@/features/accounts/row-actions.tsx';
import { RowNote } from '@/features/accounts/row-note.tsx';
import { sessionMessages } from '@/features/accounts/session/messages.ts';
import { useCheck } from '@/features/accounts/session/use-check.ts';
import { useLogin } from '@/features/accounts/session/use-login.ts';
import { useCooldownHours } from '@/features/accounts/use-account-times.ts';
import { useDeleteAccount } from '@/features/accounts/use-delete-account.ts';
import { useWarmup } from '@/features/accounts/use-warmup.ts';
import { WarmupState } from '@/features/accounts/warmup-state.tsx';
import { cn } from '@/lib/class-names.ts';
import { hasLogin } from '../../../shared/accounts/account-session.ts';
import { WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import type { ChannelsRow, SocialAccountsRow } from '../../../shared/workspace/database.ts';

/** Side by side where there is room, with the columns of all rows aligned; else stacked. */
const ROW =
  'grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-3 border-t px-5 py-4 sm:px-6 @5xl:grid-cols-[1.25rem_minmax(0,1fr)_19.5rem_19rem_auto] @5xl:items-center';

const ImportDialog = lazy(async () => ({
  default: (await import('@/features/accounts/session/import-dialog.tsx')).ImportDialog,
}));
const ChannelDialog = lazy(async () => ({
  default: (await import('@/features/accounts/channel/channel-dialog.tsx')).ChannelDialog,
}));
const HistoryDialog = lazy(async () => ({
  default: (await import('@/features/accounts/history/history-dialog.tsx')).HistoryDialog,
}));

/** One account (§2): its name, log-in, warm-up and actions. `onFocusLost` runs when it is deleted while focused. */
export function AccountRow({ account, onFocusLost }: { account: SocialAccountsRow; onFocusLost: () => void }) {
  const row = useRef<HTMLLIElement>(null);
  const [dialog, setDialog] = useState<'import' | 'history' | 'channel'>();
  const channel = useChannel(account.id);
  const login = useLogin(account);
  const { checking, check } = useCheck(account, login.start);
  const warmup = useWarmup(account, { onLogIn: login.start, onShowRuns: () => setDialog('history') });
  const { deleting, remove } = useDeleteAccount(account.id, () => {
    // Disabling a focused button moves the focus to the body.
    const { activeElement } = document;
    if (activeElement === document.body || row.current?.contains(activeElement)) onFocusLost();
  });
  const hours = useCooldownHours(account.last_warmup_at);
  const close = () => setDialog(undefined);

  return (
    <li ref={row} className={ROW}>
      <PlatformMark platform={account.platform} className="mt-0.5 size-5 text-muted-foreground @5xl:mt-0" />
      <AccountName account={account} channel={channel} checking={checking} />
      <WarmupState
        account={account}
        warmup={warmup}
        hours={hours}
        className="col-start-2 col-end-4 @5xl:col-start-3 @5xl:col-end-auto @5xl:row-start-1"
      />
      <RowNote
        account={account}
        login={login}
        onImport={() => setDialog('import')}
        onLift={() => setDialog('history')}
        className="col-start-2 col-end-4 @5xl:col-end-6 @5xl:row-start-2"
      />
      <RowActions
        account={account}
        channel={channel}
        onConnect={() => setDialog('channel')}
        login={login}
        warmup={warmup}
        hours={hours}
        className="col-start-1 col-end-4 sm:col-start-2 @5xl:col-start-4 @5xl:col-end-auto @5xl:row-start-1 @5xl:justify-end"
      />
      <div className="col-start-3 row-start-1 -my-1.5 -mr-3 flex @5xl:col-start-5 @5xl:m-0 @5xl:min-w-18 @5xl:justify-end">
        <AccountMenu
          label={account.account_label}
          isConnected={Boolean(channel)}
          onPosting={() => setDialog('channel')}
          onImport={hasLogin(account.platform) ? () => setDialog('import') : undefined}
          onCheck={account.is_logged_in ? check : undefined}
          onShowRuns={account.platform === WARMUP_PLATFORM ? () => setDialog('history') : undefined}
          onLogIn={account.is_logged_in ? login.start : undefined}
        />
        <DeleteButton label={account.account_label} deleting={deleting} onDelete={remove} />
      </div>
      <Suspense>
        {dialog === 'import' ? <ImportDialog account={account} onDone={login.dismiss} onClose={close} /> : null}
        {dialog === 'channel' ? <ChannelDialog account={account} onClose={close} /> : null}
        {dialog === 'history' ? <HistoryDialog account={account} onClose={close} /> : null}
      </Suspense>
    </li>
  );
}

type AccountNameProps = { account: SocialAccountsRow; channel: ChannelsRow | null | undefined; checking: boolean };

/** An account's name, platform, log-in state, and posting identity. */
function AccountName({ account, channel, checking }: AccountNameProps) {
  const { account_label: label, platform, is_logged_in: isLoggedIn } = account;
  return (
    <div className="min-w-0">
      <p className="text-sm font-medium [overflow-wrap:anywhere]">
        <bdi>{label}</bdi>
      </p>
      <p className="flex flex-wrap gap-x-2 text-[0.8125rem] text-muted-foreground">
        <span>{platformLabel(platform)}</span>
        {hasLogin(platform) ? (
          <span className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className={cn('size-1.5 rounded-full', isLoggedIn ? 'bg-success' : 'bg-muted-foreground/50')}
            />
            <span role={checking ? 'status' : undefined}>
              {checking ? sessionMessages.checking : isLoggedIn ? sessionMessages.loggedIn : sessionMessages.loggedOut}
            </span>
          </span>
        ) : null}
        {channel ? <PostingState channel={channel} /> : null}
      </p>
    </div>
  );
}

type DeleteButtonProps = {
  label: string;
  deleting: boolean;
  onDelete: () => void;
};

/** The icon that deletes an account at once (§2). */
function DeleteButton({ label, deleting, onDelete }: DeleteButtonProps) {
  return (
    <Tooltip>
      <TooltipTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="size-11 text-muted-foreground hover:text-destructive @5xl:size-9"
          aria-label={accountsMessages.deleteWhich(label)}
          disabled={deleting}
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </TooltipTrigger>
      <TooltipContent>{accountsMessages.delete}</TooltipContent>
    </Tooltip>
  );
}

const { row } = channelMessages;

/** Who an account posts as, or what keeps it from posting. */
function PostingState({ channel }: { channel: ChannelsRow }) {
  const days = daysToWarnOf(channel, new Date());
  const words =
    channel.state === 'reconnect'
      ? row.reconnect
      : channel.is_paused
        ? row.paused(channel.handle)
        : days !== null
          ? row.ends(days)
          : row.ready(channel.handle);
  const isFine = channel.state === 'ready' && !channel.is_paused && days === null;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <span
        aria-hidden="true"
        className={cn('size-1.5 shrink-0 -translate-y-px rounded-full', isFine ? 'bg-success' : 'bg-warning')}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
    </span>
  );
}
