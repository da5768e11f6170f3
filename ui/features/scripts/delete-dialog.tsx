import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { deleteQuestion } from '@/features/scripts/messages.ts';

/** Asks before a script is deleted (§2). */
export function DeleteDialog({
  open,
  busy,
  onConfirm,
  onCancel,
}: {
  open: boolean;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Dialog open={open} onOpenChange={(next) => next || onCancel()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{deleteQuestion.title}</DialogTitle>
          <DialogDescription>{deleteQuestion.description}</DialogDescription>
        </DialogHeader>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">{deleteQuestion.cancel}</Button>
          </DialogClose>
          <Button variant="destructive" disabled={busy} onClick={onConfirm}>
            {deleteQuestion.confirm}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
