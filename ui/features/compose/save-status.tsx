import { CircleAlert, CircleCheck, LoaderCircle, PenLine } from 'lucide-react';
import { Button } from '@/components/button.tsx';
import type { ComposerState } from '@/features/compose/draft/composer.ts';
import { isBlank } from '@/features/compose/draft/draft.ts';
import { composeMessages } from '@/features/compose/messages.ts';

const { status } = composeMessages;

/** Whether the post is saved, and why not. */
export function SaveStatus({ state: { save, stored, draft }, onRetry }: { state: ComposerState; onRetry: () => void }) {
  const line = 'inline-flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm';
  if (save.kind === 'failed') {
    return (
      <span role="status" className="flex items-start gap-1.5 text-sm text-destructive">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span>
          {status.failed(save.reason)} {status.kept}{' '}
          <Button variant="link" size="sm" className="h-6 px-0" onClick={onRetry}>
            {status.retry}
          </Button>
        </span>
      </span>
    );
  }
  const isScheduled = stored !== null && stored.status !== 'draft';
  const texts = {
    saved: stored === null && isBlank(draft) ? status.empty : status.saved,
    unsaved: isScheduled ? status.changes : status.unsaved,
    saving: status.saving,
    changed: status.conflict,
    gone: status.gone,
    locked: '',
  };
  const Icon = save.kind === 'saving' ? LoaderCircle : save.kind === 'saved' && stored ? CircleCheck : PenLine;
  return (
    <span role="status" className={line}>
      <Icon className="size-4" aria-hidden="true" />
      {texts[save.kind]}
    </span>
  );
}
