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

/** Asks before a script is deleted (§2), and says which: it need not be the selected one. */
export function DeleteDialog({
  name,
  busy,
  onConfirm,
  onCancel,
}: {
  name: string;
  busy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Dialog open onOpenChange={(next) => next || onCancel()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{deleteQuestion.title}</DialogTitle>
          <DialogDescription>{deleteQuestion.description}</DialogDescription>
        </DialogHeader>
        <p dir="auto" className="truncate rounded-md border bg-muted px-3 py-2 text-sm font-medium">
          {name}
        </p>
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
