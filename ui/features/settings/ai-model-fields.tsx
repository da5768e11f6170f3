import { useState } from 'react';
import { type AiDraft, type AiProblems, keepsKey } from '@/features/settings/ai-draft.ts';
import { aiMessages } from '@/features/settings/ai-messages.ts';
import { AiTextField } from '@/features/settings/ai-text-field.tsx';
import type { AiState, LocalServer } from '../../../shared/ai.ts';
import { AI_PROVIDERS } from '../../../shared/ai-providers.ts';

type AiModelFieldsProps = {
  draft: AiDraft;
  onChange: (fields: Partial<AiDraft>) => void;
  problems: AiProblems;
  state: AiState;
  servers: readonly LocalServer[];
};

/** What a model needs to be known: its name and key; its address and price where that is not clear from those. */
export function AiModelFields({ draft, onChange, problems, state, servers }: AiModelFieldsProps) {
  if (draft.provider === 'built-in') return null;
  const { example, needsKey, isLocal, baseUrl } = AI_PROVIDERS[draft.provider];
  const models = servers.find(({ provider }) => provider === draft.provider)?.models ?? [];
  const isPriceMissing = state.knownPrice === null && state.provider === draft.provider && state.model === draft.model;
  return (
    <>
      <AiTextField
        label={aiMessages.model}
        hint={models.length > 0 ? aiMessages.modelsFound(models.length) : aiMessages.modelHint(example)}
        value={draft.model}
        onChange={(model) => onChange({ model })}
        problem={problems.model}
        suggestions={models}
      />
      {isLocal ? null : (
        <AiTextField
          label={aiMessages.key}
          hint={needsKey ? aiMessages.keyHint : `${aiMessages.keyOptional} ${aiMessages.keyHint}`}
          type="password"
          placeholder={keepsKey(draft, state) ? aiMessages.keyKept : ''}
          value={draft.apiKey}
          onChange={(apiKey) => onChange({ apiKey })}
          problem={problems.apiKey}
        />
      )}
      <AddressAndPrice draft={draft} onChange={onChange} problems={problems} address={baseUrl} isFree={isLocal} />
      {isPriceMissing ? (
        <p className="text-[0.8125rem] leading-snug text-muted-foreground">{aiMessages.priceUnknown}</p>
      ) : null}
    </>
  );
}

type FieldsProps = Pick<AiModelFieldsProps, 'draft' | 'onChange' | 'problems'>;

/** What few need. Open where it is asked for or something in it is wrong; otherwise as people leave it. */
function AddressAndPrice({
  address,
  isFree,
  ...fields
}: FieldsProps & { /** The provider's own address. */ address: string | null; isFree: boolean }) {
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
