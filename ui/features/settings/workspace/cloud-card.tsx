import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Card, CardHeader, CardTitle } from '@/components/card.tsx';
import { FieldDescription } from '@/components/field.tsx';
import { toast } from '@/components/toast.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { useTimeZone } from '@/domain/workspace/settings.ts';
import { SWITCH_ROW, SwitchField } from '@/features/settings/switch-card.tsx';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { cloudMessages as words } from '@/features/settings/workspace/cloud-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import { formatDateTime } from '@/lib/time.ts';
import { cloudWritingApi } from '../../../../shared/api/cloud-writing.ts';
import { type CloudWriting, enableInDashboard } from '../../../../shared/workspace/cloud-writing.ts';

const KEY = ['cloud-writing'];
/** The refetch interval while it is on, in milliseconds. */
const LOOK_MS = 60_000;

/** Whether a hosted project creates the autopilot's posts itself, what it still needs for that, and what it created. */
export function CloudCard() {
  const agent = useAgent();
  const queryClient = useQueryClient();
  const isOwner = useIsOwner();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => askAgent(agent, cloudWritingApi.getCloudWriting, {}, signal),
    refetchInterval: ({ state }) => (state.data?.isOn ? LOOK_MS : false),
  });
  const switching = useMutation({
    mutationFn: (isOn: boolean) => askAgent(agent, cloudWritingApi.setCloudWriting, { body: { isOn } }),
    onSuccess: (state) => queryClient.setQueryData(KEY, state),
    onError: (failure) => void toast.error(words.failed, { description: failureReason(failure) }),
  });
  if (!data) return <WaitingCard words={words} error={error} onRetry={() => void refetch()} height="h-36" />;
  const canSwitch = isOwner === true && !switching.isPending;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{words.title}</CardTitle>
      </CardHeader>
      <SwitchField
        label={words.label}
        hint={words.hint}
        className={SWITCH_ROW}
        checked={switching.isPending ? switching.variables : data.isOn}
        disabled={!canSwitch && !switching.isPending}
        onChange={(isOn) => canSwitch && switching.mutate(isOn)}
      >
        {isOwner === false ? <FieldDescription>{words.ownersOnly}</FieldDescription> : null}
      </SwitchField>
      <CloudState state={data} />
    </Card>
  );
}

const PART = 'flex flex-col gap-3 border-t px-5 py-4 text-sm sm:px-6';

function CloudState({ state }: { state: CloudWriting }) {
  const { isOn, missing, isAutopilotOn, calledAt, problem, runs } = state;
  const timeZone = useTimeZone();
  if (!isOn && missing.length === 0 && runs.length === 0) return null;
  return (
    <div className={PART}>
      {missing.length > 0 ? <p className="text-pretty">{enableInDashboard(missing)}</p> : null}
      {problem !== null ? (
        <p role="alert" className="text-destructive text-pretty">
          {problem}
        </p>
      ) : null}
      {isOn ? (
        <div role="status" className="flex flex-col gap-1">
          {isAutopilotOn ? null : <p className="text-warning text-pretty">{words.autopilotOff}</p>}
          <p className="font-medium tabular-nums">
            {calledAt === null ? words.neverCalled : words.called(formatDateTime(calledAt, timeZone))}
          </p>
          <p className="text-[0.8125rem] text-muted-foreground text-pretty">{words.writer}</p>
        </div>
      ) : null}
      {runs.length > 0 ? <CloudRuns runs={runs} /> : null}
    </div>
  );
}

function CloudRuns({ runs }: Pick<CloudWriting, 'runs'>) {
  const timeZone = useTimeZone();
  return (
    <section aria-label={words.runs}>
      <h3 className="text-xs font-medium text-muted-foreground">{words.runs}</h3>
      <ul className="mt-1.5 flex flex-col gap-1.5">
        {runs.map(({ day, startedAt, status, result }) => (
          <li key={day} className="grid gap-x-4 sm:grid-cols-[13.5rem_1fr]">
            <span className="text-muted-foreground tabular-nums">{formatDateTime(startedAt, timeZone)}</span>
            <span className={status === 'failed' ? 'text-destructive text-pretty' : 'text-pretty'}>
              {status === 'running' ? words.running : (result ?? words.unfinished)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
