import { Button } from '@/components/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/dialog.tsx';
import { leaveQuestion } from '@/features/scripts/messages.ts';

/** Asks what becomes of unsaved changes before they would be left behind. */
export function LeaveDialog({
  name,
  busy,
  onSave,
  onDiscard,
  onStay,
}: {
  name: string;
  busy: boolean;
  onSave: () => void;
  onDiscard: () => void;
  onStay: () => void;
}) {
  return (
    <Dialog open onOpenChange={(next) => next || onStay()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{leaveQuestion.title}</DialogTitle>
          <DialogDescription className="break-words">{leaveQuestion.description(name)}</DialogDescription>
        </DialogHeader>
        <DialogFooter>
          <Button variant="ghost" onClick={onStay}>
            {leaveQuestion.stay}
          </Button>
          <Button variant="outline" onClick={onDiscard}>
            {leaveQuestion.discard}
          </Button>
          <Button disabled={busy} onClick={onSave}>
            {leaveQuestion.save}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
