import { useMutation } from '@tanstack/react-query';
import { Pencil, Play, Save, Square } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldError } from '@/components/field.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Input } from '@/components/input.tsx';
import { toast } from '@/components/toast.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { scriptsMessages } from '@/features/scripts/messages.ts';
import { runMessages } from '@/features/scripts/runs/messages.ts';
import { type RunStatus, RunStatusIcon } from '@/features/scripts/runs/run-status-icon.tsx';
import { nameProblem, type ScriptEdit } from '@/features/scripts/script.ts';
import { AgentResponseError, useAgent } from '@/lib/agent.ts';
import { scriptRunApi } from '../../../shared/api/scripts.ts';
import type { PuppeteerScriptsRow } from '../../../shared/workspace/database.ts';

/**
 * The main pane's header (§2): the run's status, the script's name (a field in edit mode), "Save Changes" in edit mode,
 * "Run Script" and, while the script runs, "Cancel". `running` means any script: one runs at a time. `cancellable` is
 * this script's run. `forbidden`: this member may not run scripts.
 */
export function ScriptHeader(props: {
  script: PuppeteerScriptsRow | undefined;
  edit: ScriptEdit | undefined;
  status: RunStatus;
  running: boolean;
  forbidden: boolean;
  cancellable: string | undefined;
  saving: boolean;
  focusName: boolean;
  onRename: () => void;
  onNameChange: (name: string) => void;
  onNameCancel: () => void;
  onSave: () => void;
  onRun: () => void;
}) {
  const { script, edit, status, running, saving, cancellable } = props;
  const pencil = useFocusAfter(edit !== undefined);
  const runButton = useFocusAfter(cancellable !== undefined);
  return (
    <header className="flex flex-col gap-3 @xl:flex-row @xl:items-start @xl:justify-between">
      <div className="flex min-w-0 flex-1 items-start gap-2.5">
        <span className="flex h-9 items-center">
          <RunStatusIcon status={status} />
        </span>
        {edit ? (
          <NameField
            key={edit.base.id}
            name={edit.name}
            focused={props.focusName}
            onChange={props.onNameChange}
            onCancel={props.onNameCancel}
            onSave={props.onSave}
          />
        ) : (
          <ScriptName ref={pencil} name={script?.name} onRename={props.onRename} />
        )}
      </div>
      <div className="flex shrink-0 flex-wrap gap-2 @max-xl:[&>*]:flex-1 pointer-coarse:[&>*]:h-11">
        {edit ? (
          <Button variant="outline" disabled={saving} onClick={props.onSave}>
            <Save aria-hidden="true" />
            {saving ? scriptsMessages.saving : scriptsMessages.save}
          </Button>
        ) : null}
        {cancellable ? <CancelButton key={cancellable} runId={cancellable} /> : null}
        <Button ref={runButton} disabled={running || !script || props.forbidden} onClick={props.onRun}>
          <Play aria-hidden="true" />
          {running ? scriptsMessages.running : scriptsMessages.run}
        </Button>
      </div>
    </header>
  );
}

/**
 * Returns a ref for a button that gets the focus when something ends (edit mode, a run) and its focused control is
 * removed.
 */
function useFocusAfter(isOn: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOn = useRef(isOn);
  useEffect(() => {
    const ended = wasOn.current && !isOn;
    wasOn.current = isOn;
    if (ended && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [isOn]);
  return button;
}

function ScriptName({
  ref,
  name,
  onRename,
}: {
  ref: Ref<HTMLButtonElement>;
  name: string | undefined;
  onRename: () => void;
}) {
  if (name === undefined)
    return <h2 className="text-lg leading-9 font-semibold text-muted-foreground">{scriptsMessages.noSelection}</h2>;
  return (
    <>
      <h2 dir="auto" title={name} className="truncate text-lg leading-9 font-semibold">
        {name}
      </h2>
      <IconButton icon={Pencil} ref={ref} size="icon" label={scriptsMessages.rename} onClick={onRename} />
    </>
  );
}

/** Renames in place (§2). Enter saves, Escape restores the old name. `focused` focuses the field on mount. */
function NameField({
  name,
  focused,
  onChange,
  onCancel,
  onSave,
}: {
  name: string;
  focused: boolean;
  onChange: (name: string) => void;
  onCancel: () => void;
  onSave: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const problem = nameProblem(name);

  useEffect(() => {
    // Not every browser focuses a field when its text is selected.
    if (focused) input.current?.focus();
    if (focused) input.current?.select();
  }, [focused]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onSave();
    if (event.key === 'Escape') onCancel();
  }

  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <Input
        ref={input}
        dir="auto"
        value={name}
        placeholder={scriptsMessages.namePlaceholder}
        aria-label={scriptsMessages.namePlaceholder}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? errorId : undefined}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-9 text-lg font-semibold sm:text-lg pointer-coarse:h-11"
      />
      <FieldError id={errorId}>{problem}</FieldError>
    </div>
  );
}

/** Stops a run that is queued or under way. */
function CancelButton({ runId }: { runId: string }) {
  const cancel = useCancelRun();
  const isAsked = cancel.isPending || cancel.isSuccess;
  return (
    // Disabled for assistive technology only: it keeps the focus until the run is over.
    <Button variant="outline" aria-disabled={isAsked} onClick={() => isAsked || cancel.mutate(runId)}>
      <Square aria-hidden="true" />
      {isAsked ? runMessages.cancelling : runMessages.cancel}
    </Button>
  );
}

/** HTTP status for a run that had already ended, which is not an error here. */
const ALREADY_ENDED = 409;

/** Stops a run by its id; its followers show its end. Reports a failure. */
function useCancelRun() {
  const agent = useAgent();
  return useMutation({
    mutationFn: (id: string) => askAgent(agent, scriptRunApi.cancelScriptRun, { params: { id } }),
    onError: (error) => {
      if (error instanceof AgentResponseError && error.status === ALREADY_ENDED) return;
      toast({ title: runMessages.cancelFailed, description: error.message, variant: 'destructive' });
    },
  });
}
