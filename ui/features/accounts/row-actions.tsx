import { Flame, LogIn, Send, Square, X } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import { channelMessages } from '@/features/accounts/channel/messages.ts';
import { warmupMessages } from '@/features/accounts/messages.ts';
import { sessionMessages } from '@/features/accounts/session/messages.ts';
import type { Login } from '@/features/accounts/session/use-login.ts';
import type { Warmup } from '@/features/accounts/use-warmup.ts';
import { cn } from '@/lib/class-names.ts';
import { hasLogin } from '../../../shared/accounts/account-session.ts';
import { WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import type { ChannelsRow, SocialAccountsRow } from '../../../shared/workspace/database.ts';

const BUTTON = 'h-11 flex-1 px-3 sm:flex-none sm:px-4 @5xl:h-9';

type RowActionsProps = {
  account: SocialAccountsRow;
  /** Undefined while loading. */
  channel: ChannelsRow | null | undefined;
  onConnect: () => void;
  login: Login;
  warmup: Warmup;
  /** Remaining whole hours of the cooldown. */
  hours: number;
  className: string;
};

/** The warm-up button of §2 and the account's next step: logging in, or stopping what is under way. */
export function RowActions({ account, channel, onConnect, login, warmup, hours, className }: RowActionsProps) {
  return (
    <div className={cn('flex flex-wrap gap-2 empty:hidden', className)}>
      <NextStep account={account} login={login} warmup={warmup} />
      <ConnectButton account={account} channel={channel} onConnect={onConnect} />
      {account.platform === WARMUP_PLATFORM ? (
        <WarmupButton
          running={warmup.running}
          hours={hours}
          onStart={() => void warmup.start()}
          className={cn(BUTTON, 'sm:w-38')}
        />
      ) : null}
    </div>
  );
}

function NextStep({ account, login, warmup }: Pick<RowActionsProps, 'account' | 'login' | 'warmup'>) {
  const { account_label: label, platform, is_logged_in: isLoggedIn, warmup_held_reason: held } = account;
  if (login.state === 'open')
    return (
      <Button variant="secondary" className={BUTTON} onClick={login.cancel}>
        <X aria-hidden="true" />
        {sessionMessages.cancel}
      </Button>
    );
  if (warmup.running && warmup.progress && warmup.progress.kind !== 'elsewhere')
    return (
      // Only aria-disabled, so that it keeps the focus until the warm-up is over.
      <Button
        variant="secondary"
        className={BUTTON}
        aria-label={warmupMessages.cancelWhich(label)}
        aria-disabled={warmup.cancelling}
        onClick={warmup.cancel}
      >
        <Square aria-hidden="true" />
        {warmup.cancelling ? warmupMessages.cancelling : warmupMessages.cancel}
      </Button>
    );
  if (!hasLogin(platform) || (isLoggedIn && held === null) || warmup.running) return null;
  const isOpening = login.state === 'opening';
  const step = held === null ? sessionMessages.logIn : sessionMessages.logInAgain;
  return (
    <Button
      variant="secondary"
      className={BUTTON}
      aria-label={isOpening ? undefined : sessionMessages.logInWhich(step, label)}
      aria-disabled={isOpening}
      onClick={login.start}
    >
      <LogIn aria-hidden="true" />
      {isOpening ? sessionMessages.opening : step}
    </Button>
  );
}

/** Connects or reconnects the account for posting. */
function ConnectButton({ account, channel, onConnect }: Pick<RowActionsProps, 'account' | 'channel' | 'onConnect'>) {
  const { account_label: label } = account;
  if (channel === undefined || channel?.state === 'ready') return null;
  return (
    <Button
      variant="secondary"
      className={BUTTON}
      aria-label={channel ? channelMessages.connectAgainWhich(label) : channelMessages.connectWhich(label)}
      aria-haspopup="dialog"
      onClick={onConnect}
    >
      <Send aria-hidden="true" />
      {channel ? channelMessages.connectAgain : channelMessages.connect}
    </Button>
  );
}

const { busy, ready, cooldown } = warmupMessages.button;

type WarmupButtonProps = {
  running: boolean;
  /** Remaining whole hours of the cooldown. */
  hours: number;
  onStart: () => void;
  className: string;
};

/** Starts a warm-up; disabled while one runs and during the cooldown, with the reason (§2). */
function WarmupButton({ running, hours, onStart, className }: WarmupButtonProps) {
  return (
    <Button
      variant="outline"
      className={className}
      disabled={running || hours > 0}
      aria-busy={running}
      onClick={onStart}
    >
      <Flame aria-hidden="true" />
      {running ? busy : hours > 0 ? cooldown : ready}
    </Button>
  );
}
