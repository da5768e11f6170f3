import { Button } from '@/components/button.tsx';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { warmupMessages } from '@/features/accounts/messages.ts';
import { reasonWords } from '@/features/accounts/reason-messages.ts';
import { sessionMessages } from '@/features/accounts/session/messages.ts';
import type { Login } from '@/features/accounts/session/use-login.ts';
import { useHoldEnd } from '@/features/accounts/use-account-times.ts';
import { cn } from '@/lib/class-names.ts';
import { formatDateTime } from '@/lib/time.ts';
import type { SocialAccountsRow } from '../../../shared/workspace/database.ts';

const NOTE = 'border-l-2 pl-3 text-[0.8125rem] leading-5 text-pretty';

type RowNoteProps = {
  account: SocialAccountsRow;
  login: Login;
  onImport: () => void;
  onLift: () => void;
  className: string;
};

/**
 * What an account needs next: a log-in in its open window, a retry after a failure, or a new log-in after Instagram
 * stopped it.
 */
export function RowNote({ account, login, onImport, onLift, className }: RowNoteProps) {
  const { warmup_held_reason: held } = account;
  if (login.state === 'open')
    return (
      <p role="status" className={cn(NOTE, 'border-primary', className)}>
        {sessionMessages.windowOpen}
      </p>
    );
  if (login.failure !== null)
    return (
      <div className={cn(NOTE, 'flex flex-col items-start gap-2 border-destructive', className)}>
        <p role="alert">
          <span className="font-medium text-destructive">{sessionMessages.failed}</span> {login.failure}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={onImport}>
            {sessionMessages.importInstead}
          </Button>
          <Button variant="ghost" size="sm" onClick={login.dismiss}>
            {sessionMessages.dismiss}
          </Button>
        </div>
      </div>
    );
  if (held === null) return null;
  return <Held account={account} held={held} onLift={onLift} className={className} />;
}

function Held({
  account,
  held,
  onLift,
  className,
}: Pick<RowNoteProps, 'account' | 'onLift' | 'className'> & { held: string }) {
  const timeZone = useTimeZone();
  const end = useHoldEnd(account);
  const { what, remedy } = reasonWords(held);
  return (
    <div className={cn(NOTE, 'flex flex-col items-start gap-2 border-warning', className)}>
      <p>
        <span className="font-medium text-warning">{sessionMessages.held}</span> {what} {remedy}
        {end.by === 'person_later' ? ` ${warmupMessages.heldUntil(formatDateTime(end.from, timeZone))}` : null}
        {end.by === 'person' ? ` ${warmupMessages.heldRested}` : null}
      </p>
      {end.by === 'person' ? (
        <Button
          variant="outline"
          size="sm"
          aria-label={warmupMessages.liftWhich(account.account_label)}
          aria-haspopup="dialog"
          onClick={onLift}
        >
          {warmupMessages.lift}
        </Button>
      ) : null}
    </div>
  );
}
