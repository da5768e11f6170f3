import { useState } from 'react';
import { type AiDraft, type AiProblems, keepsKey } from '@/features/settings/ai/ai-draft.ts';
import { aiMessages } from '@/features/settings/ai/ai-messages.ts';
import { AiTextField } from '@/features/settings/ai/ai-text-field.tsx';
import type { OfferedModels } from '@/features/settings/ai/use-ai.ts';
import { AgentResponseError } from '@/lib/agent.ts';
import { failureReason } from '@/lib/messages.ts';
import type { AiState } from '../../../../shared/ai/ai.ts';
import { AI_PROVIDERS } from '../../../../shared/ai/providers.ts';

type AiModelFieldsProps = {
  draft: AiDraft;
  onChange: (fields: Partial<AiDraft>) => void;
  problems: AiProblems;
  state: AiState;
  offered: OfferedModels;
  /** Called when a model field gets the focus. */
  onAskModels: () => void;
};

/** A model's fields: the key, with which the names can be listed; address and price if they cannot be derived. */
export function AiModelFields({ draft, onChange, problems, state, offered, onAskModels }: AiModelFieldsProps) {
  if (draft.provider === 'built-in') return null;
  const { label, example, pictureExample, needsKey, keyPage, isLocal, baseUrl } = AI_PROVIDERS[draft.provider];
  const { writers = [], pictures = [] } = offered.list ?? {};
  const isPriceMissing = state.knownPrice === null && state.provider === draft.provider && state.model === draft.model;
  return (
    <>
      {isLocal ? null : (
        <AiTextField
          label={aiMessages.key}
          hint={needsKey ? aiMessages.keyHint : `${aiMessages.keyOptional} ${aiMessages.keyHint}`}
          type="password"
          placeholder={keepsKey(draft, state) ? aiMessages.keyKept : ''}
          value={draft.apiKey}
          onChange={(apiKey) => onChange({ apiKey })}
          problem={problems.apiKey ?? refusalOfKey(offered)}
          after={keyPage ? <KeyLink provider={label} page={keyPage} /> : null}
        />
      )}
      <AiTextField
        label={aiMessages.model}
        hint={modelHint(isLocal ? offered : withoutRefusal(offered), writers, aiMessages.modelHint(example))}
        value={draft.model}
        onChange={(model) => onChange({ model })}
        onFocus={onAskModels}
        problem={problems.model}
        suggestions={writers}
      />
      {pictureExample === null ? (
        <p className="text-[0.8125rem] leading-snug text-muted-foreground">{aiMessages.noPictureModels(label)}</p>
      ) : (
        <AiTextField
          label={aiMessages.pictureModel}
          hint={aiMessages.pictureModelHint(pictures[0] ?? pictureExample)}
          value={draft.pictureModel}
          onChange={(pictureModel) => onChange({ pictureModel })}
          onFocus={onAskModels}
          suggestions={pictures}
        />
      )}
      <AddressAndPrice draft={draft} onChange={onChange} problems={problems} address={baseUrl} isFree={isLocal} />
      {isPriceMissing ? (
        <p className="text-[0.8125rem] leading-snug text-muted-foreground">{aiMessages.priceUnknown}</p>
      ) : null}
    </>
  );
}

function KeyLink({ provider, page }: { provider: string; page: string }) {
  return (
    <a
      href={page}
      target="_blank"
      rel="noreferrer"
      className="w-fit rounded-sm text-[0.8125rem] font-medium text-primary underline-offset-4 hover:underline"
    >
      {aiMessages.getKey(provider)}
    </a>
  );
}

/** Why a provider lists no models for this key; undefined if the key is not to blame. */
function refusalOfKey({ error }: OfferedModels): string | undefined {
  return error instanceof AgentResponseError && error.code === 'conflict' ? error.message : undefined;
}

function withoutRefusal(offered: OfferedModels): OfferedModels {
  return refusalOfKey(offered) === undefined ? offered : { ...offered, error: null };
}

/** A hint about the provider's models, as far as loaded. */
function modelHint({ error, isPending }: OfferedModels, models: readonly string[], usual: string): string {
  if (isPending) return aiMessages.modelsLoading;
  if (error) return aiMessages.modelsFailed(failureReason(error));
  return models.length > 0 ? aiMessages.modelsFound(models.length) : usual;
}

type FieldsProps = Pick<AiModelFieldsProps, 'draft' | 'onChange' | 'problems'>;

/** Advanced fields, initially closed; open if required or invalid. */
function AddressAndPrice({
  address,
  isFree,
  ...fields
}: FieldsProps & { /** The provider's default address. */ address: string | null; isFree: boolean }) {
  const { draft, onChange, problems } = fields;
  const [isOpen, setIsOpen] = useState(false);
  const isNeeded = address === null || problems.baseUrl !== undefined || problems.price !== undefined;
  return (
    <details open={isOpen || isNeeded} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-sm text-sm font-medium">{aiMessages.more}</summary>
      <div className="mt-4 flex flex-col gap-5">
        <AiTextField
          label={aiMessages.baseUrl}
          hint={aiMessages.baseUrlHint}
          placeholder={address ? aiMessages.ownAddress(address) : ''}
          value={draft.baseUrl}
          onChange={(baseUrl) => onChange({ baseUrl })}
          problem={problems.baseUrl}
          inputMode="url"
        />
        {isFree ? null : <Prices {...fields} />}
      </div>
    </details>
  );
}

function Prices({ draft, onChange, problems }: FieldsProps) {
  const look = { inputMode: 'decimal', className: 'tabular-nums', hint: aiMessages.priceHint } as const;
  return (
    <div className="grid grid-cols-2 gap-5 sm:gap-6">
      <AiTextField
        {...look}
        label={aiMessages.inputPrice}
        value={draft.inputPrice}
        onChange={(inputPrice) => onChange({ inputPrice })}
        problem={problems.price}
      />
      <AiTextField
        {...look}
        label={aiMessages.outputPrice}
        value={draft.outputPrice}
        onChange={(outputPrice) => onChange({ outputPrice })}
      />
    </div>
  );
}
