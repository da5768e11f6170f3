import type { ReactNode } from 'react';
import { Button } from '@/components/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '@/components/dialog.tsx';

type QuestionProps = {
  title: string;
  description: string;
  /** The buttons, the safe one first. */
  answers: ReactNode;
  /** Called on Escape, or on a click outside. */
  onClose: () => void;
  children?: ReactNode;
};

/** A dialog that has to be answered before anything changes. */
export function Question({ title, description, answers, onClose, children }: QuestionProps) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()}>
      <DialogContent>
        <DialogHeading title={title} description={description} />
        {children}
        <DialogFooter>{answers}</DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

type ConfirmationProps = Omit<QuestionProps, 'answers'> & {
  /** The label of the safe answer, which only closes the dialog. */
  keep: string;
  confirm: string;
  /** It cannot be confirmed now. */
  isBusy?: boolean;
  /** Confirming loses no data. */
  isHarmless?: boolean;
  onConfirm: () => void;
};

/** A question that confirms an action. */
export function Confirmation({ keep, confirm, isBusy = false, isHarmless, onConfirm, ...question }: ConfirmationProps) {
  return (
    <Question
      {...question}
      answers={
        <>
          <Button variant="outline" onClick={question.onClose}>
            {keep}
          </Button>
          {/* Not disabled while busy, which would lose the focus. */}
          <Button
            variant={isHarmless ? 'default' : 'destructive'}
            aria-disabled={isBusy}
            onClick={() => isBusy || onConfirm()}
          >
            {confirm}
          </Button>
        </>
      }
    />
  );
}
