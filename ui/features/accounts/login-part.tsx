import { Flame, LogIn, Square, X } from 'lucide-react';
import { type Ref, useCallback, useId, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import { warmupMessages } from '@/features/accounts/messages.ts';
import { RowNote } from '@/features/accounts/row-note.tsx';
import { sessionMessages } from '@/features/accounts/session/messages.ts';
import type { Login } from '@/features/accounts/session/use-login.ts';
import { useCooldownHours } from '@/features/accounts/use-account-times.ts';
import type { Warmup } from '@/features/accounts/use-warmup.ts';
import { WarmupState } from '@/features/accounts/warmup-state.tsx';
import { cn } from '@/lib/class-names.ts';
import { WARMUP_PLATFORM } from '../../../shared/accounts/warmup.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

const BUTTON = 'h-11 flex-1 px-3 @sm:flex-none @2xl:h-9';

type LoginPartProps = {
  account: SocialAccountsRow;
  login: Login;
  warmup: Warmup;
  /** Whether the saved login is being checked. */
  checking: boolean;
  onImport: () => void;
  onLift: () => void;
  className: string;
};

/** The part of a row for the browser login: its purpose, its state, and the warm-up that uses it (§2). */
export function LoginPart({ account, login, warmup, checking, onImport, onLift, className }: LoginPartProps) {
  const hours = useCooldownHours(account.last_warmup_at);
  const id = useId();
  const starter = useRef<HTMLButtonElement>(null);
  // The Cancel button disappears when the warm-up ends.
  const passFocus = useCallback(
    (button: HTMLButtonElement | null) => () => {
      if (button !== null && button === document.activeElement) starter.current?.focus();
    },
    [],
  );
  const hasWarmups = account.platform === WARMUP_PLATFORM;
  const words = hasWarmups ? sessionMessages.withWarmups : sessionMessages.withoutWarmups;
  return (
    <section
      aria-labelledby={id}
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 rounded-md bg-muted/60 px-4 py-3 text-[0.8125rem] leading-5 @2xl:grid-cols-[minmax(0,1fr)_auto] @2xl:items-center',
        className,
      )}
    >
      <div className="flex min-w-0 flex-col gap-1.5">
        <div>
          <h3 id={id} className="font-medium">
            {words.title}
          </h3>
          <p className="text-muted-foreground text-pretty">{words.purpose}</p>
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-1.5">
          <LoginState isLoggedIn={account.is_logged_in} checking={checking} />
          {hasWarmups ? <WarmupState account={account} warmup={warmup} hours={hours} /> : null}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden @2xl:justify-end">
        <NextStep account={account} login={login} warmup={warmup} cancelRef={passFocus} />
        {hasWarmups ? (
          <WarmupButton
            ref={starter}
            running={warmup.running}
            hours={hours}
            onStart={() => void warmup.start()}
            className={cn(BUTTON, '@sm:w-36')}
          />
        ) : null}
      </div>
      <RowNote account={account} login={login} onImport={onImport} onLift={onLift} className="@2xl:col-span-2" />
    </section>
  );
}

function LoginState({ isLoggedIn, checking }: { isLoggedIn: boolean; checking: boolean }) {
  return (
    <p className="flex gap-2.5 text-muted-foreground">
      {/* As wide as the warm-up's icon, which is below this one in narrow rows. */}
      <span aria-hidden="true" className="flex h-5 w-4 items-center justify-center">
        <span className={cn('size-2 rounded-full', isLoggedIn ? 'bg-success' : 'bg-muted-foreground/50')} />
      </span>
      <span role={checking ? 'status' : undefined}>
        {checking ? sessionMessages.checking : isLoggedIn ? sessionMessages.loggedIn : sessionMessages.loggedOut}
      </span>
    </p>
  );
}

type NextStepProps = Pick<LoginPartProps, 'account' | 'login' | 'warmup'> & { cancelRef: Ref<HTMLButtonElement> };

function NextStep({ account, login, warmup, cancelRef }: NextStepProps) {
  const { account_label: label, is_logged_in: isLoggedIn, warmup_held_reason: held } = account;
  if (login.state === 'open')
    return (
      <Button variant="outline" className={BUTTON} onClick={login.cancel}>
        <X aria-hidden="true" />
        {sessionMessages.cancel}
      </Button>
    );
  if (warmup.running && warmup.progress && warmup.progress.kind !== 'elsewhere')
    return (
      // Only aria-disabled, so that it keeps the focus until the warm-up is over.
      <Button
        ref={cancelRef}
        variant="outline"
        className={BUTTON}
        aria-label={warmupMessages.cancelWhich(label)}
        aria-disabled={warmup.cancelling}
        onClick={warmup.cancel}
      >
        <Square aria-hidden="true" />
        {warmup.cancelling ? warmupMessages.cancelling : warmupMessages.cancel}
      </Button>
    );
  if ((isLoggedIn && held === null) || warmup.running) return null;
  const isOpening = login.state === 'opening';
  const step = held === null ? sessionMessages.logIn : sessionMessages.logInAgain;
  return (
    <Button
      variant="outline"
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

const { busy, ready, cooldown } = warmupMessages.button;

type WarmupButtonProps = {
  ref: Ref<HTMLButtonElement>;
  running: boolean;
  /** Remaining whole hours of the cooldown. */
  hours: number;
  onStart: () => void;
  className: string;
};

/**
 * Starts a warm-up. Disabled while one runs and during the cooldown, with the reason (§2), but only aria-disabled, so
 * that it keeps the focus when pressed.
 */
function WarmupButton({ ref, running, hours, onStart, className }: WarmupButtonProps) {
  const isDisabled = running || hours > 0;
  return (
    <Button
      ref={ref}
      variant="outline"
      className={className}
      aria-disabled={isDisabled}
      aria-busy={running}
      onClick={isDisabled ? undefined : onStart}
    >
      <Flame aria-hidden="true" />
      {running ? busy : hours > 0 ? cooldown : ready}
    </Button>
  );
}
