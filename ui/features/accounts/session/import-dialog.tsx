import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { CookieField } from '@/features/accounts/session/cookie-field.tsx';
import { importMessages } from '@/features/accounts/session/messages.ts';
import { useCookieImport } from '@/features/accounts/session/use-cookie-import.ts';
import type { SocialAccountsRow } from '../../../../shared/workspace/database.ts';

const { title, description, formats, formatList, secret, cancel, submit, busy, progress } = importMessages;

type ImportDialogProps = {
  account: SocialAccountsRow;
  /** Called once the account is logged in. */
  onDone: () => void;
  onClose: () => void;
};

/**
 * Logs an account in with cookies from another browser, pasted or from a file. Stays open with the input until they
 * work.
 */
export function ImportDialog({ account, onDone, onClose }: ImportDialogProps) {
  const cookies = useCookieImport(account, () => {
    onDone();
    onClose();
  });
  const field = useRef<HTMLTextAreaElement>(null);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!cookies.submit()) field.current?.focus();
  }

  function close() {
    cookies.abort();
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => open || close()}>
      {/* A click outside the dialog must not lose the input. */}
      <DialogContent onPointerDownOutside={(event) => cookies.entered.text !== '' && event.preventDefault()}>
        <form noValidate className="contents" aria-busy={cookies.sending} onSubmit={onSubmit}>
          <DialogHeader>
            <DialogTitle className="[overflow-wrap:anywhere]">{title(account.account_label)}</DialogTitle>
            <DialogDescription>{description}</DialogDescription>
          </DialogHeader>
          <Formats />
          <CookieField ref={field} cookies={cookies} />
          <p role="status" className="text-[0.8125rem] leading-snug text-muted-foreground">
            {cookies.sending ? progress : secret}
          </p>
          <DialogFooter>
            <Button variant="outline" className="h-11 sm:h-9" onClick={close}>
              {cancel}
            </Button>
            {/* Not disabled while sending, which would lose the focus; a second press is ignored. */}
            <Button type="submit" className="h-11 sm:h-9" aria-disabled={cookies.sending}>
              {cookies.sending ? <LoaderCircle aria-hidden="true" className="animate-spin" /> : null}
              {cookies.sending ? busy : submit}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function Formats() {
  return (
    <div className="flex flex-col gap-1 text-[0.8125rem] leading-snug text-muted-foreground">
      <p>{formats}</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {formatList.map(({ name, text }) => (
          <li key={name}>
            <span className="font-medium text-foreground">{name}</span>: {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
