import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Card, CardDescription, CardHeader, CardTitle } from '@/components/card.tsx';
import { CopyCommand } from '@/components/copy-command.tsx';
import { FieldError } from '@/components/field.tsx';
import { InputField } from '@/components/text-fields.tsx';
import { useIsOwner } from '@/domain/workspace/members.ts';
import { askAgent } from '@/domain/workspace/operations.ts';
import { WaitingCard } from '@/features/settings/waiting-card.tsx';
import { moveMessages as words } from '@/features/settings/workspace/move-messages.ts';
import { useAgent } from '@/lib/agent.ts';
import { formatSize } from '@/lib/format.ts';
import { failureReason } from '@/lib/messages.ts';
import { moveApi } from '../../../../shared/api/move.ts';
import type { MoveCounts } from '../../../../shared/workspace/move.ts';
import { type MoveStep, moveSteps } from '../../../../shared/workspace/move-steps.ts';

/** What moving the workspace would copy, and the commands that move it or undo the move. Only for owners. */
export function MoveCard() {
  const isOwner = useIsOwner();
  return isOwner ? <OwnersCard /> : null;
}

function OwnersCard() {
  const agent = useAgent();
  const [address, setAddress] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['workspace-move'],
    queryFn: ({ signal }) => askAgent(agent, moveApi.getMove, {}, signal),
  });
  if (!data) return <WaitingCard words={words} error={error} onRetry={() => void refetch()} />;
  const { to, state, place } = data;
  const { moving, undoing } = moveSteps(data, address);
  return (
    <Card aria-labelledby="move-title">
      <CardHeader>
        <CardTitle id="move-title">{words.title[to]}</CardTitle>
        {state === 'here' ? <CardDescription className="col-span-2">{words.description[to]}</CardDescription> : null}
      </CardHeader>
      {state === 'here' ? (
        data.canCount ? (
          <Counts />
        ) : (
          <p className={`${PART} text-muted-foreground`}>{words.cannotCount}</p>
        )
      ) : (
        <p role="status" className={`${PART} text-warning text-pretty [overflow-wrap:anywhere]`}>
          {words.states[state](place ?? '')}
        </p>
      )}
      {moving.length > 0 ? (
        <div className={PART}>
          <p className="text-muted-foreground text-pretty">{words.why}</p>
          {to === 'hosted' && state === 'here' ? (
            <InputField
              label={words.address}
              hint={words.addressHint}
              type="url"
              placeholder={words.addressPlaceholder}
              autoComplete="off"
              spellCheck={false}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          ) : null}
          <Steps label={words.steps} steps={moving} />
        </div>
      ) : null}
      {undoing.length > 0 ? (
        <div className={PART}>
          <h3 className="font-medium">{words.undoTitle}</h3>
          <Steps label={words.undoSteps} steps={undoing} />
        </div>
      ) : null}
    </Card>
  );
}

const PART = 'flex flex-col gap-3 border-t px-5 py-4 text-sm sm:px-6';

function Steps({ label, steps }: { label: string; steps: MoveStep[] }) {
  return (
    <ol aria-label={label} className="flex list-decimal flex-col gap-3 pl-5">
      {steps.map(({ why, command }) => (
        <li key={command}>
          <p className="mb-1.5 text-pretty">{why}</p>
          <CopyCommand command={command} />
        </li>
      ))}
    </ol>
  );
}

function Counts() {
  const agent = useAgent();
  const counting = useMutation({ mutationFn: () => askAgent(agent, moveApi.countMove, {}) });
  return (
    <div className={PART}>
      {counting.data ? (
        <Counted counts={counting.data} />
      ) : (
        <Button
          variant="outline"
          className="self-start"
          aria-disabled={counting.isPending}
          onClick={() => counting.isPending || counting.mutate()}
        >
          {counting.isPending ? words.counting : words.count}
        </Button>
      )}
      <FieldError>{counting.error ? `${words.countFailed}: ${failureReason(counting.error)}` : null}</FieldError>
    </div>
  );
}

function Counted({ counts: { tables, files, members } }: { counts: MoveCounts }) {
  const filled = tables.filter(({ rows }) => rows > 0);
  const rows = filled.reduce((sum, table) => sum + table.rows, 0);
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="font-medium text-pretty tabular-nums">
        {words.counts(rows, filled.length, words.files(files.count, formatSize(files.bytes)), members)}
      </p>
      {filled.length > 0 ? (
        <details>
          <summary className="w-fit rounded-sm text-muted-foreground hover:text-foreground">{words.tables}</summary>
          <dl className="mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 tabular-nums sm:max-w-sm">
            {filled.map((table) => (
              <div key={table.name} className="contents">
                <dt className="min-w-0 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{table.name}</dt>
                <dd className="text-right">{table.rows.toLocaleString('en')}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </div>
  );
}
