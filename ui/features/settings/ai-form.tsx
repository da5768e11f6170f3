import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button.tsx';
import { FieldGroup } from '@/components/field.tsx';
import { type AiDraft, changeOf, draftOf, problemsOf, sourceOf, withProvider } from '@/features/settings/ai-draft.ts';
import { aiMessages } from '@/features/settings/ai-messages.ts';
import { AiModelFields } from '@/features/settings/ai-model-fields.tsx';
import { AiOffer } from '@/features/settings/ai-offer.tsx';
import { AiProviderField } from '@/features/settings/ai-provider-field.tsx';
import { AiTestResult } from '@/features/settings/ai-test-result.tsx';
import { AiTextField } from '@/features/settings/ai-text-field.tsx';
import { useLocalServers, useOfferedModels, useSaveAi, useTestAi } from '@/features/settings/use-ai.ts';
import type { AiState } from '../../../shared/ai.ts';

/** The choice of a writer. What is wrong is said once somebody wants to test or save it, and goes as it is mended. */
export function AiForm({ state }: { state: AiState }) {
  const [draft, setDraft] = useState(() => draftOf(state));
  const [isChecked, setIsChecked] = useState(false);
  const servers = useLocalServers();
  const offered = useOfferedModels();
  const test = useTestAi();
  const save = useSaveAi((saved) => {
    setDraft(draftOf(saved));
    setIsChecked(false);
  });
  const problems = problemsOf(draft, state);
  const shown = isChecked ? problems : {};
  const isModel = draft.provider !== 'built-in';

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
    // After the fields have shown what is wrong.
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
        {isModel ? (
          <AiModelFields
            draft={draft}
            onChange={change}
            problems={shown}
            state={state}
            offered={offered}
            onAskModels={() => offered.ask(sourceOf(draft, state))}
          />
        ) : null}
        {isModel || state.monthlyCapUsd !== null ? (
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
          {/* Not disabled while saving, which would take the focus away. */}
          <Button type="submit" variant="outline" aria-disabled={save.isPending}>
            {save.isPending ? <LoaderCircle className="animate-spin" aria-hidden="true" /> : null}
            {save.isPending ? aiMessages.saving : aiMessages.save}
          </Button>
          {isModel ? (
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
        </div>
        <AiTestResult model={draft.model} milliseconds={test.data} error={test.error} />
      </FieldGroup>
    </form>
  );
}
