import { Send, Trash2 } from 'lucide-react';
import { Fragment, Suspense, useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Confirmation } from '@/components/question.tsx';
import { Tooltip, TooltipContent, TooltipTrigger } from '@/components/tooltip.tsx';
import { PlatformMark } from '@/domain/posts/platform-mark.tsx';
import { AccountMenu } from '@/features/accounts/account-menu.tsx';
import { daysToWarnOf } from '@/features/accounts/channel/channels-query.ts';
import { readConnectProgress } from '@/features/accounts/channel/connect-progress.ts';
import { channelMessages } from '@/features/accounts/channel/messages.ts';
import { useAskLimits, useChannel } from '@/features/accounts/channel/use-channel.ts';
import { LoginPart } from '@/features/accounts/login-part.tsx';
import { accountsMessages, deleteMessages } from '@/features/accounts/messages.ts';
import { useCheck } from '@/features/accounts/session/use-check.ts';
import { useLogin } from '@/features/accounts/session/use-login.ts';
import { useDeleteAccount } from '@/features/accounts/use-delete-account.ts';
import { useWarmup } from '@/features/accounts/use-warmup.ts';
import { cn } from '@/lib/class-names.ts';
import { nowDate } from '@/lib/clock.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { formatRelative } from '@/lib/time.ts';
import { hasLogin } from '../../../shared/accounts/account-session.ts';
import { WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import { platformLabel } from '../../../shared/posts/platforms.ts';
import { LEAVING, takenBackFirst } from '../../../shared/publishing/held-in-words.ts';
import { limitsInWords } from '../../../shared/publishing/limits-in-words.ts';
import type { ChannelsRow, SocialAccountsRow } from '../../../shared/workspace/database.ts';

const ImportDialog = lazyPart('ImportDialog', () => import('@/features/accounts/session/import-dialog.tsx'));
const DefaultsDialog = lazyPart('DefaultsDialog', () => import('@/features/accounts/defaults/defaults-dialog.tsx'));
const HistoryDialog = lazyPart('HistoryDialog', () => import('@/features/accounts/history/history-dialog.tsx'));

type AccountRowProps = {
  account: SocialAccountsRow;
  /** Opens the dialog about posting. */
  onConnect: () => void;
  /** Called when the row is deleted while focused. */
  onFocusLost: () => void;
};

/** One account (§2): how it posts, its login and warm-up, and its actions. */
export function AccountRow({ account, onConnect, onFocusLost }: AccountRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const [dialog, setDialog] = useState<'import' | 'history' | 'defaults'>();
  const channel = useChannel(account.id);
  const login = useLogin(account);
  const { checking, check } = useCheck(account, login.start);
  const warmup = useWarmup(account, { onLogIn: login.start, onShowRuns: () => setDialog('history') });
  const deletion = useDeleteAccount(account, () => {
    // Disabling a focused button moves the focus to the body.
    const { activeElement } = document;
    if (activeElement === document.body || row.current?.contains(activeElement)) onFocusLost();
  });
  const askLimits = useAskLimits(account);
  const close = () => setDialog(undefined);
  const label = account.account_label;

  return (
    <li
      data-item=""
      ref={row}
      className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-start gap-x-4 gap-y-3 border-t px-5 py-4 sm:px-6 @2xl:grid-cols-[1.25rem_minmax(0,1fr)_auto_auto]"
    >
      <PlatformMark
        platform={account.platform}
        className="col-start-1 row-start-1 mt-0.5 size-5 text-muted-foreground"
      />
      <AccountName account={account} channel={channel} />
      <ConnectButton account={account} channel={channel} onConnect={onConnect} />
      <div className="col-start-3 row-start-1 -my-3 -mr-3 flex @2xl:col-start-4 @2xl:row-span-2 @2xl:my-0">
        <AccountMenu
          label={label}
          isConnected={Boolean(channel)}
          onPosting={onConnect}
          onAskLimits={channel ? askLimits : undefined}
          onDefaults={() => setDialog('defaults')}
          onImport={hasLogin(account.platform) ? () => setDialog('import') : undefined}
          onCheck={account.is_logged_in ? check : undefined}
          onShowRuns={account.platform === WARMUP_PLATFORM ? () => setDialog('history') : undefined}
          onLogIn={account.is_logged_in ? login.start : undefined}
        />
        <DeleteButton label={label} deleting={deletion.deleting} onDelete={deletion.remove} />
      </div>
      {hasLogin(account.platform) ? (
        <LoginPart
          account={account}
          login={login}
          warmup={warmup}
          checking={checking}
          onImport={() => setDialog('import')}
          onLift={() => setDialog('history')}
          className="col-span-full @sm:col-start-2"
        />
      ) : null}
      {deletion.held > 0 ? (
        <Confirmation
          title={LEAVING.remove.question(label)}
          description={takenBackFirst(account.platform, deletion.held)}
          keep={deleteMessages.keep}
          confirm={LEAVING.remove.confirm}
          onClose={deletion.dismiss}
          onConfirm={deletion.confirm}
        />
      ) : null}
      <Suspense>
        {dialog === 'import' ? <ImportDialog account={account} onDone={login.dismiss} onClose={close} /> : null}
        {dialog === 'defaults' ? <DefaultsDialog account={account} onClose={close} /> : null}
        {dialog === 'history' ? <HistoryDialog account={account} onClose={close} /> : null}
      </Suspense>
    </li>
  );
}

type Channel = ChannelsRow | null | undefined;

/** An account's name, platform and posting state; in a narrow row, the latter two extend below the actions. */
function AccountName({ account, channel }: { account: SocialAccountsRow; channel: Channel }) {
  const { account_label: label, platform } = account;
  return (
    <>
      <p className="col-start-2 row-start-1 min-w-0 text-sm font-medium [overflow-wrap:anywhere]">
        <bdi>
          <Breakable text={label} />
        </bdi>
      </p>
      <div className="col-start-2 col-end-4 row-start-2 -mt-3 flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 text-[0.8125rem] leading-5 text-muted-foreground @2xl:col-end-3">
        <span>{platformLabel(platform)}</span>
        {channel === undefined ? null : <PostingState channel={channel} />}
        {channel?.state === 'ready' ? <Limits channel={channel} /> : null}
      </div>
    </>
  );
}

type ConnectButtonProps = { account: SocialAccountsRow; channel: Channel; onConnect: () => void };

/** Connects, continues connecting or reconnects the account, or renews a login that expires soon. */
function ConnectButton({ account: { id, account_label: label }, channel, onConnect }: ConnectButtonProps) {
  const isReady = channel?.state === 'ready';
  if (channel === undefined || (channel && isReady && daysToWarnOf(channel, nowDate()) === null)) return null;
  const { connect, connectWhich, goOn, goOnWhich, connectAgain, connectAgainWhich, renew, renewWhich } =
    channelMessages;
  const [name, which] = isReady
    ? [renew, renewWhich]
    : channel
      ? [connectAgain, connectAgainWhich]
      : readConnectProgress(id)?.step
        ? [goOn, goOnWhich]
        : [connect, connectWhich];
  return (
    <Button
      variant="secondary"
      className="col-span-full h-11 px-3 @sm:col-start-2 @sm:justify-self-start @2xl:col-start-3 @2xl:col-end-4 @2xl:row-span-2 @2xl:row-start-1 @2xl:h-9"
      aria-label={which(label)}
      aria-haspopup="dialog"
      onClick={onConnect}
    >
      <Send aria-hidden="true" />
      {name}
    </Button>
  );
}

type DeleteButtonProps = {
  label: string;
  deleting: boolean;
  onDelete: () => void;
};

/** The button that deletes an account at once (§2). */
function DeleteButton({ label, deleting, onDelete }: DeleteButtonProps) {
  return (
    <Tooltip>
      <TooltipTrigger asChild>
        <IconButton
          icon={Trash2}
          size="icon"
          className="size-11 text-muted-foreground hover:text-destructive @2xl:size-9"
          label={accountsMessages.deleteWhich(label)}
          disabled={deleting}
          onClick={onDelete}
        />
      </TooltipTrigger>
      <TooltipContent>{accountsMessages.delete}</TooltipContent>
    </Tooltip>
  );
}

const { row } = channelMessages;

/** The handle that an account posts as, what keeps it from posting, or that its posts are published by hand. */
function PostingState({ channel }: { channel: ChannelsRow | null }) {
  const { words, dot } = postingState(channel);
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <span aria-hidden="true" className={cn('size-2 shrink-0 rounded-full', dot)} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <Breakable text={words} />
      </span>
    </span>
  );
}

/** The account's own posting limits, if it has any, and when they were last checked with the platform. */
function Limits({ channel: { platform, limits, checked_at } }: { channel: ChannelsRow }) {
  const words = limitsInWords(platform, limits);
  if (words.length === 0) return null;
  return (
    <span className="min-w-0 basis-full tabular-nums first-letter:uppercase">
      {row.limits(words, formatRelative(checked_at, nowDate()))}
    </span>
  );
}

function postingState(channel: ChannelsRow | null): { words: string; dot: string } {
  if (channel === null) return { words: row.byHand, dot: 'border border-muted-foreground' };
  const { handle, state, is_paused: isPaused } = channel;
  const days = daysToWarnOf(channel, nowDate());
  if (state === 'reconnect') return { words: row.reconnect, dot: 'bg-warning' };
  if (isPaused) return { words: row.paused(handle), dot: 'bg-warning' };
  return days === null ? { words: row.ready(handle), dot: 'bg-success' } : { words: row.ends(days), dot: 'bg-warning' };
}

/** Text such as an e-mail address or a handle, which wraps after punctuation rather than within a word. */
function Breakable({ text }: { text: string }) {
  const parts = text.split(/(?<=[@._-])(?=[^@._-])/);
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name.
    <Fragment key={place}>
      {place > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
