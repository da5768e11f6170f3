import { LoaderCircle } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { Field, FieldLabel } from '@/components/field.tsx';
import { Progress } from '@/components/progress.tsx';
import { Question } from '@/components/question.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/select.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import {
  factsOf,
  localMessages,
  needs,
  progressInWords,
  stateInWords,
} from '@/features/settings/ai/local/local-messages.ts';
import { useLocalAi } from '@/features/settings/ai/local/use-local-ai.ts';
import { failureReason } from '@/lib/messages.ts';
import type { LocalAiState, LocalInstall, LocalModel } from '../../../../../shared/agent/local-ai.ts';

type LocalModelsProps = {
  /** Has a model that is installed write the posts. */
  onUse: (model: string) => void;
  /** The choice has changed on the agent's side: an installation was chosen, or what was removed wrote. */
  onChosen: () => void;
};

/** "On this machine": one click installs a model that the agent runs itself; what it takes is said before. */
export function LocalModels({ onUse, onChosen }: LocalModelsProps) {
  const local = useLocalAi(onChosen);
  const { state } = local;
  if (state.isError) return <p className="text-sm text-muted-foreground">{failureReason(state.error)}</p>;
  if (!state.data) return <Skeleton className="h-28 rounded-md" />;
  return (
    <section aria-label={localMessages.title} className="flex flex-col gap-4 rounded-md border px-4 py-4 text-sm">
      <div className="flex flex-col gap-1">
        <h3 className="font-medium">{localMessages.title}</h3>
        <p className="max-w-prose text-[0.8125rem] leading-snug text-muted-foreground text-pretty">
          {state.data.engine.state === 'unsupported' ? state.data.engine.reason : localMessages.hint}
        </p>
      </div>
      {state.data.engine.state === 'unsupported' ? null : <Models state={state.data} local={local} onUse={onUse} />}
    </section>
  );
}

type ModelsProps = { state: LocalAiState; local: ReturnType<typeof useLocalAi>; onUse: (model: string) => void };

function Models({ state, local, onUse }: ModelsProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const { install } = state;
  if (install?.state === 'running') return <Running install={install} models={state.models} onCancel={local.cancel} />;
  const usual = state.chosen ?? state.models.find(isThere)?.id ?? state.recommended ?? state.models[0]?.id;
  const model = state.models.find(({ id }) => id === (picked ?? usual));
  if (!model) return null;
  return (
    <>
      <ModelField state={state} value={model.id} onChange={setPicked} />
      <p className="max-w-prose text-[0.8125rem] leading-snug text-muted-foreground tabular-nums text-pretty">
        {factsOf(model)}
      </p>
      {model.fits ? null : <p className="text-[0.8125rem] text-warning">{localMessages.tooLarge}</p>}
      {install?.state === 'failed' ? (
        <p role="alert" className="text-destructive">
          {install.error}
        </p>
      ) : null}
      <Actions state={state} model={model} local={local} onUse={onUse} />
    </>
  );
}

function ModelField({
  state,
  value,
  onChange,
}: {
  state: LocalAiState;
  value: string;
  onChange: (id: string) => void;
}) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id}>{localMessages.model}</FieldLabel>
      <Select value={value} onValueChange={onChange}>
        <SelectTrigger id={id}>
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {state.models.map((model) => (
            <SelectItem key={model.id} value={model.id}>
              {stateInWords(model, state)}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </Field>
  );
}

function Actions({ state, model, local, onUse }: ModelsProps & { model: LocalModel }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const { start, remove } = local;
  const kind = model.status.state;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {kind === 'installed' && model.id !== state.chosen ? (
        <Button variant="outline" size="sm" onClick={() => onUse(model.id)}>
          {localMessages.use}
        </Button>
      ) : null}
      {kind === 'missing' || kind === 'partial' || state.engine.state === 'missing' ? (
        // Not disabled while starting, which would take the focus away.
        <Button
          variant="outline"
          size="sm"
          aria-disabled={start.isPending}
          onClick={() => start.isPending || start.mutate(model.id)}
        >
          {start.isPending ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
          {kind === 'partial' ? localMessages.resume : localMessages.install}
        </Button>
      ) : null}
      {kind === 'missing' ? null : (
        <Button variant="outline" size="sm" onClick={() => setIsRemoving(true)}>
          {localMessages.remove}
        </Button>
      )}
      <p className="text-[0.8125rem] text-muted-foreground tabular-nums">{needs(state, model)}</p>
      {isRemoving ? (
        <Question
          title={localMessages.removeTitle(model.title)}
          description={localMessages.removeText(model)}
          onClose={() => setIsRemoving(false)}
          answers={
            <>
              <Button variant="outline" onClick={() => setIsRemoving(false)}>
                {localMessages.keep}
              </Button>
              <Button
                variant="destructive"
                onClick={() => {
                  setIsRemoving(false);
                  remove.mutate(model.id);
                }}
              >
                {localMessages.remove}
              </Button>
            </>
          }
        />
      ) : null}
    </div>
  );
}

type RunningProps = {
  install: Extract<LocalInstall, { state: 'running' }>;
  models: readonly LocalModel[];
  onCancel: ReturnType<typeof useLocalAi>['cancel'];
};

function Running({ install, models, onCancel }: RunningProps) {
  const { receivedBytes, totalBytes, model } = install;
  const title = models.find(({ id }) => id === model)?.title ?? model;
  const percent = totalBytes ? Math.floor((100 * receivedBytes) / totalBytes) : null;
  return (
    <div className="flex flex-col gap-3">
      <p className="font-medium">{localMessages.installing(title)}</p>
      <Progress value={percent} aria-label={localMessages.installing(title)} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-[0.8125rem] text-muted-foreground tabular-nums">{progressInWords(install)}</p>
        <Button
          variant="outline"
          size="sm"
          aria-disabled={onCancel.isPending}
          onClick={() => onCancel.isPending || onCancel.mutate()}
        >
          {localMessages.cancel}
        </Button>
      </div>
    </div>
  );
}

function isThere({ status }: LocalModel): boolean {
  return status.state === 'installed' || status.state === 'partial';
}
