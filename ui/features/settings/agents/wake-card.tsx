import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { CopyCommand } from '@/components/copy-command.tsx';
import { toast } from '@/components/toast.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { wakeMessages as words } from '@/features/settings/agents/wake-messages.ts';
import { SWITCH_ROW, SwitchField } from '@/features/settings/switch-card.tsx';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { formatDateTime } from '@/lib/time.ts';
import { wakeApi } from '../../../../shared/api/wake.ts';
import type { Wake } from '../../../../shared/wake/wake.ts';

const KEY = ['wake'];

/** Whether the agent's computer is woken up for posts: when next, what is missing, and what can prevent it. */
export function WakeCard() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const isOwner = useIsOwner();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => askAgent(agent, wakeApi.getWake, {}, signal),
  });
  const switching = useMutation({
    mutationFn: (isOn: boolean) => askAgent(agent, wakeApi.setWake, { body: { isOn } }),
    onSuccess: (wake) => queryClient.setQueryData(KEY, wake),
    onError: (failure) => void toast.error(words.failed, { description: failureReason(failure) }),
  });
  if (!data) return <WaitingCard words={words} error={error} onRetry={() => void refetch()} height="h-28" />;
  const canSwitch = isOwner === true && data.method !== null && !switching.isPending;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{words.title}</CardTitle>
      </CardHeader>
      <SwitchField
        label={words.label}
        hint={data.method === null ? words.cannot : words.hint}
        className={SWITCH_ROW}
        checked={switching.isPending ? switching.variables : data.isOn}
        disabled={!canSwitch && !switching.isPending}
        onChange={(isOn) => canSwitch && switching.mutate(isOn)}
      />
      {data.isOn && data.method !== null ? <WakeState wake={data} /> : null}
    </Card>
  );
}

function WakeState({ wake: { setFor, problem, permit, risks } }: { wake: Wake }) {
  const timeZone = useTimeZone();
  return (
    <div className="flex flex-col gap-3 border-t px-5 py-4 text-sm sm:px-6">
      {problem !== null ? (
        <p role="alert" className="text-destructive">
          {words.problem(problem)}
        </p>
      ) : (
        <p className="font-medium tabular-nums">
          {setFor === null ? words.nothingSet : words.setFor(formatDateTime(setFor, timeZone))}
        </p>
      )}
      {problem !== null && permit !== null ? (
        <div className="flex flex-col gap-1.5">
          <p className="text-muted-foreground">{words.permit}</p>
          <CopyCommand command={permit} />
        </div>
      ) : null}
      <ul className="flex list-disc flex-col gap-1 pl-4 text-[0.8125rem] text-muted-foreground">
        {risks.map((risk) => (
          <li key={risk}>{risk}</li>
        ))}
      </ul>
    </div>
  );
}
