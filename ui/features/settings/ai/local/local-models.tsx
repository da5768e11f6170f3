import { LoaderCircle } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FormField } from '@/components/field.tsx';
import { Progress } from '@/components/progress.tsx';
import { Confirmation } from '@/components/question.tsx';
import { Select } from '@/components/select.tsx';
import { Skeleton } from '@/components/skeleton.tsx';
import { AiTextField } from '@/features/settings/ai/ai-text-field.tsx';
import {
  factsOf,
  localMessages,
  needs,
  progressInWords,
  stateInWords,
} from '@/features/settings/ai/local/local-messages.ts';
import { useLocalAi } from '@/features/settings/ai/local/use-local-ai.ts';
import { failureReason } from '@/lib/messages.ts';
import {
  type LocalAiState,
  type LocalInstall,
  type LocalModel,
  localInstallRequestSchema,
} from '../../../../../shared/ai/local-ai.ts';

/** The option's value; no model's id starts with this character. */
const OTHER = '+other';

type LocalModelsProps = {
  /** Makes an installed model the writer. */
  onUse: (model: string) => void;
  /** Called when the agent changed the choice: it chose an installed model, or the removed one was the writer. */
  onChosen: () => void;
};

/** "On this machine": installs a model with one click, and shows its size first. */
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
  if (picked === OTHER) return <OtherFile state={state} start={local.start} onPick={setPicked} />;
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
  return (
    <FormField label={localMessages.model}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChoose={onChange}
          options={[
            ...state.models.map((model) => ({ value: model.id, label: stateInWords(model, state) })),
            { value: OTHER, label: localMessages.other },
          ]}
        />
      )}
    </FormField>
  );
}

type OtherFileProps = {
  state: LocalAiState;
  start: ReturnType<typeof useLocalAi>['start'];
  onPick: (id: string | null) => void;
};

/** Installs any GGUF file by its address or path. */
function OtherFile({ state, start, onPick }: OtherFileProps) {
  const [source, setSource] = useState('');
  const [sha256, setSha256] = useState('');
  const [problems, setProblems] = useState<{ source?: string | undefined; sha256?: string | undefined }>({});
  const isAddress = /^[a-z][a-z0-9+.-]+:\/\//i.test(source.trim());
  const fields = useRef<HTMLDivElement>(null);
  const install = () => {
    if (start.isPending) return;
    setProblems({});
    const digest = sha256.trim();
    const request = isAddress
      ? { address: source.trim(), ...(digest === '' ? {} : { sha256: digest }) }
      : { file: source.trim() };
    const checked = localInstallRequestSchema.safeParse(request);
    if (checked.success) return start.mutate(checked.data, { onSuccess: () => onPick(null) });
    const problemOf = (field: string) => checked.error.issues.find(({ path }) => path[0] === field)?.message;
    setProblems({
      source: problemOf('address') ?? (problemOf('file') && localMessages.sourceMissing),
      sha256: problemOf('sha256'),
    });
    // After the errors have been rendered.
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    // Enter in these fields installs, instead of submitting the surrounding form.
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed are the fields in it
    <div
      ref={fields}
      className="flex flex-col gap-4"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        install();
      }}
    >
      <ModelField state={state} value={OTHER} onChange={onPick} />
      <AiTextField
        label={localMessages.source}
        hint={localMessages.sourceHint}
        value={source}
        onChange={setSource}
        problem={problems.source}
      />
      {isAddress ? (
        <AiTextField
          label={localMessages.digest}
          hint={localMessages.digestHint}
          value={sha256}
          onChange={setSha256}
          problem={problems.sha256}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <InstallButton label={localMessages.install} isPending={start.isPending} onClick={install} />
        <p className="text-[0.8125rem] text-muted-foreground">{localMessages.otherFacts}</p>
      </div>
    </div>
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
        <InstallButton
          label={kind === 'partial' ? localMessages.resume : localMessages.install}
          isPending={start.isPending}
          onClick={() => start.isPending || start.mutate({ model: model.id })}
        />
      ) : null}
      {kind === 'missing' ? null : (
        <Button variant="outline" size="sm" onClick={() => setIsRemoving(true)}>
          {localMessages.remove}
        </Button>
      )}
      <p className="text-[0.8125rem] text-muted-foreground tabular-nums">{needs(state, model)}</p>
      {isRemoving ? (
        <Confirmation
          title={localMessages.removeTitle(model.title)}
          description={localMessages.removeText(model)}
          onClose={() => setIsRemoving(false)}
          keep={localMessages.keep}
          confirm={localMessages.remove}
          onConfirm={() => {
            setIsRemoving(false);
            remove.mutate(model.id);
          }}
        />
      ) : null}
    </div>
  );
}

type InstallButtonProps = { label: string; isPending: boolean; onClick: () => void };

/** Not disabled while starting, which would lose the focus. */
function InstallButton({ label, isPending, onClick }: InstallButtonProps) {
  return (
    <Button variant="outline" size="sm" aria-disabled={isPending} onClick={onClick}>
      {isPending ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
      {label}
    </Button>
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
