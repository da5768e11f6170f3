import { queryOptions } from '@tanstack/react-query';
import { useId } from 'react';
import { Confirmation } from '@/components/question.tsx';
import { askAgent } from '@/domain/workspace/operations.ts';
import { approvalQuestion as words } from '@/features/scripts/messages.ts';
import type { CallAgent } from '@/lib/agent.ts';
import { formatRelative } from '@/lib/time.ts';
import { scriptRunApi } from '../../../shared/api/scripts.ts';
import type { NeededApproval } from '../../../shared/scripts/script-run.ts';

/** Whether this member may run scripts on the agent's machine, and why not. */
export const permissionQuery = (agent: CallAgent) =>
  queryOptions({
    queryKey: ['script-permission'],
    queryFn: ({ signal }) => askAgent(agent, scriptRunApi.getScriptPermission, {}, signal),
    retry: false,
  });

/** Approves a text saved here on the agent's machine. If that fails, the next run asks. */
export async function approveSaved(agent: CallAgent, saved: { script: string; before?: string }): Promise<void> {
  await askAgent(agent, scriptRunApi.approveScript, { body: saved }).catch(() => undefined);
}

/** Shows a text that is not approved on the agent's machine, and asks whether to run it. */
export function ApprovalDialog({
  needed,
  onAnswer,
}: {
  needed: NeededApproval;
  onAnswer: (isApproved: boolean) => void;
}) {
  const labelId = useId();
  const { changedBy, changedAt, script } = needed;
  return (
    <Confirmation
      title={words.title}
      description={words.description(changedBy, changedAt && formatRelative(changedAt, new Date()))}
      onClose={() => onAnswer(false)}
      keep={words.cancel}
      confirm={words.run}
      isHarmless
      onConfirm={() => onAnswer(true)}
    >
      <div className="flex min-w-0 flex-col gap-2">
        <p id={labelId} className="text-sm font-medium">
          {words.code}
        </p>
        <section
          aria-labelledby={labelId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
          tabIndex={0}
          className="max-h-[45dvh] overflow-auto rounded-md border bg-muted px-3 py-2"
        >
          <pre className="font-mono text-xs leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">{script}</pre>
        </section>
      </div>
    </Confirmation>
  );
}
