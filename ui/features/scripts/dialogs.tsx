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
import { conflictQuestion, deleteQuestion, leaveQuestion } from '@/features/scripts/messages.ts';
import type { SaveOutcome } from '@/features/scripts/queries.ts';
import { formatRelative } from '@/lib/time.ts';
import type { PuppeteerScriptsRow } from '../../../shared/database.ts';

/** Why a save wrote nothing: somebody else saved or deleted the script after it was read here. */
export type Conflict = Exclude<SaveOutcome, { kind: 'saved' }>;

type Answers = {
  onOverwrite: (theirs: PuppeteerScriptsRow) => void;
  onLoadTheirs: (theirs: PuppeteerScriptsRow) => void;
  onSaveAsNew: () => void;
  onDiscard: () => void;
  onStay: () => void;
};

/** Asks which text stays; whatever is chosen, nothing is lost that was not meant to be. */
export function ConflictDialog({ conflict, ...answers }: { conflict: Conflict } & Answers) {
  return (
    <Dialog open onOpenChange={(next) => next || answers.onStay()}>
      <DialogContent>
        {conflict.kind === 'changed' ? (
          <ChangedElsewhere theirs={conflict.theirs} {...answers} />
        ) : (
          <DeletedElsewhere {...answers} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function ChangedElsewhere({ theirs, onOverwrite, onLoadTheirs, onStay }: Answers & { theirs: PuppeteerScriptsRow }) {
  const { title, description, overwrite, loadTheirs } = conflictQuestion.changed;
  return (
    <>
      <DialogHeader>
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription className="break-words">
          {description(theirs.name, formatRelative(theirs.updated_at, new Date()))}
        </DialogDescription>
      </DialogHeader>
      <DialogFooter>
        <StayButton onStay={onStay} />
        <Button variant="outline" onClick={() => onLoadTheirs(theirs)}>
          {loadTheirs}
        </Button>
        <Button variant="destructive" onClick={() => onOverwrite(theirs)}>
          {overwrite}
        </Button>
      </DialogFooter>
    </>
  );
}

function DeletedElsewhere({ onSaveAsNew, onDiscard, onStay }: Answers) {
  const { title, description, saveAsNew, discard } = conflictQuestion.deleted;
  return (
    <>
      <DialogHeader>
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription>{description}</DialogDescription>
      </DialogHeader>
      <DialogFooter>
        <StayButton onStay={onStay} />
        <Button variant="outline" onClick={onDiscard}>
          {discard}
        </Button>
        <Button onClick={onSaveAsNew}>{saveAsNew}</Button>
      </DialogFooter>
    </>
  );
}

function StayButton({ onStay }: { onStay: () => void }) {
  return (
    <Button variant="ghost" onClick={onStay}>
      {conflictQuestion.stay}
    </Button>
  );
}

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
