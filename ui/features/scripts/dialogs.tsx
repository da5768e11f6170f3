import { Button } from '@/components/button.tsx';
import { Confirmation, Question } from '@/components/question.tsx';
import { conflictQuestion, deleteQuestion, leaveQuestion } from '@/features/scripts/messages.ts';
import type { SaveOutcome } from '@/features/scripts/queries.ts';
import { formatRelative } from '@/lib/time.ts';
import type { PuppeteerScriptsRow } from '../../../shared/workspace/database.ts';

/** Why a save wrote nothing: the script was changed or deleted since it was loaded. */
export type Conflict = Exclude<SaveOutcome, { kind: 'saved' }>;

type Answers = {
  onOverwrite: (theirs: PuppeteerScriptsRow) => void;
  onLoadTheirs: (theirs: PuppeteerScriptsRow) => void;
  onSaveAsNew: () => void;
  onDiscard: () => void;
  onStay: () => void;
};

/** Asks which version to keep. */
export function ConflictDialog({ conflict, ...answers }: { conflict: Conflict } & Answers) {
  return conflict.kind === 'changed' ? (
    <ChangedElsewhere theirs={conflict.theirs} {...answers} />
  ) : (
    <DeletedElsewhere {...answers} />
  );
}

function ChangedElsewhere({ theirs, onOverwrite, onLoadTheirs, onStay }: Answers & { theirs: PuppeteerScriptsRow }) {
  const { title, description, overwrite, loadTheirs } = conflictQuestion.changed;
  return (
    <Question
      title={title}
      description={description(theirs.name, formatRelative(theirs.updated_at, new Date()))}
      onClose={onStay}
      answers={
        <>
          <StayButton onStay={onStay} />
          <Button variant="outline" onClick={() => onLoadTheirs(theirs)}>
            {loadTheirs}
          </Button>
          <Button variant="destructive" onClick={() => onOverwrite(theirs)}>
            {overwrite}
          </Button>
        </>
      }
    />
  );
}

function DeletedElsewhere({ onSaveAsNew, onDiscard, onStay }: Answers) {
  const { title, description, saveAsNew, discard } = conflictQuestion.deleted;
  return (
    <Question
      title={title}
      description={description}
      onClose={onStay}
      answers={
        <>
          <StayButton onStay={onStay} />
          <Button variant="outline" onClick={onDiscard}>
            {discard}
          </Button>
          <Button onClick={onSaveAsNew}>{saveAsNew}</Button>
        </>
      }
    />
  );
}

function StayButton({ onStay }: { onStay: () => void }) {
  return (
    <Button variant="ghost" onClick={onStay}>
      {conflictQuestion.stay}
    </Button>
  );
}

type LeaveDialogProps = { name: string; busy: boolean } & Record<'onSave' | 'onDiscard' | 'onStay', () => void>;

/** Asks what to do with unsaved changes before leaving. */
export function LeaveDialog({ name, busy, onSave, onDiscard, onStay }: LeaveDialogProps) {
  return (
    <Question
      title={leaveQuestion.title}
      description={leaveQuestion.description(name)}
      onClose={onStay}
      answers={
        <>
          <Button variant="ghost" onClick={onStay}>
            {leaveQuestion.stay}
          </Button>
          <Button variant="outline" onClick={onDiscard}>
            {leaveQuestion.discard}
          </Button>
          <Button disabled={busy} onClick={onSave}>
            {leaveQuestion.save}
          </Button>
        </>
      }
    />
  );
}

type DeleteDialogProps = { name: string; busy: boolean } & Record<'onConfirm' | 'onCancel', () => void>;

/** Asks before a script is deleted (§2), and names it: it need not be the selected one. */
export function DeleteDialog({ name, busy, onConfirm, onCancel }: DeleteDialogProps) {
  return (
    <Confirmation
      title={deleteQuestion.title}
      description={deleteQuestion.description}
      onClose={onCancel}
      keep={deleteQuestion.cancel}
      confirm={deleteQuestion.confirm}
      isBusy={busy}
      onConfirm={onConfirm}
    >
      <p dir="auto" className="truncate rounded-md border bg-muted px-3 py-2 text-sm font-medium">
        {name}
      </p>
    </Confirmation>
  );
}
