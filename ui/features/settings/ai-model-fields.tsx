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
      {/* Open by itself where something in it is asked for; afterwards it stays as people leave it. */}
      <details open={baseUrl === null || Boolean(problems.baseUrl ?? problems.price) || undefined}>
        <summary className="w-fit cursor-pointer rounded-sm text-sm font-medium">{aiMessages.more}</summary>
        <div className="mt-4 flex flex-col gap-5">
          <AiTextField
            label={aiMessages.baseUrl}
            hint={aiMessages.baseUrlHint}
            placeholder={baseUrl ? aiMessages.ownAddress(baseUrl) : ''}
            value={draft.baseUrl}
            onChange={(address) => onChange({ baseUrl: address })}
            problem={problems.baseUrl}
            inputMode="url"
          />
          {isLocal ? null : <Prices draft={draft} onChange={onChange} problems={problems} />}
        </div>
      </details>
      {isPriceMissing ? (
        <p className="text-[0.8125rem] leading-snug text-muted-foreground">{aiMessages.priceUnknown}</p>
      ) : null}
    </>
  );
}

function Prices({ draft, onChange, problems }: Pick<AiModelFieldsProps, 'draft' | 'onChange' | 'problems'>) {
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
