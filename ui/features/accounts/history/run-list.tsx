import { useQuery } from '@tanstack/react-query';
import { RunHistory } from '@/components/run-history.tsx';
import { historyMessages } from '@/features/accounts/history/messages.ts';
import { RunItem } from '@/features/accounts/history/run-item.tsx';
import { runsQuery } from '@/features/accounts/history/runs-query.ts';
import { useAgent } from '@/lib/agent.ts';

/** The history of an account's warm-ups, newest first. */
export function RunList({ accountId }: { accountId: string }) {
  const runs = useQuery(runsQuery(useAgent(), accountId));
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-medium">{historyMessages.runs}</h3>
      <RunHistory runs={runs} words={historyMessages}>
        {(run, isOpen, onToggle) => <RunItem key={run.id} run={run} isOpen={isOpen} onToggle={onToggle} />}
      </RunHistory>
    </section>
  );
}
