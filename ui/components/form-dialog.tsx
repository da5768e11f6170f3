import type { FormEvent, ReactNode } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '@/components/dialog.tsx';

type FormDialogProps = {
  title: string;
  description: string;
  cancel: string;
  confirm: string;
  /** It cannot be submitted now. */
  isBusy?: boolean;
  className?: string;
  /** Rendered before the buttons. */
  extra?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A short form over the page, mounted while it is open. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, cancel, confirm, isBusy = false, className, extra, onSubmit, onClose, children } = props;

  function submit(event: FormEvent) {
    event.preventDefault();
    // React bubbles events from a portal to its React parents, such as the composer's form.
    event.stopPropagation();
    if (!isBusy) onSubmit();
  }

  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent className={className}>
        <DialogHeading title={title} description={description} />
        <form noValidate onSubmit={submit} className="flex flex-col gap-5">
          {children}
          <DialogFooter>
            {extra}
            <Button variant="outline" onClick={onClose}>
              {cancel}
            </Button>
            {/* Not disabled while busy, which would lose the focus. */}
            <Button type="submit" aria-disabled={isBusy}>
              {confirm}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
