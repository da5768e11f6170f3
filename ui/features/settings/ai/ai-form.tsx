import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldGroup, FormField } from '@/components/field.tsx';
import { Select } from '@/components/select.tsx';
import { type AiDraft, changeOf, problemsOf, sourceOf, withProvider } from '@/features/settings/ai/ai-draft.ts';
import { aiMessages } from '@/features/settings/ai/ai-messages.ts';
import { AiModelFields } from '@/features/settings/ai/ai-model-fields.tsx';
import { AiTextField } from '@/features/settings/ai/ai-text-field.tsx';
import { LocalModels } from '@/features/settings/ai/local/local-models.tsx';
import { useLocalServers, useOfferedModels, useReadAi, useSaveAi, useTestAi } from '@/features/settings/ai/use-ai.ts';
import { useAiDraft } from '@/features/settings/ai/use-ai-draft.ts';
import { settingsMessages } from '@/features/settings/messages.ts';
import { formatDuration } from '@/lib/format.ts';
import { failureReason } from '@/lib/messages.ts';
import { type AiState, aiProviderSchema, type LocalServer } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS, type AiProvider } from '../../../../shared/ai/providers.ts';

/** The choice of a writer. Errors appear when testing or saving, and disappear once fixed. */
export function AiForm({ state }: { state: AiState }) {
  const { draft, isChanged, setDraft, forget } = useAiDraft(state);
  const [isChecked, setIsChecked] = useState(false);
  const servers = useLocalServers();
  const offered = useOfferedModels();
  const test = useTestAi();
  const save = useSaveAi(() => {
    forget();
    setIsChecked(false);
  });
  const problems = problemsOf(draft, state);
  const shown = isChecked ? problems : {};
  const isModel = draft.provider !== 'built-in';
  const isOnMachine = draft.provider === 'local';
  const read = useReadAi();

  /** Reloads after the agent has chosen an installed model, or dropped a removed one. */
  async function followAgent() {
    const now = await read();
    if (now && (now.provider !== state.provider || now.model !== state.model)) forget();
  }

  function change(fields: Partial<AiDraft>) {
    setDraft({ ...draft, ...fields });
    if ('apiKey' in fields || 'baseUrl' in fields) offered.forget();
    test.reset();
  }

  function choose(provider: AiDraft['provider'], model?: string) {
    setDraft({ ...withProvider(draft, provider, state), ...(model !== undefined && { model }) });
    setIsChecked(false);
    offered.forget();
    test.reset();
  }

  function whenRight(form: HTMLFormElement | null, act: () => void) {
    setIsChecked(true);
    if (Object.keys(problems).length === 0) return act();
    // After the errors have been rendered.
    requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!save.isPending) whenRight(event.currentTarget, () => save.mutate(changeOf(draft, state)));
  }

  return (
    <form noValidate aria-label={aiMessages.title} aria-busy={save.isPending} onSubmit={submit}>
      <FieldGroup>
        <AiProviderField value={draft.provider} onChange={(provider) => choose(provider)} servers={servers} />
        {isModel ? null : <AiOffer servers={servers} onTake={choose} />}
        {isModel && !isOnMachine ? null : (
          <LocalModels
            onUse={(model) => save.mutate({ provider: 'local', model })}
            onChosen={() => void followAgent()}
          />
        )}
        {isModel && !isOnMachine ? (
          <AiModelFields
            draft={draft}
            onChange={change}
            problems={shown}
            state={state}
            offered={offered}
            onAskModels={() => offered.ask(sourceOf(draft, state))}
          />
        ) : null}
        {(isModel && !isOnMachine) || state.monthlyCapUsd !== null ? (
          <AiTextField
            label={aiMessages.cap}
            hint={aiMessages.capHint}
            value={draft.cap}
            onChange={(cap) => change({ cap })}
            problem={shown.cap}
            inputMode="decimal"
            className="tabular-nums sm:max-w-40"
          />
        ) : null}
        <div className="flex flex-wrap items-center gap-3">
          {/* Not disabled while saving, which would lose the focus. */}
          {isOnMachine && draft.model === '' ? null : (
            <Button type="submit" aria-disabled={save.isPending}>
              {save.isPending ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
              {save.isPending ? aiMessages.saving : aiMessages.save}
            </Button>
          )}
          {isModel && !(isOnMachine && draft.model === '') ? (
            <Button
              variant="outline"
              aria-disabled={test.isPending}
              onClick={(event) => {
                if (!test.isPending) whenRight(event.currentTarget.form, () => test.mutate(changeOf(draft, state)));
              }}
            >
              {test.isPending ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
              {test.isPending ? aiMessages.testing : aiMessages.test}
            </Button>
          ) : null}
          <p role="status" className="text-sm text-muted-foreground empty:hidden">
            {isChanged ? settingsMessages.unsaved : null}
          </p>
          {isChanged && !save.isPending ? (
            <Button
              variant="ghost"
              className="ml-auto"
              onClick={(event) => {
                event.currentTarget.form?.querySelector<HTMLElement>('[role=combobox]')?.focus();
                forget();
                setIsChecked(false);
                test.reset();
              }}
            >
              {settingsMessages.discard}
            </Button>
          ) : null}
        </div>
        <AiTestResult model={draft.model} milliseconds={test.data} error={test.error} />
      </FieldGroup>
    </form>
  );
}

type AiOfferProps = { servers: readonly LocalServer[]; onTake: (provider: AiProvider, model: string) => void };

/** Offers free model servers already running on this machine; nothing is chosen automatically. */
function AiOffer({ servers, onTake }: AiOfferProps) {
  const usable = servers.filter(({ models }) => models.length > 0);
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-prose text-[0.8125rem] leading-snug text-muted-foreground text-pretty">
        {aiMessages.builtInHint}
      </p>
      {usable.map(({ provider, models }) => (
        <div key={provider} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border px-4 py-3 text-sm">
          <p className="min-w-0 flex-1 basis-56">{aiMessages.offer(AI_PROVIDERS[provider].label, models.length)}</p>
          <Button variant="outline" size="sm" onClick={() => onTake(provider, models[0] ?? '')}>
            {aiMessages.takeOffer(AI_PROVIDERS[provider].label)}
          </Button>
        </div>
      ))}
    </div>
  );
}

type AiProviderFieldProps = {
  value: AiDraft['provider'];
  onChange: (provider: AiDraft['provider']) => void;
  servers: readonly LocalServer[];
};

/** The built-in writer, or the model's provider. Local servers are marked as running. */
function AiProviderField({ value, onChange, servers }: AiProviderFieldProps) {
  return (
    <FormField label={aiMessages.provider}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChoose={(chosen) => onChange(aiProviderSchema.safeParse(chosen).data ?? 'built-in')}
          options={[
            { value: 'built-in', label: aiMessages.builtIn },
            ...aiProviderSchema.options.map((provider) => ({ value: provider, label: labelOf(provider) })),
          ]}
        />
      )}
    </FormField>
  );

  function labelOf(provider: AiProvider): string {
    const isRunning = servers.some((server) => server.provider === provider);
    return `${AI_PROVIDERS[provider].label}${isRunning ? ` · ${aiMessages.runsHere}` : ''}`;
  }
}

type AiTestResultProps = { model: string; milliseconds: number | undefined; error: Error | null };

/** A test's result, with the remedy on failure. */
function AiTestResult({ model, milliseconds, error }: AiTestResultProps) {
  return (
    <div role="status" className="text-sm empty:hidden">
      {milliseconds === undefined ? null : (
        <p className="flex items-start gap-2 text-success">
          <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {aiMessages.testOk(model, formatDuration(milliseconds))}
        </p>
      )}
      {error ? (
        <p className="flex items-start gap-2 text-destructive">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 text-pretty break-words">{failureReason(error)}</span>
        </p>
      ) : null}
    </div>
  );
}
