import { useQuery } from '@tanstack/react-query';
import { ArrowRight, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '@/components/button.tsx';
import { IconButton } from '@/components/icon-button.tsx';
import { Progress } from '@/components/progress.tsx';
import { GenerationSteps } from '@/domain/posts/generation/generation-steps.tsx';
import { aiStateQuery } from '@/domain/workspace/ai-state.ts';
import { createMessages, type RunEnd, runEndNote } from '@/features/create/messages.ts';
import type { RunPhase } from '@/features/create/use-project-run.ts';
import { useAgent } from '@/lib/agent.ts';
import { formatSize } from '@/lib/format.ts';
import { paths } from '@/lib/paths.ts';

/** The run's current step: the upload with its bytes and a cancel button, saving, then the steps of the generation. */
export function RunProgress({ phase }: { phase: RunPhase }) {
  useLeaveConfirmation(phase.kind !== 'generating');
  return (
    <div ref={intoView} className="mt-6 scroll-my-4 rounded-md border bg-muted/60 p-4 sm:p-5">
      <PhaseView phase={phase} />
    </div>
  );
}

function PhaseView({ phase }: { phase: RunPhase }) {
  switch (phase.kind) {
    case 'uploading': {
      const percent = Math.floor((phase.sent / phase.total) * 100);
      return (
        <div className="flex flex-col gap-3">
          <Progress value={percent} aria-label={createMessages.uploading} />
          <div className="flex items-center justify-between gap-4">
            <p className="text-sm tabular-nums">
              {createMessages.uploading} {percent}%
              <span className="block text-[0.8125rem] text-muted-foreground">
                {formatSize(phase.sent)} of {formatSize(phase.total)}
              </span>
            </p>
            <Button variant="outline" size="sm" onClick={phase.cancel}>
              {createMessages.cancelUpload}
            </Button>
          </div>
        </div>
      );
    }
    case 'saving':
      return (
        <p role="status" className="text-sm">
          {createMessages.savingProject}
        </p>
      );
    case 'generating':
      return <GenerationSteps progress={phase.progress} />;
  }
}

/** Scrolls the element into view: below a long form, it would be outside the window. */
function intoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

/** While `active`, asks for confirmation before the window is closed. */
function useLeaveConfirmation(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [active]);
}

/**
 * The result of the last run, which stays after its notification: the number of posts, notes, and a link to them,
 * placed where the notification does not cover it.
 */
export function RunEndNote({ end }: { end: RunEnd }) {
  return (
    <div ref={intoView} className="mt-6 flex scroll-my-4 flex-col gap-3 rounded-md border bg-muted/60 p-4">
      <p className="min-w-0 text-sm break-words">{runEndNote(end)}</p>
      <Button asChild variant="outline" size="sm" className="self-start">
        <Link to="/scheduler">
          {createMessages.openScheduler}
          <ArrowRight aria-hidden="true" />
        </Link>
      </Button>
      {end.kind === 'answered' && end.result.success ? <ModelHint /> : null}
    </div>
  );
}

/** The localStorage key that records that the hint was shown. */
const STORAGE_KEY = 'create.model-hint';

/**
 * After a run of the built-in writer, suggests a model on this machine, which would write more freely. Shown only once
 * per browser; not if a model is chosen, or if the agent cannot choose one.
 */
function ModelHint() {
  const [isNew, setIsNew] = useState(() => localStorage.getItem(STORAGE_KEY) === null);
  const { data } = useQuery({ ...aiStateQuery(useAgent()), enabled: isNew, retry: false });
  const isShown = isNew && data?.source === 'stored' && data.provider === null;
  useEffect(() => {
    if (isShown) localStorage.setItem(STORAGE_KEY, 'shown');
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div className="flex items-start gap-3 border-t pt-3 text-[0.8125rem] text-muted-foreground">
      <p className="min-w-0 flex-1 text-pretty">
        {createMessages.modelHint}{' '}
        <Link to={paths.settings('ai')} className="font-medium text-foreground underline underline-offset-4">
          {createMessages.modelHintLink}
        </Link>
      </p>
      <IconButton icon={X} label={createMessages.modelHintClose} onClick={() => setIsNew(false)} />
    </div>
  );
}
