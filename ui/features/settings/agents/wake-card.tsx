import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { CopyCommand } from '@/components/copy-command.tsx';
import { Field, FieldDescription } from '@/components/field.tsx';
import { Label } from '@/components/label.tsx';
import { Switch } from '@/components/switch.tsx';
import { toast } from '@/components/toast.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { wakeMessages as words } from '@/features/settings/agents/wake-messages.ts';
import { SWITCH_ROW } from '@/features/settings/switch-card.tsx';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { formatDateTime } from '@/lib/time.ts';
import { wakeApi } from '../../../../shared/api/wake.ts';
import type { Wake } from '../../../../shared/wake/wake.ts';

const KEY = ['wake'];

/** Whether the computer of the agent is woken for posts: when next, what is missing, and what can keep it asleep. */
export function WakeCard() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const id = useId();
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
      <Field orientation="horizontal" className={SWITCH_ROW}>
        <div className="flex min-w-0 flex-col gap-1">
          <Label htmlFor={id}>{words.label}</Label>
          <FieldDescription id={`${id}-hint`} className="max-w-prose">
            {data.method === null ? words.cannot : words.hint}
          </FieldDescription>
        </div>
        <Switch
          id={id}
          checked={switching.isPending ? switching.variables : data.isOn}
          disabled={!canSwitch && !switching.isPending}
          onCheckedChange={(isOn) => canSwitch && switching.mutate(isOn)}
          aria-describedby={`${id}-hint`}
          className="mt-0.5"
        />
      </Field>
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
