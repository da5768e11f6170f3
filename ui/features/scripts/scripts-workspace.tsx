import { useQuery } from '@tanstack/react-query';
import { Info, ScrollText, ShieldAlert } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useId, useState } from 'react';
import { Badge } from '@/components/badge.tsx';
import { Card, CardAction, CardHeader, CardTitle } from '@/components/card.tsx';
import { EmptyState } from '@/components/empty-state.tsx';
import { Page } from '@/components/page.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { toast } from '@/components/toast.tsx';
import { ApprovalDialog, permissionQuery } from '@/features/scripts/approval.tsx';
import { ConflictDialog, DeleteDialog, LeaveDialog } from '@/features/scripts/dialogs.tsx';
import { scriptsMessages, scriptsToasts } from '@/features/scripts/messages.ts';
import { LogsCard, RunsCard } from '@/features/scripts/runs/cards.tsx';
import { isRunning, useRuns } from '@/features/scripts/runs/run-queries.ts';
import { useScriptRun } from '@/features/scripts/runs/use-script-run.ts';
import { ScheduleCard } from '@/features/scripts/schedule/schedule-card.tsx';
import { ScriptHeader } from '@/features/scripts/script-header.tsx';
import { ScriptList } from '@/features/scripts/script-list.tsx';
import { useWorkspace } from '@/features/scripts/use-workspace.ts';
import { useAgent } from '@/lib/agent.ts';
import { lazyPart } from '@/lib/lazy-part.ts';
import { useLeaveGuard } from '@/lib/leave-guard.ts';
import type { PuppeteerScriptsRow } from '../../../shared/workspace/database.ts';

/** Both panes of Scripts and their dialogs. `scripts` is undefined while loading. */
export function ScriptsWorkspace({ scripts }: { scripts: PuppeteerScriptsRow[] | undefined }) {
  const workspace = useWorkspace(scripts);
  const { edit, selected, unsaved, held, conflict } = workspace;
  const { run, start, resume, question, answer } = useScriptRun();
  const { data: permission } = useQuery(permissionQuery(useAgent()));
  /** Why this member cannot run scripts; null if they can, or while loading. */
  const refusal = permission?.reason ?? null;
  const [toDelete, setToDelete] = useState<PuppeteerScriptsRow>();
  const activeRun = run && isRunning(run) ? run : undefined;
  const running = activeRun !== undefined;
  const runOfSelected = run && run.scriptId === selected?.id ? run : undefined;
  const runs = useRuns(selected?.id, { isFree: !running, onRunning: resume });

  useLeaveGuard(unsaved, workspace.hold);
  useShortcuts({
    onSave: workspace.save,
    onRun: runSelected,
    paused: held !== undefined || conflict !== undefined || toDelete !== undefined || question !== undefined,
  });

  function runSelected() {
    if (!selected) toast(scriptsToasts.noneSelected);
    else if (!running && refusal === null)
      void start({ scriptId: selected.id, name: selected.name, code: edit?.code ?? selected.code });
  }

  async function deleteChosen() {
    if (toDelete && (await workspace.remove(toDelete.id))) setToDelete(undefined);
  }

  return (
    <Page className="grid grid-cols-1 items-start lg:grid-cols-[15rem_minmax(0,1fr)]">
      <ScriptList
        scripts={scripts}
        selectedId={selected?.id}
        unsavedId={unsaved ? edit?.base.id : undefined}
        runningId={activeRun?.scriptId}
        creating={workspace.creating}
        onCreate={workspace.create}
        onCreateFrom={workspace.createFrom}
        onSelect={workspace.select}
        onDelete={setToDelete}
      />
      <section className="@container flex min-w-0 flex-col gap-5">
        <ScriptHeader
          script={selected}
          edit={edit}
          status={runOfSelected?.status ?? 'idle'}
          running={running}
          forbidden={refusal !== null}
          cancellable={(running && runOfSelected?.id) || undefined}
          saving={workspace.saving}
          focusName={workspace.focusName}
          onRename={workspace.rename}
          onNameChange={workspace.changeName}
          onNameCancel={workspace.cancelName}
          onSave={workspace.save}
          onRun={runSelected}
        />
        {refusal === null ? <BackendNote /> : <RefusalNote reason={refusal} />}
        {selected ? (
          <EditorCard
            scriptId={selected.id}
            code={edit?.code ?? selected.code}
            unsaved={unsaved}
            onChange={workspace.changeCode}
          />
        ) : (
          <Card>
            {scripts ? <EmptyState icon={ScrollText} {...scriptsMessages.empty} /> : <Skeleton className="h-80" />}
          </Card>
        )}
        {runOfSelected ? <LogsCard run={runOfSelected} /> : null}
        {selected ? (
          <>
            <ScheduleCard
              key={`schedule-${selected.id}`}
              scriptId={selected.id}
              name={selected.name}
              forbidden={refusal !== null}
            />
            <RunsCard key={selected.id} runs={runs} />
          </>
        ) : null}
      </section>
      {toDelete ? (
        <DeleteDialog
          name={toDelete.name}
          busy={workspace.deleting}
          onConfirm={deleteChosen}
          onCancel={() => setToDelete(undefined)}
        />
      ) : null}
      {held && edit ? (
        <LeaveDialog
          name={edit.base.name}
          busy={workspace.saving}
          onSave={workspace.saveAndLeave}
          onDiscard={workspace.discardAndLeave}
          onStay={workspace.stay}
        />
      ) : null}
      {question ? <ApprovalDialog needed={question} onAnswer={answer} /> : null}
      {conflict ? (
        <ConflictDialog
          conflict={conflict}
          onOverwrite={workspace.overwrite}
          onLoadTheirs={workspace.giveUpMine}
          onSaveAsNew={workspace.saveAsNew}
          onDiscard={workspace.giveUpMine}
          onStay={workspace.leaveConflict}
        />
      ) : null}
    </Page>
  );
}

/** The requirements of running scripts (§2). */
function BackendNote() {
  return (
    <p
      role="note"
      className="flex items-start gap-3 rounded-lg border bg-muted px-4 py-3 text-sm text-muted-foreground"
    >
      <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-words">{scriptsMessages.backend(location.host)}</span>
    </p>
  );
}

function RefusalNote({ reason }: { reason: string }) {
  return (
    <p
      role="note"
      className="flex items-start gap-3 rounded-lg border border-warning/30 bg-warning/10 px-4 py-3 text-sm text-warning"
    >
      <ShieldAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 break-words text-pretty">{reason}</span>
    </p>
  );
}

/**
 * Ctrl/Cmd+S and Ctrl/Cmd+Enter anywhere on this screen, before the editor and the browser handle them. Disabled while
 * `paused`.
 */
function useShortcuts({ onSave, onRun, paused }: { onSave: () => void; onRun: () => void; paused: boolean }): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (paused || event.isComposing || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    const act = { s: onSave, Enter: onRun }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

const CodeEditor = lazyPart('CodeEditor', () => import('@/features/scripts/code-editor.tsx'));

const HINT = /Mac|iP/.test(navigator.platform) ? scriptsMessages.editorHintMac : scriptsMessages.editorHint;

function EditorCard({
  scriptId,
  code,
  unsaved,
  onChange,
}: {
  scriptId: string;
  code: string;
  unsaved: boolean;
  onChange: (code: string) => void;
}) {
  const titleId = useId();
  const hintId = useId();
  return (
    <Card>
      <CardHeader className="pt-4 pb-3">
        <CardTitle id={titleId}>{scriptsMessages.editor}</CardTitle>
        {unsaved ? (
          <CardAction className="-my-0.5 flex">
            <Badge variant="warning">{scriptsMessages.unsaved}</Badge>
          </CardAction>
        ) : null}
      </CardHeader>
      <div className="h-[clamp(16rem,52dvh,44rem)] border-y text-base sm:text-[0.8125rem]">
        <Suspense fallback={<Skeleton className="m-4 h-24" />}>
          <CodeEditor key={scriptId} value={code} onChange={onChange} labelledBy={titleId} describedBy={hintId} />
        </Suspense>
      </div>
      <p id={hintId} className="px-5 py-2.5 text-xs text-muted-foreground sm:px-6">
        {scriptsMessages.rights} {HINT}
      </p>
    </Card>
  );
}
