import { Button } from '@/components/button.tsx';
import { reasonWords } from '@/features/accounts/reason-messages.ts';
import { sessionMessages } from '@/features/accounts/session/messages.ts';
import type { Login } from '@/features/accounts/session/use-login.ts';
import { cn } from '@/lib/class-names.ts';
import type { SocialAccountsRow } from '../../../shared/database.ts';

const NOTE = 'border-l-2 pl-3 text-[0.8125rem] leading-5 text-pretty';

type RowNoteProps = { account: SocialAccountsRow; login: Login; onImport: () => void; className: string };

/** What an account waits for: a log-in in its open window, another try after one that failed, or a new log-in after Instagram stopped it. */
export function RowNote({ account, login, onImport, className }: RowNoteProps) {
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
  const { what, remedy } = reasonWords(held);
  return (
    <p className={cn(NOTE, 'border-warning', className)}>
      <span className="font-medium text-warning">{sessionMessages.held}</span> {what} {remedy}
    </p>
  );
}
